// Dice that roll in three dimensions, in a browser that draws them by itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from './server.mjs';
import { leave, openBrowser, sitDown, visitor } from './visitor.mjs';

const house = {};
let server;
before(async () => {
  server = await startServer();
  house.base = server.base;
  house.browser = await openBrowser(['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']);
});
after(async () => {
  await house.browser?.close();
  await server?.stop();
});

/** The files of the page that were asked for. */
function asked(page) {
  const names = [];
  page.on('request', (request) => names.push(new URL(request.url()).pathname));
  return names;
}

test('dice roll on a canvas and lie as the rules have drawn them; the lobby loads nothing for it', { timeout: 60000 }, async () => {
  const page = await visitor(house, { reducedMotion: 'no-preference' });
  const names = asked(page);
  await page.goto(house.base);
  await page.waitForSelector('.game');
  assert.ok(!names.some((name) => name.includes('roll-')), 'not in the lobby');
  await sitDown(page, house, 'yacht-dice');
  await page.waitForSelector('.stage .piece.die');
  // Some dice again.
  await page.locator('li.legal button').first().click();
  await page.locator('.acts .buttons button.main').first().click();
  await page.waitForSelector('.stage canvas', { timeout: 10000 });
  assert.ok(names.some((name) => name.includes('roll-')));
  await page.waitForFunction(() => !document.querySelector('.stage canvas') || getComputedStyle(document.querySelector('.stage canvas')).opacity === '0' || !document.querySelector('.stage canvas').isConnected, undefined, { timeout: 15000 });
  const shown = await page.locator('.stage .middle .piece.die').evaluateAll((dice) => dice.map((die) => getComputedStyle(die).visibility));
  assert.deepEqual(new Set(shown), new Set(['visible']));
  await leave(page);
});

test('whoever wants little motion gets the dice as they lie', { timeout: 60000 }, async () => {
  const page = await visitor(house, { reducedMotion: 'reduce' });
  const names = asked(page);
  await sitDown(page, house, 'yacht-dice');
  await page.locator('li.legal button').first().click();
  await page.locator('.acts .buttons button.main').first().click();
  await page.waitForFunction(() => Number(document.querySelector('main.table').dataset.version) > 1);
  assert.equal(await page.locator('.stage canvas').count(), 0);
  assert.ok(!names.some((name) => name.includes('roll-')));
  await leave(page);
});
