// What one sees of a match while it goes on, with a real mouse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flaws } from './looks.mjs';
import { madeTable } from './pieces.mjs';
import { SIZES, leave, playOn, sitDown, sitDownWith, theHouse, visitor } from './visitor.mjs';

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

test('pointing at the log changes nothing; a click shows the table of that line', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'checkers');
  await playOn(page, 8);
  await page.waitForSelector('.place.legal');
  const line = page.locator('section[aria-label="Log"] li button').nth(4);
  // The answer to the last click may still be under way: what is looked at has to stand still first.
  let box = await line.boundingBox();
  for (let quiet = 0; quiet < 10; quiet += 1) {
    await page.waitForTimeout(50);
    const next = await line.boundingBox();
    if (next.y !== box.y) quiet = 0;
    box = next;
  }
  const stands = () => page.evaluate(() => `${document.querySelector('.headline').textContent} ${[...document.querySelectorAll('.stage .place')].map((node) => node.getAttribute('aria-label'))}`);
  const was = await stands();
  const seen = new Set();
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.move(box.x + 10 + step * 4, box.y + box.height / 2);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    seen.add(await stands());
  }
  assert.deepEqual([...seen], [was]);
  assert.deepEqual(await line.boundingBox(), box);
  // Who is to move can still do so.
  assert.ok((await page.locator('.place.legal').count()) > 0);
  await line.click();
  assert.match(await page.locator('.headline').innerText(), /Step \d+ of/);
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
  // A seed: where an eight is turned up at first, a suit is named before anybody draws.
  await sitDownWith(page, house, 'crazy-eights', 2, '1');
  await page.waitForSelector('.mine li.legal, .acts button.main');
  const cards = await page.locator('.mine .piece.card').count();
  await page.getByRole('button', { name: 'Draw a card' }).waitFor();
  await page.locator('.pile .top.legal').click();
  await page.waitForFunction((count) => document.querySelectorAll('.mine .piece.card').length === count + 1, cards);
  await leave(page);
});

/** The card that lies on top of the discard pile at each version, by what was told; and the latest version that was. */
function discarded(page) {
  const tops = new Map();
  let last = 0;
  for (const frame of page.frames_) {
    const { type, version, told } = JSON.parse(frame);
    if (type !== 'update') continue;
    const cards = (told ?? []).flatMap(({ data }) => (data?.change === 'move' && data.to === 'discard' && data.face ? [data.face] : []));
    if (cards.length > 0) tops.set(version, cards.at(-1));
    else if (tops.has(last)) tops.set(version, tops.get(last));
    // Whoever takes a card lays another one bare.
    if ((told ?? []).some(({ data }) => data?.change === 'move' && data.from === 'discard') && cards.length === 0) tops.delete(version);
    last = version;
  }
  return { tops, last };
}

/** What one sees: the version, and the card of the discard pile that lies over the others. */
const seenTop = (page) =>
  page.evaluate(() => ({
    version: Number(document.querySelector('main.table').dataset.version),
    top: [...document.querySelectorAll('[data-zone=discard] .piece')].at(-1)?.dataset.face,
  }));

/** One's turn at rummy: draws from the stock, and discards. */
async function drawAndDiscard(page) {
  for (const touch of ['[data-zone=draw_pile] .top.legal', '.mine li.legal button', '[data-zone=discard] .top.legal']) {
    await page.locator(touch).first().click();
  }
}

for (const game of ['crazy-eights', 'hue-and-cry', 'ninety-nine', 'rummy']) {
  test(`the top card of ${game} is the card played last, for whoever looks and whenever`, { timeout: 120000 }, async () => {
    const [page, phone, tv] = [await visitor(house), await visitor(house, { viewport: SIZES.phone }), await visitor(house, { viewport: SIZES.tv })];
    await sitDownWith(page, house, game, 2, '5');
    const id = page.url().split('/').pop();
    // Whoever has no seat comes by the code of the table.
    const code = await page.evaluate(async (id) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('parlor.token')}` };
      return (await (await fetch(`/api/rooms/${id}`, { headers })).json()).code;
    }, id);
    await phone.goto(`${house.base}/join/${code}`);
    await tv.goto(`${house.base}/screen/${code}`);
    for (const other of [phone, tv]) await other.waitForSelector('main.table');
    // A link gives whoever comes a seat; here there is none, so they watch.
    assert.match(phone.troubles.pop(), /409/);
    const agrees = async (one) => {
      // What was told has been shown, one version after the other.
      await one.waitForFunction((last) => Number(document.querySelector('main.table').dataset.version) >= last, discarded(one).last);
      const { version, top } = await seenTop(one);
      const told = discarded(one).tops.get(version);
      if (told) assert.equal(top, told, `version ${version}`);
      return Boolean(told);
    };
    let high = 0;
    for (let moves = 0; moves < 60 && high <= 6; moves += 1) {
      await (game === 'rummy' ? drawAndDiscard(page) : playOn(page, 1));
      for (const one of [page, phone, tv]) await agrees(one);
      high = Math.max(high, Number((await page.locator('[data-zone=discard] .count').allInnerTexts())[0] ?? 0));
    }
    assert.ok(high > 6, `the pile has ${high}`);
    // Looking back, too.
    let found = 0;
    const back = page.getByRole('button', { name: 'Step back' });
    for (let steps = 0; steps < 12 && (await back.isEnabled()); steps += 1) {
      await back.click();
      const at = Number(/Step (\d+) of/.exec(await page.locator('.headline').innerText())[1]);
      const told = discarded(page).tops.get(at);
      if (told) assert.equal((await seenTop(page)).top, told, `step ${at}`);
      found += told ? 1 : 0;
    }
    assert.ok(found > 2);
    for (const one of [page, phone, tv]) await leave(one);
  });
}

test('a disc is dropped by a click anywhere in its column, and is seen there before', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'connect-four');
  await page.waitForSelector('.place.legal');
  const place = (name) => page.locator(`.place[aria-label^="${name}"]`);
  await place('d6').hover();
  // What it will be is as wide as a disc, where it lands and nowhere else.
  const wide = (name) => place(name).evaluate((node) => Number.parseFloat(getComputedStyle(node, '::after').width) / node.clientWidth || 0);
  assert.ok((await wide('d1')) > 0.7 && (await wide('d6')) < 0.1 && (await wide('c1')) < 0.4, `${await wide('d1')} ${await wide('d6')} ${await wide('c1')}`);
  await place('d6').click();
  await page.waitForFunction(() => document.querySelector('.place.full[aria-label^="d1"]'));
  assert.equal(await page.locator('p[role=alert]').count(), 0);
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

test('the final standings have the best first, with what was counted and what was held', { timeout: 60000 }, async () => {
  const { page, send } = await madeTable(house.browser, house.base, { viewport: SIZES.phone });
  const names = ['Ann', 'Bob', 'Cid', 'Dot'];
  const standings = [[2, 104], [2, 71], [1, 40], [2, 45]].map(([place, score]) => ({ place, score, fate: 'finished', reason: { id: 'reason.points', text: 'the fewest points' } }));
  const zones = [{ id: 'hand-0', role: 'hand', layout: { kind: 'row' }, owner: 0, pieces: [{ kind: 'card', face: 'Q♠' }] }, { id: 'hand-1', role: 'hand', layout: { kind: 'row' }, owner: 1, pieces: [{ kind: 'card' }] }];
  const patch = [{ at: '/seats', set: names.map((name) => ({ name })) }, { at: '/zones', set: zones }, { at: '/to_act', set: [] }, { at: '/actions', set: [] }, { at: '/outcome', set: { ranking: 'lowest', standings } }];
  send({ type: 'update', match: 'made', viewer: 0, version: 2, patch, told: [] });
  await page.waitForSelector('.acts h2[role=status]');
  assert.equal(await page.locator('.acts h2[role=status]').innerText(), 'Cid wins!');
  const rows = await page.locator('.acts tbody tr').allInnerTexts();
  assert.deepEqual(rows.map((row) => row.split(/\s+/).filter(Boolean).join(' ')), ['1. Cid 40', '=2. Dot 45', '=2. Bob 71', '=2. Ann Q♠ 104']);
  // Several who have won are named as people name them.
  const won = standings.map((one, seat) => ({ ...one, place: seat === 0 ? 4 : 1 }));
  send({ type: 'update', match: 'made', viewer: 0, version: 3, patch: [{ at: '/outcome', set: { ranking: 'lowest', standings: won } }], told: [] });
  await page.waitForFunction(() => document.querySelector('.acts h2[role=status]').innerText === 'Cid, Dot, and Bob win!');
  await page.context().close();
});

test('the end of a match with a score sheet fits on a phone', { timeout: 90000 }, async () => {
  const page = await visitor(house, { viewport: { width: 360, height: 740 } });
  await sitDownWith(page, house, 'yacht-dice', 2, '3');
  await playOn(page);
  await page.waitForTimeout(800);
  assert.deepEqual(await page.evaluate(flaws), []);
  await leave(page);
});
