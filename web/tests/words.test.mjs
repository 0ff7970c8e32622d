// Every game is played, and it brings German words for all that it says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from './server.mjs';
import { playAll } from './told.mjs';
import { gamesOf, openBrowser } from './visitor.mjs';

/** How many moves of each game are looked at. */
const MOVES = 130;
const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_|_$/g, '');
/** Signs, places and cards are the same in every language. */
const isSign = (text) => !/[a-z]{2}/i.test(text) || /^[a-z]+\d+$/.test(text);

let server;
let browser;
before(async () => {
  server = await startServer(['limits.frames_per_minute=1000000', 'limits.frames_burst=100000']);
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('there are German words for everything that games say', { timeout: 120000 }, async () => {
  const missing = new Set();
  const page = await browser.newPage();
  await page.goto(server.base);
  const get = async (path) => (await fetch(`${server.base}${path}`)).json();
  const named = new Map((await get('/api/games?language=de')).map((card) => [card.id, card]));
  for (const { id, summary, min_seats, max_seats } of await gamesOf(server.base)) {
    const german = await get(`/api/games/${id}/words/de`);
    const need = (word, text) => german[word] === undefined && !isSign(text) && missing.add(`${id}: ${word} "${text}"`);
    assert.equal(named.get(id).name, german['game.name'] ?? missing.add(`${id}: game.name`));
    assert.notEqual(named.get(id).summary, summary);
    const { options_schema } = await get(`/api/games/${id}`);
    for (const [option, { title, enum: choices }] of Object.entries(options_schema.properties ?? {})) {
      need(`option.${option}`, title ?? option);
      choices?.forEach((choice) => need(`option.${option}.${slug(choice)}`, choice));
    }
    const seats = Math.min(max_seats, Math.max(min_seats, 3));
    const { moves, words } = await playAll(page, id, seats, {}, 7, MOVES);
    assert.ok(moves > 2, id);
    for (const [word, text] of words) need(word, text);
  }
  assert.deepEqual([...missing], []);
});

test('the page speaks German at a table', { timeout: 60000 }, async () => {
  const page = await browser.newPage({ locale: 'de-DE' });
  await page.goto(server.base);
  const card = page.locator('.games li', { hasText: 'Schwarzer Peter' });
  await card.getByRole('button').first().click();
  await page.getByText('Karte vom Nachbarn ziehen').first().waitFor();
  await page.getByText('Nachbar', { exact: false }).first().waitFor();
  const text = await page.locator('main').innerText();
  for (const english of ['Draw a card', 'Neighbor', 'couples']) assert.ok(!text.includes(english), `${english}: ${text}`);
});
