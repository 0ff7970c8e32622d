// The lobby: games are found, and tables at which there is a seat.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIZES, gamesOf, leave, playOn, theHouse, visitor } from './visitor.mjs';

const house = theHouse();
const shown = (page) => page.locator('.game a.more').evaluateAll((links) => links.map((link) => link.getAttribute('href').split('/').pop()).sort());

test('games are found by their tags, in the language of whoever looks', { timeout: 60000 }, async () => {
  const withTag = async (tag) => (await gamesOf(house.base)).filter(({ tags }) => tags?.includes(tag)).map(({ id }) => id).sort();
  const page = await visitor(house, { viewport: SIZES.phone });
  await page.goto(house.base);
  await page.waitForSelector('.game');
  await page.getByRole('searchbox').fill('bluff');
  assert.deepEqual(await shown(page), await withTag('bluff'));
  await page.getByRole('searchbox').fill('');
  assert.deepEqual((await page.locator('.tag').allInnerTexts()).slice(0, 3), ['cards', 'boards', 'dice']);
  await page.getByRole('button', { name: 'More…' }).click();
  for (const tag of ['dice', 'bluff', 'poker']) {
    await page.getByRole('button', { name: tag, exact: true }).click();
    assert.deepEqual(await shown(page), await withTag(tag));
    await page.getByRole('button', { name: tag, exact: true }).click();
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.evaluate(() => localStorage.setItem('parlor.language', 'de'));
  await page.reload();
  await page.getByRole('searchbox').fill('würfel');
  await page.waitForSelector('.game');
  for (const game of await withTag('dice')) assert.ok((await shown(page)).includes(game), game);
  await leave(page);
});

test('the longest name pushes nothing out of a phone’s page', { timeout: 60000 }, async () => {
  const page = await visitor(house, { viewport: SIZES.phone });
  const fits = () => page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.querySelector('.who').getBoundingClientRect().right) <= innerWidth);
  await page.goto(house.base);
  await page.locator('.who').click();
  await page.getByLabel('Your name').fill('W'.repeat(24));
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await page.locator('.who').getByText('W'.repeat(24)).waitFor();
  await page.waitForSelector('.game');
  assert.ok(await fits(), 'the lobby');
  await page.goto(`${house.base}/game/hex`);
  await page.locator('dialog button[type=submit]').click();
  await page.waitForSelector('p.code');
  assert.ok(await fits(), 'a room that waits');
  await page.goto(house.base);
  await page.locator('.game:has(a[href="/game/tic-tac-toe"]) button.main').click();
  await page.waitForSelector('main.table');
  assert.ok(await fits(), 'a table');
  await leave(page);
});

test('only so many are asked for their names as can play', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  const { max_seats } = (await gamesOf(house.base)).find(({ id }) => id === 'go-fish');
  await page.goto(`${house.base}/game/go-fish`);
  await page.getByRole('button', { name: 'On this device' }).click();
  const names = page.locator('dialog').getByLabel(/^Player \d+/);
  for (const [typed, asked] of [['99999', max_seats - 1], ['', 1], ['3', 2]]) {
    await page.getByLabel('Players', { exact: true }).fill(typed);
    assert.equal(await names.count(), asked, typed);
  }
  await leave(page);
});

test('a table whose seats are kept for somebody is not offered to others', { timeout: 60000 }, async () => {
  const [ann, bob, cid] = [await visitor(house), await visitor(house), await visitor(house)];
  await ann.goto(`${house.base}/game/tic-tac-toe`);
  await ann.getByLabel('Public table').check();
  await ann.locator('dialog button[type=submit]').click();
  await ann.waitForSelector('p.code');
  const tables = cid.getByRole('heading', { name: 'Open tables' });
  await cid.goto(house.base);
  await tables.waitFor();
  await bob.goto(`${house.base}/join/${await ann.locator('p.code').innerText()}`);
  for (const page of [ann, bob]) await page.waitForSelector('main.table');
  await Promise.all([playOn(ann), playOn(bob)]);
  // One wants to play once more: only the other is waited for.
  await ann.locator('.acts button.main').click();
  await ann.getByText(`Waiting for ${await bob.locator('.who .name').innerText()}`).waitFor();
  assert.equal(await ann.locator('.code, img').count(), 0);
  await cid.reload();
  await cid.waitForSelector('.game');
  await cid.waitForTimeout(300);
  assert.equal(await tables.count(), 0);
  for (const page of [ann, bob, cid]) await leave(page);
});
