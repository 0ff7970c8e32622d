// Visitors for tests: a browser, people in it who fail the test when something goes wrong in their page, and how they play.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { browserPath, startServer } from './server.mjs';

export const SIZES = { phone: { width: 360, height: 740 }, laptop: { width: 1280, height: 800 }, tv: { width: 1920, height: 1080 } };

/** A server and a browser for the tests of one file. */
export function theHouse(settings) {
  const house = { base: '', browser: undefined };
  let server;
  before(async () => {
    server = await startServer(settings);
    house.base = server.base;
    house.browser = await openBrowser();
  });
  after(async () => {
    await house.browser?.close();
    await server?.stop();
  });
  return house;
}

export const openBrowser = (args = []) => chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox', ...args] });

export const gamesOf = async (base) => (await fetch(`${base}/api/games`)).json();

/** A visitor with nothing remembered. What goes wrong in the page fails the test, at the latest when they leave. */
export async function visitor(house, options = {}) {
  const context = await house.browser.newContext({ viewport: SIZES.laptop, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.troubles = [];
  page.on('console', (message) => message.type() === 'error' && page.troubles.push(message.text()));
  page.on('pageerror', (error) => page.troubles.push(String(error)));
  page.frames_ = [];
  page.sent_ = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', (frame) => page.frames_.push(String(frame.payload)));
    socket.on('framesent', (frame) => page.sent_.push(String(frame.payload)));
  });
  return page;
}

export async function leave(page) {
  assert.deepEqual(page.troubles, []);
  await page.context().close();
}

/** Against a bot: two clicks from the start page. */
export async function sitDown(page, house, game) {
  await page.goto(house.base);
  await page.locator(`.game:has(a[href="/game/${game}"]) button.main`).click();
  await page.waitForSelector('main.table');
}

/** At a table with so many, all others bots; with a seed it is the same match every time, where the house allows that. */
export async function sitDownWith(page, house, game, seats, seed) {
  await page.goto(house.base);
  await page.waitForSelector('.game');
  const id = await page.evaluate(
    async ([game, seats, seed]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('parlor.token')}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ game, seats: ['me', ...Array(seats - 1).fill('easy')], seed });
      return (await (await fetch('/api/rooms', { method: 'POST', headers, body })).json()).id;
    },
    [game, seats, seed],
  );
  await page.goto(`${house.base}/match/${id}`);
  await page.waitForSelector('main.table');
}

export const CHOICES = '.place.legal, li.legal button, .pile .top.legal, .spot.legal, .sheet button, .acts .buttons > button.main';
const OVER = '.acts h2[role=status]';

export const isOver = async (page) => (await page.locator(OVER).count()) > 0;

/** How the table stands, in a word that changes with every move and every touch. */
export const stands = () => `${document.querySelector('main.table')?.dataset.version} ${document.querySelectorAll('.picked').length} ${document.querySelectorAll('.acts h2[role=status]').length}`;

/** Waits until the table stands otherwise. */
export const change = async (page, was, timeout = 5000) => {
  const end = Date.now() + timeout;
  while (Date.now() < end) {
    if ((await page.evaluate(stands)) !== was) return true;
    await page.waitForTimeout(15);
  }
  return false;
};

/** Plays anything that can be played, until it is over or so often: the same every time where the match is. */
export async function playOn(page, most = Infinity) {
  for (let moves = 0; moves < Math.min(most, 4000); moves += 1) {
    if (await isOver(page)) return;
    const was = await page.evaluate(stands);
    await page.evaluate(([choices, moves]) => {
      const found = [...document.querySelectorAll(choices)].filter((node) => !node.closest('details:not([open])') && !node.disabled);
      const node = found[(Math.imul(moves + 1, 0x9e3779b1) >>> 8) % found.length];
      node?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }, [CHOICES, moves]);
    await change(page, was, 2000);
  }
  if (most === Infinity) assert.fail('it never ends');
}
