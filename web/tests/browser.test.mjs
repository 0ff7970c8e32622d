// The page in a real browser: from the lobby to the end of a match, with everything that can go wrong on the way.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { browserPath, startServer } from './server.mjs';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A visitor with nothing remembered. What goes wrong in the page fails the test. */
async function visitor(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.troubles = [];
  page.on('console', (message) => message.type() === 'error' && page.troubles.push(message.text()));
  page.on('pageerror', (error) => page.troubles.push(String(error)));
  page.frames_ = [];
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => page.frames_.push(String(frame.payload))));
  return page;
}

const leave = async (page) => {
  assert.deepEqual(page.troubles, []);
  await page.context().close();
};

/** Against a bot: two clicks from the start page. */
async function sitDown(page, game) {
  await page.goto(server.base);
  await page.locator(`.game:has(a[href="/game/${game}"]) button.main`).click();
  await page.waitForSelector('main.table');
}

const CHOICES = '.place.legal, li.legal button, .pile .top.legal, .spot.legal, .acts .buttons > button.main';

/** Plays anything that can be played, until it is over. */
async function playOn(page, most = 4000) {
  for (let moves = 0; moves < most; moves += 1) {
    if (await page.locator('.acts h2[role=status]').count()) return;
    const stands = await page.evaluate((choices) => {
      const stands = () => `${document.querySelector('main.table')?.dataset.version} ${document.querySelectorAll('.picked').length}`;
      const before = stands();
      const found = [...document.querySelectorAll(choices)].filter((node) => !node.closest('details:not([open])') && !node.disabled);
      const node = found[Math.floor(Math.random() * found.length)];
      node?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      return before;
    }, CHOICES);
    await page
      .waitForFunction(
        (before) => {
          const now = `${document.querySelector('main.table')?.dataset.version} ${document.querySelectorAll('.picked').length}`;
          return now !== before || document.querySelector('.acts h2[role=status]');
        },
        stands,
        { timeout: 2000, polling: 20 },
      )
      .catch(() => {});
  }
  assert.fail('it never ends');
}

for (const game of ['tic-tac-toe', 'hex', 'checkers', 'blackjack', 'go-fish', 'cribbage']) {
  test(`from the lobby to the end of ${game}`, { timeout: 240000 }, async () => {
    const page = await visitor();
    await sitDown(page, game);
    await playOn(page);
    assert.ok(await page.locator('.acts h2[role=status]').innerText());
    await leave(page);
  });
}

test('two people find each other by a link and play to the end', { timeout: 120000 }, async () => {
  const [ann, bob] = [await visitor(), await visitor()];
  await ann.goto(`${server.base}/game/tic-tac-toe`);
  await ann.locator('dialog button[type=submit]').click();
  const code = await ann.locator('.code').last().innerText();
  await bob.goto(`${server.base}/join/${code}`);
  await Promise.all([ann, bob].map((page) => page.waitForSelector('main.table')));
  await Promise.all([playOn(ann), playOn(bob)]);
  assert.ok(await bob.locator('.acts h2[role=status]').innerText());
  // Once more: it begins when both have come.
  await ann.locator('.acts button.main').click();
  await ann.waitForURL((url) => !url.pathname.endsWith(code));
  await bob.locator('.acts a.button').first().click();
  await Promise.all([ann, bob].map((page) => page.waitForFunction(() => document.querySelector('main.table')?.dataset.version === '1')));
  await leave(ann);
  await leave(bob);
});

test('a reload and a lost line change nothing', { timeout: 60000 }, async () => {
  const page = await visitor();
  await sitDown(page, 'connect-four');
  await page.locator('.place.legal').first().click();
  await page.waitForFunction(() => Number(document.querySelector('main.table')?.dataset.version) >= 3);
  const pieces = await page.locator('.board .piece').count();
  await page.reload();
  await page.waitForFunction((count) => document.querySelectorAll('.board .piece').length === count, pieces);
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.context().setOffline(false);
  await page.locator('.place.legal').first().click();
  await page.waitForFunction((count) => document.querySelectorAll('.board .piece').length >= count + 2, pieces);
  page.troubles.length = 0;
  await leave(page);
});

test('with the keyboard alone', { timeout: 60000 }, async () => {
  const page = await visitor();
  await page.goto(server.base);
  await page.waitForSelector('.game');
  const tabTo = async (is) => {
    for (let tries = 0; tries < 200; tries += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(is)) return;
    }
    assert.fail('it cannot be reached');
  };
  await tabTo(() => document.activeElement?.getAttribute('aria-label')?.endsWith('Tic-tac-toe'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('main.table');
  await tabTo(() => document.activeElement?.classList.contains('place'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^b2/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => Number(document.querySelector('main.table')?.dataset.version) >= 2);
  await leave(page);
});

test('nothing is cut off, hidden or out of reach on any page', { timeout: 240000 }, async () => {
  const games = (await (await fetch(`${server.base}/api/games`)).json()).map((game) => game.id);
  for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 800 }, { width: 1920, height: 1080 }]) {
    const page = await visitor({ viewport });
    const wide = async (where) => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${where} is ${over} pixels too wide at ${viewport.width}`);
    };
    await page.goto(server.base);
    await page.waitForSelector('.game');
    await wide('the lobby');
    for (const game of games) {
      await sitDown(page, game);
      await wide(game);
    }
    await leave(page);
  }
});

test('axe finds nothing on any page', { timeout: 240000 }, async () => {
  const page = await visitor();
  const check = async (where) => {
    await page.evaluate(axe);
    const found = await page.evaluate(async () => (await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })).violations);
    const words = found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 2).map((node) => node.html).join(' | ')}`);
    assert.deepEqual(words, [], where);
  };
  await page.goto(server.base);
  await page.waitForSelector('.game .piece');
  await check('the lobby');
  await page.goto(`${server.base}/game/hex`);
  await page.waitForSelector('dialog fieldset');
  await check('the dialog');
  await page.locator('dialog button[type=submit]').click();
  await page.waitForSelector('.code');
  await check('a room that waits');
  for (const game of ['tic-tac-toe', 'hex', 'go-fish', 'yacht-dice', 'hearts', 'hue-and-cry']) {
    await sitDown(page, game);
    await check(game);
  }
  await page.context().close();
});

test('what others hold is in no frame that a player gets', { timeout: 60000 }, async () => {
  const page = await visitor();
  await sitDown(page, 'go-fish');
  await page.waitForTimeout(300);
  const tables = page.frames_.map((text) => JSON.parse(text)).filter((frame) => frame.type === 'table');
  const { view } = tables.at(-1).views[0];
  const mine = view.zones.find((zone) => zone.id === 'hand-0').pieces.map((piece) => piece.face);
  const faces = new Set(page.frames_.join('').match(/(10|[2-9AKQJ])[♠♥♦♣]/g));
  for (const face of faces) assert.ok(mine.includes(face), `${face} is not mine`);
  assert.ok(mine.length >= 5);
  await leave(page);
});
