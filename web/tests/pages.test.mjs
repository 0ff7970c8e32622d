// Every page for everybody: what a check of accessibility finds, and that no page is sent what its viewer may not know.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { leave, playOn, sitDown, theHouse, visitor } from './visitor.mjs';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const house = theHouse();

test('axe finds nothing on any page', { timeout: 240000 }, async () => {
  const page = await visitor(house);
  const check = async (where) => {
    await page.evaluate(axe);
    const found = await page.evaluate(async () => (await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })).violations);
    const words = found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 2).map((node) => node.html).join(' | ')}`);
    assert.deepEqual(words, [], where);
  };
  await page.goto(house.base);
  await page.waitForSelector('.game .piece');
  await check('the lobby');
  await page.goto(`${house.base}/game/hex`);
  await page.waitForSelector('dialog fieldset');
  await check('the dialog');
  await page.locator('dialog button[type=submit]').click();
  await page.waitForSelector('.code');
  await check('a room that waits');
  for (const game of ['tic-tac-toe', 'hex', 'go-fish', 'yacht-dice', 'hearts', 'hue-and-cry']) {
    await sitDown(page, house, game);
    await check(game);
  }
  await sitDown(page, house, 'tic-tac-toe');
  await playOn(page);
  await page.getByText('Checked in this browser').waitFor();
  await check('the end of a match');
  await page.goto(page.url().replace('/match/', '/replay/'));
  await page.waitForSelector('.timeline');
  await check('a replay');
  await page.goto(`${house.base}/game/go-fish`);
  await page.getByRole('button', { name: 'On this device' }).click();
  await page.locator('dialog button[type=submit]').click();
  await page.getByRole('button', { name: /^I am / }).waitFor();
  await check('a curtain');
  await page.goto(`${house.base}/game/go-fish`);
  await page.getByRole('button', { name: 'On this screen' }).click();
  await page.locator('dialog button[type=submit]').click();
  await page.waitForSelector('p.code');
  await check('a screen that waits');
  await page.goto(`${house.base}/join/NOSUCH`);
  await page.waitForSelector('main a');
  await check('a code that leads nowhere');
  // Every theme can be read.
  for (const theme of ['dark', 'felt', 'wood', 'contrast']) {
    await page.evaluate((theme) => localStorage.setItem('parlor.theme', theme), theme);
    await page.goto(house.base);
    await page.waitForSelector('.game .piece');
    await check(`the lobby in ${theme}`);
    for (const game of ['checkers', 'cribbage', 'hearts']) {
      await sitDown(page, house, game);
      await check(`${game} in ${theme}`);
    }
    await page.goto(`${house.base}/replay`);
    await page.waitForSelector('input[type=file]');
    await check(`the replay page in ${theme}`);
  }
  await page.context().close();
});

test('in high contrast every plate has an edge', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await page.addInitScript(() => localStorage.setItem('parlor.theme', 'contrast'));
  await sitDown(page, house, 'tic-tac-toe');
  const edges = await page.locator('.plate:not(.acting)').evaluateAll((plates) => plates.map((plate) => getComputedStyle(plate).borderTopColor));
  assert.deepEqual(edges, ['rgb(0, 0, 0)']);
  await leave(page);
});

test('what others hold is in no frame that a player gets', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'go-fish');
  await page.waitForTimeout(300);
  const tables = page.frames_.map((text) => JSON.parse(text)).filter((frame) => frame.type === 'table');
  const { view } = tables.at(-1).views[0];
  const mine = view.zones.find((zone) => zone.id === 'hand-0').pieces.map((piece) => piece.face);
  const faces = new Set(page.frames_.join('').match(/(10|[2-9AKQJ])[♠♥♦♣]/g));
  for (const face of faces) assert.ok(mine.includes(face), `${face} is not mine`);
  assert.ok(mine.length >= 5);
  await leave(page);
});
