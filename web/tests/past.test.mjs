// Looking back in a real browser: steps, analysis boards, proofs, files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leave, playOn, sitDown, theHouse, visitor } from './visitor.mjs';

const house = theHouse();
const button = (page, name) => page.getByRole('button', { name, exact: false });
const pieces = (page) => page.locator('.stage .place.full').count();

test('a match is looked back at, proved, judged and played on from where it went wrong', { timeout: 120000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'tic-tac-toe');
  await playOn(page);
  await page.getByText('Checked in this browser').waitFor();
  const all = await pieces(page);
  await button(page, 'Step back').click();
  assert.equal(await pieces(page), all - 1);
  // Nothing can be played in the past.
  assert.equal(await page.locator('.place.legal').count(), 0);
  await button(page, 'Go to the start').click();
  assert.equal(await pieces(page), 0);
  await button(page, 'Back to the latest step').click();
  assert.equal(await pieces(page), all);
  // A click on a line of the log shows the table as it was then.
  const lines = page.locator('aside ol button');
  await lines.last().click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .place.full').length === 1);
  await button(page, 'Back to the latest step').click();
  await page.waitForFunction((all) => document.querySelectorAll('.stage .place.full').length === all, all);
  await button(page, 'Analyze').click();
  await page.locator('figure svg').waitFor({ timeout: 30000 });
  // So early that no move ends the match.
  await button(page, 'Go to the start').click();
  await button(page, 'Step forward').click();
  await button(page, 'Step forward').click();
  await button(page, 'Try other moves from here').click();
  await page.waitForURL((url) => url.pathname.startsWith('/match/'));
  await page.getByText('Analysis board').waitFor();
  assert.equal(await pieces(page), 2);
  await button(page, 'Hint').click();
  await page.getByRole('button', { name: /^Play / }).click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .place.full').length > 2);
  await button(page, 'Undo').click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .place.full').length === 2);
  await leave(page);
});

test('a saved file is replayed through anybody’s eyes, and a forged one is found out', { timeout: 120000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'blackjack');
  await playOn(page);
  // What those hear who do not see the table of the standings.
  assert.deepEqual(await page.locator('.acts table th').allTextContents(), ['Place', 'Player', 'Score']);
  const saving = page.waitForEvent('download');
  await button(page, 'Save match').click();
  const stream = await (await saving).createReadStream();
  let file = '';
  for await (const part of stream) file += part;
  await page.goto(`${house.base}/replay`);
  const bring = (text) => page.locator('input[type=file]').setInputFiles({ name: 'match.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await bring(file.replace('"version":2', '"version":3'));
  await page.getByRole('alert').waitFor();
  // The browser notes that the server has refused it.
  page.troubles = page.troubles.filter((trouble) => !trouble.includes('422'));
  await bring(file);
  await page.getByText('Fair: checked in this browser').waitFor();
  const eyes = page.getByLabel('View as');
  assert.equal(await page.locator('.stage .piece.card[data-face=""]').count(), 0, 'the referee sees every card');
  await eyes.selectOption('0');
  await page.waitForFunction(() => document.querySelectorAll('.stage .piece.card[data-face=""]').length > 0);
  const inside = await page.locator('input[type=file]').evaluate((input) => input.getBoundingClientRect().right <= input.closest('.panel').getBoundingClientRect().right);
  assert.ok(inside, 'the choice of a file is inside its panel');
  // Nothing of a match that was checked stays beside what is wrong with another; a film of it stops.
  await button(page, 'Play').click();
  for (const [text, words] of [[file.replace('"version":2', '"version":3'), /./], ['', 'This file is empty.']]) {
    await bring(text);
    await page.getByRole('alert').getByText(words).waitFor();
    assert.equal(await page.locator('.stage').count(), 0);
    assert.equal(await page.getByText('checked in this browser').count(), 0);
  }
  page.troubles = page.troubles.filter((trouble) => !trouble.includes('422'));
  await bring(file);
  await page.getByText('Step 1 of').waitFor();
  await leave(page);
});

test('after a reload the log and the way back are there again', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'hex');
  await playOn(page, 6);
  await page.reload();
  await page.waitForSelector('main.table');
  await page.waitForFunction(() => document.querySelectorAll('aside ol button').length >= 6);
  await button(page, 'Go to the start').click();
  assert.equal(await page.locator('.stage .piece').count(), 0);
  await leave(page);
});
