// Playing in a real browser: from the lobby to the end of a match, with everything that can go wrong on the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leave, playOn, sitDown, theHouse, visitor } from './visitor.mjs';

const house = theHouse();

for (const game of ['tic-tac-toe', 'hex', 'checkers', 'blackjack', 'go-fish', 'cribbage']) {
  test(`from the lobby to the end of ${game}`, { timeout: 240000 }, async () => {
    const page = await visitor(house);
    await sitDown(page, house, game);
    await playOn(page);
    assert.ok(await page.locator('.acts h2[role=status]').innerText());
    await leave(page);
  });
}

test('two people find each other by a link and play to the end', { timeout: 120000 }, async () => {
  const [ann, bob] = [await visitor(house), await visitor(house)];
  await ann.goto(`${house.base}/game/tic-tac-toe`);
  await ann.locator('dialog button[type=submit]').click();
  const code = await ann.locator('p.code').innerText();
  await bob.goto(`${house.base}/join/${code}`);
  await Promise.all([ann, bob].map((page) => page.waitForSelector('main.table')));
  await Promise.all([playOn(ann), playOn(bob)]);
  assert.ok(await bob.locator('.acts h2[role=status]').innerText());
  // Once more: it begins when both have come.
  await ann.locator('.acts button.main').click();
  await ann.waitForURL((url) => !url.pathname.endsWith(code));
  // Until the rematch is heard of, the only link leads away from the table.
  await bob.locator('.acts a.button[href^="/match/"]').click();
  await Promise.all([ann, bob].map((page) => page.waitForFunction(() => document.querySelector('main.table')?.dataset.version === '1')));
  await leave(ann);
  await leave(bob);
});

test('a reload and a lost line change nothing', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'connect-four');
  await page.locator('.place.legal').first().click();
  await page.waitForFunction(() => Number(document.querySelector('main.table')?.dataset.version) >= 3);
  const pieces = await page.locator('.board .piece').count();
  await page.reload();
  await page.waitForFunction((count) => document.querySelectorAll('.board .piece').length === count, pieces);
  await page.context().setOffline(true);
  await page.getByText('Connection lost').waitFor();
  await page.context().setOffline(false);
  await page.getByText('Connection lost').waitFor({ state: 'detached' });
  await page.locator('.place.legal').first().click();
  await page.waitForFunction((count) => document.querySelectorAll('.board .piece').length >= count + 2, pieces);
  page.troubles.length = 0;
  await leave(page);
});

test('with the keyboard alone', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await page.goto(house.base);
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
