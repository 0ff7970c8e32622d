// Every game is played, and for all that it says there are German words.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { startServer } from './server.mjs';
import { playAll } from './told.mjs';
import { gamesOf, openBrowser } from './visitor.mjs';

const load = async (file) => (await runnerImport(fileURLToPath(new URL(`../src/words/${file}`, import.meta.url)))).module;
const [{ games: german }, { phrase, spelled }] = [await load('games.de.ts'), await load('phrase.ts')];
/** How many moves of each game are looked at. */
const MOVES = 130;

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
  const need = (text, group, game) => phrase(german, text, group) === undefined && missing.add(`${game}: ${group ?? ''} "${text}"`);
  const page = await browser.newPage();
  await page.goto(server.base);
  for (const { id, name, summary, min_seats, max_seats } of await gamesOf(server.base)) {
    need(name, 'name', id);
    need(summary, undefined, id);
    const { options_schema } = await (await fetch(`${server.base}/api/games/${id}`)).json();
    for (const [option, { title, enum: choices }] of Object.entries(options_schema.properties ?? {})) {
      need(title ?? option, undefined, id);
      choices?.forEach((choice) => need(String(choice), undefined, id));
    }
    const seats = Math.min(max_seats, Math.max(min_seats, 3));
    const { moves, words } = await playAll(page, id, seats, {}, 7, MOVES);
    assert.ok(moves > 2, id);
    // A message is known by its id in the words that the game brings, or by its text.
    const brought = await (await fetch(`${server.base}/api/games/${id}/words/de`)).json();
    for (const [kind, text, message] of words) {
      if (message && (brought[message.id] !== undefined || phrase(german, spelled(message)) !== undefined)) continue;
      need(text, kind === 'zone' || kind === 'value' ? kind : undefined, id);
    }
  }
  assert.deepEqual([...missing], []);
});
