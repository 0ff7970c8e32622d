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

/** Remembers that a canvas was put on the table, however briefly. */
function watchCanvas() {
  new MutationObserver((changes) => {
    window.thrown ||= changes.some((change) => [...change.addedNodes].some((node) => node.nodeName === 'CANVAS' && node.isConnected && node.closest('.stage')));
  }).observe(document, { childList: true, subtree: true });
}

test('dice roll on a canvas and lie as the rules have drawn them; the lobby loads nothing for it', { timeout: 60000 }, async (t) => {
  const page = await visitor(house, { reducedMotion: 'no-preference' });
  const names = asked(page);
  await page.addInitScript(watchCanvas);
  await page.goto(house.base);
  await page.waitForSelector('.game');
  assert.ok(!names.some((name) => name.includes('roll-')), 'not in the lobby');
  if (!(await page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null))) return t.skip('this browser draws nothing in three dimensions');
  await sitDown(page, house, 'yacht-dice');
  await page.waitForSelector('.stage .piece.die');
  // Dice that are not there yet do not roll: that is waited for here, and by nobody else.
  await page.waitForFunction(() => performance.getEntriesByName('dice').length > 0, undefined, { timeout: 30000 });
  // Some dice again.
  await page.locator('li.legal button').first().click();
  await page.locator('.acts .buttons button.main').first().click();
  await page.waitForFunction(() => window.thrown, undefined, { timeout: 15000 });
  assert.ok(names.some((name) => name.includes('roll-')));
  await page.waitForFunction(() => !document.querySelector('.stage canvas'), undefined, { timeout: 15000 });
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
