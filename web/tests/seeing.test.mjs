// What one sees of a match while it goes on, with a real mouse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flaws } from './looks.mjs';
import { leave, playOn, sitDown, sitDownWith, theHouse, visitor } from './visitor.mjs';

const house = theHouse(['server.allow_seeds=true']);

test('a hexagon that was clicked looks like the others', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'hex');
  const place = page.locator('.place.legal').nth(40);
  await place.click();
  const outlined = await page.evaluate(() => [...document.querySelectorAll('.place')].filter((node) => getComputedStyle(node).outlineStyle !== 'none').length);
  assert.equal(outlined, 0);
  await leave(page);
});

test('whoever points at the log sees the table of that line, and nothing moves under the pointer', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'checkers');
  await playOn(page, 8);
  await page.waitForSelector('.place.legal');
  const line = page.locator('section[aria-label="What happened"] li button').nth(4);
  const box = await line.boundingBox();
  const seen = new Set();
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.move(box.x + 10 + step * 4, box.y + box.height / 2);
    await page.waitForTimeout(30);
    seen.add(await page.locator('.headline').innerText());
  }
  assert.equal(seen.size, 1, [...seen].join(' / '));
  assert.match([...seen][0], /Step \d+ of/);
  assert.deepEqual(await line.boundingBox(), box);
  await leave(page);
});

test('what everybody has played is seen before it is taken', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'war');
  await page.evaluate(() => {
    window.most = 0;
    const look = () => (window.most = Math.max(window.most, document.querySelectorAll('.played .piece.card').length));
    new MutationObserver(look).observe(document.querySelector('main.table'), { childList: true, subtree: true });
  });
  await page.locator('.pile .top.legal').click();
  await page.waitForFunction(() => window.most >= 2);
  await leave(page);
});

test('a pile is touched to draw from it, and there is a button for it too', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'crazy-eights');
  await page.waitForSelector('.mine li.legal, .acts button.main');
  const cards = await page.locator('.mine .piece.card').count();
  await page.getByRole('button', { name: 'Draw a card' }).waitFor();
  await page.locator('.pile .top.legal').click();
  await page.waitForFunction((count) => document.querySelectorAll('.mine .piece.card').length === count + 1, cards);
  await leave(page);
});

test('what is dragged where it cannot go is explained there', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'checkers');
  await page.waitForSelector('.place.legal');
  const from = await page.locator('.place[aria-label^="c3"]').boundingBox();
  const to = await page.locator('.place[aria-label^="c5"]').boundingBox();
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  await page.mouse.move(...middle(from));
  await page.mouse.down();
  await page.mouse.move(...middle(to), { steps: 5 });
  await page.mouse.up();
  await page.locator('p[role=alert]').waitFor();
  await leave(page);
});

test('what was picked one after the other is not played before one says so', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'yacht-dice');
  await page.waitForSelector('li.legal button');
  for (let die = 0; die < 5; die += 1) await page.locator('.middle li button').nth(die).click();
  await page.locator('.acts .buttons button.main').waitFor();
  assert.equal(await page.locator('main.table').getAttribute('data-version'), '1');
  await leave(page);
});

for (const [game, seats] of [['hearts', 4], ['crazy-eights', 3], ['checkers', 2], ['hex', 2]]) {
  test(`${game} on a phone that lies on its side`, { timeout: 60000 }, async () => {
    const page = await visitor(house, { viewport: { width: 740, height: 360 } });
    await sitDownWith(page, house, game, seats, '3');
    await playOn(page, 5);
    await page.waitForTimeout(1200);
    assert.deepEqual(await page.evaluate(flaws), []);
    await leave(page);
  });
}

test('the end of a match with a score sheet fits on a phone', { timeout: 90000 }, async () => {
  const page = await visitor(house, { viewport: { width: 360, height: 740 } });
  await sitDownWith(page, house, 'yacht-dice', 2, '3');
  await playOn(page);
  await page.waitForTimeout(800);
  assert.deepEqual(await page.evaluate(flaws), []);
  await leave(page);
});
