// What people say to each other reaches whoever looks elsewhere, and whoever has lost the line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIZES, leave, theHouse, visitor } from './visitor.mjs';

const house = theHouse();

/** Two people at a table. */
async function twoPeople(options) {
  const [ann, bob] = [await visitor(house), await visitor(house, options)];
  await ann.goto(`${house.base}/game/tic-tac-toe`);
  await ann.locator('dialog button[type=submit]').click();
  await bob.goto(`${house.base}/join/${await ann.locator('p.code').innerText()}`);
  for (const page of [ann, bob]) await page.waitForSelector('main.table');
  return [ann, bob];
}

async function tell(page, text) {
  await page.getByLabel('Write a message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

const lines = (page) => page.getByRole('region', { name: 'Chat' }).locator('ol');
const fromEnd = (page) => lines(page).evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);

test('the newest line is in the box, unless somebody reads older ones', { timeout: 60000 }, async () => {
  const [ann, bob] = await twoPeople();
  for (let line = 1; line <= 12; line += 1) await tell(ann, `line ${line}`);
  await lines(bob).getByText('line 12').waitFor();
  for (const page of [ann, bob]) assert.ok((await fromEnd(page)) < 8);
  await lines(bob).evaluate((list) => (list.scrollTop = 0));
  await tell(ann, 'line 13');
  await lines(bob).getByText('line 13').waitFor();
  assert.equal(await lines(bob).evaluate((list) => list.scrollTop), 0);
  for (const page of [ann, bob]) await leave(page);
});

test('on a phone a mark leads to what was said, until it is seen', { timeout: 60000 }, async () => {
  const [ann, bob] = await twoPeople({ viewport: SIZES.phone });
  const news = bob.getByRole('button', { name: 'New messages' });
  assert.equal(await news.count(), 0);
  await tell(ann, 'hello');
  await tell(ann, 'are you there?');
  await news.getByText('are you there?').waitFor();
  assert.match(await news.innerText(), /2/);
  const { y, height } = await news.boundingBox();
  const { y: head } = await bob.locator('.headline').boundingBox();
  assert.ok(y + height <= head + 4, 'it is above the table');
  // After a while only the mark is left.
  await bob.getByText('are you there?').nth(1).waitFor({ state: 'detached' });
  await news.click();
  await news.waitFor({ state: 'detached' });
  assert.equal(await lines(bob).evaluate((list) => list.getBoundingClientRect().bottom < innerHeight), true);
  for (const page of [ann, bob]) await leave(page);
});

test('what cannot be sent is kept, and said so', { timeout: 60000 }, async () => {
  const [ann, bob] = await twoPeople();
  await ann.context().setOffline(true);
  await ann.getByText('Connection lost').waitFor();
  await tell(ann, 'well played');
  const unsent = ann.getByText('Not sent');
  await unsent.waitFor();
  assert.equal(await ann.getByLabel('Write a message').inputValue(), 'well played');
  await ann.getByRole('button', { name: 'Undo' }).click();
  await unsent.nth(1).waitFor();
  await ann.context().setOffline(false);
  await ann.getByText('Connection lost').waitFor({ state: 'detached' });
  await ann.getByRole('button', { name: 'Send' }).click();
  await lines(bob).getByText('well played').waitFor();
  assert.equal(await ann.getByLabel('Write a message').inputValue(), '');
  ann.troubles.length = 0;
  for (const page of [ann, bob]) await leave(page);
});
