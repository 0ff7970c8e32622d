// Boards of every kind: what a game says is there can be seen, at places of its own, and be touched.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { flaws } from './looks.mjs';
import { madeTable } from './pieces.mjs';
import { SIZES, change, leave, playOn, sitDown, sitDownWith, stands, theHouse, visitor } from './visitor.mjs';

const house = theHouse(['server.allow_seeds=true']);
// As the rules show them: a test of crates/flow keeps them true.
const views = JSON.parse(readFileSync(new URL('./views.json', import.meta.url), 'utf8'));

/** A page at a table with this view; `sent` gives what it has said since, by type. */
async function tableWith(view, size = SIZES.laptop) {
  const sent = [];
  const { page, send } = await madeTable(house.browser, house.base, { viewport: size, reducedMotion: 'reduce' }, view, (frame) => sent.push(frame));
  const troubles = [];
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.troubles = troubles;
  return { page, send, sent: (type) => sent.filter((frame) => frame.type === type) };
}

const middleOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
/** The middles of all that is found, by what they touch. */
const middles = (page, selector) =>
  page.evaluate((selector) => [...document.querySelectorAll(selector)].map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { name: node.dataset.touch ?? node.dataset.face, x: x + width / 2, y: y + height / 2, width, height };
  }), selector);

/** Of all pairs, the least distance in pixels. */
function nearest(spots) {
  const all = spots.flatMap((one, index) => spots.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)));
  return Math.min(...all);
}

/** No two boxes lie on each other. */
function apart(boxes) {
  boxes.forEach((one, index) => boxes.slice(index + 1).forEach((other) => {
    const beside = Math.abs(one.x - other.x) >= (one.width + other.width) / 2 - 1;
    const above = Math.abs(one.y - other.y) >= (one.height + other.height) / 2 - 1;
    assert.ok(beside || above, `${one.name} lies on ${other.name}`);
  }));
}

for (const [name, viewport] of [['phone', SIZES.phone], ['laptop', SIZES.laptop]]) {
  test(`nine men's morris has 24 places with lines between them, and takes a man, on a ${name}`, { timeout: 60000 }, async () => {
    const page = await visitor(house, { viewport });
    await sitDownWith(page, house, 'nine-mens-morris', 2, '3');
    await page.waitForSelector('.place.legal');
    const places = await middles(page, '[data-zone=board] .place');
    assert.equal(places.length, 24);
    assert.ok(nearest(places) > 25, `${nearest(places)} pixels from place to place`);
    // The corners of the largest square are where they belong, and the board is a square.
    const at = Object.fromEntries(places.map((place) => [place.name, place]));
    assert.ok(at.a1.x < at.d1.x && at.d1.x < at.g1.x && at.a7.y < at.a4.y && at.a4.y < at.a1.y);
    assert.ok(Math.abs(at.g1.x - at.a1.x - (at.a1.y - at.a7.y)) < 2);
    // Each line leads from one place to another; each is there once.
    const lines = await page.locator('[data-zone=board] line').evaluateAll((all) => all.map((line) => ['x1', 'y1', 'x2', 'y2'].map((end) => Number(line.getAttribute(end))).join()));
    assert.equal(new Set(lines).size, 32);
    await page.screenshot({ path: `${process.env.PARLOR_PICTURES ?? 'artifacts'}/morris-${name}.png` });
    assert.ok(lines.every((line) => { const [a, b, c, d] = line.split(',').map(Number); return Math.hypot(a - c, b - d) >= 0.99; }));
    assert.deepEqual(await page.evaluate(flaws), []);
    const was = await page.evaluate(stands);
    await page.mouse.click(at.d2.x, at.d2.y);
    assert.ok(await change(page, was));
    await page.waitForFunction(() => document.querySelectorAll('[data-zone=board] .piece').length >= 1);
    const [man] = (await middles(page, '[data-zone=board] .piece')).filter((piece) => Math.hypot(piece.x - at.d2.x, piece.y - at.d2.y) < 3);
    assert.ok(man, 'the man stands where it was placed');
    await page.screenshot({ path: `${process.env.PARLOR_PICTURES ?? 'artifacts'}/morris-${name}.png` });
    await leave(page);
  });
}

test('on a map one walks with the arrows, and places with Enter', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDownWith(page, house, 'nine-mens-morris', 2, '3');
  await page.locator('.place.legal[data-touch=a1]').focus();
  const here = () => page.evaluate(() => document.activeElement?.dataset.touch);
  const seen = [await here()];
  for (const key of ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowUp']) {
    await page.keyboard.press(key);
    seen.push(await here());
  }
  assert.deepEqual(seen, ['a1', 'd1', 'd2', 'b2', 'b4']);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => [...document.querySelectorAll('.place')].some((place) => place.getAttribute('aria-label')?.startsWith('b4:')));
  await leave(page);
});

for (const [name, viewport] of [['phone', SIZES.phone], ['laptop', SIZES.laptop]]) {
  test(`a hexagonal board shows its hexagons, each beside its neighbors, on a ${name}`, { timeout: 60000 }, async () => {
    const { page, sent } = await tableWith(views.field, viewport);
    await page.waitForSelector('.place polygon');
    const hexes = await middles(page, '.place');
    assert.equal(hexes.length, 19);
    assert.equal(await page.locator('.place polygon').count(), 19);
    // In a field of hexagons the one in the middle has six neighbors, all equally far away.
    const middle = hexes.find((hex) => hex.name === views.field.zones[0].pieces[0].at);
    const far = hexes.map((hex) => Math.hypot(hex.x - middle.x, hex.y - middle.y)).sort((a, b) => a - b).slice(1, 8);
    assert.ok(far[5] - far[0] < 2 && far[6] > far[0] * 1.5, far.join());
    const [stone] = await middles(page, '.piece');
    assert.ok(Math.hypot(stone.x - middle.x, stone.y - middle.y) < 2);
    assert.deepEqual(await page.evaluate(flaws), []);
    await page.screenshot({ path: `${process.env.PARLOR_PICTURES ?? 'artifacts'}/field-${name}.png` });
    const free = hexes.find((hex) => hex.name !== middle.name);
    await page.mouse.click(free.x, free.y);
    await page.waitForTimeout(50);
    assert.deepEqual(sent('submit').map((frame) => frame.command), views.field.actions.filter((action) => action.touches[0] === free.name).map((action) => action.command));
    await leave(page);
  });
}

for (const [name, viewport] of [['phone', SIZES.phone], ['laptop', SIZES.laptop]]) {
  test(`of several in one town each can be seen and sent away, on a ${name}`, { timeout: 60000 }, async () => {
    const { page, sent } = await tableWith(views.roads, viewport);
    await page.waitForSelector('.piece');
    const towns = await middles(page, 'g.place');
    assert.equal(towns.length, 3);
    assert.ok(nearest(towns) > 60);
    assert.equal(await page.locator('line').count(), 3);
    assert.equal(await page.locator('line.closed').count(), 1);
    const all = await middles(page, '.stand');
    assert.equal(all.length, 4);
    apart(all);
    await page.screenshot({ path: `${process.env.PARLOR_PICTURES ?? 'artifacts'}/roads-${name}.png` });
    // Two of them are one's own; the second is meant by touching it.
    const own = await middles(page, 'button.one');
    assert.deepEqual(own.map((piece) => piece.name).sort(), [...new Set(views.roads.actions.map((action) => action.touches[0]))].sort());
    await page.mouse.click(own[1].x, own[1].y);
    await page.locator('.place.legal').first().waitFor();
    assert.equal(await page.locator('.place.legal').count(), 2);
    const town = await page.locator('.place.legal').first().getAttribute('data-touch');
    const { x, y } = towns.find((one) => one.name === town);
    await page.mouse.click(x, y);
    const wanted = views.roads.actions.find((action) => action.touches[0] === own[1].name && action.touches[1] === town);
    await page.waitForTimeout(50);
    assert.deepEqual(sent('submit').map((frame) => frame.command), [wanted.command]);
    await leave(page);
  });
}

test('of several on one square, all are seen, and one says which is meant', { timeout: 60000 }, async () => {
  const { page, sent } = await tableWith(views.crowd);
  await page.waitForSelector('.piece');
  const all = await middles(page, '.stand');
  assert.equal(all.length, 3);
  apart(all);
  const square = middleOf(await page.locator('.place[data-touch=b2]').boundingBox());
  await page.mouse.click(square.x, square.y);
  await page.locator('.acts .buttons button.main').nth(2).waitFor();
  await page.locator('.acts .buttons button.main', { hasText: 'rook' }).click();
  const wanted = views.crowd.actions.find((action) => /rook/.test(action.text));
  assert.deepEqual(sent('submit').map((frame) => frame.command), [wanted.command]);
  await leave(page);
});

/** The places that are marked as those of the latest move. */
const marks = (page) => page.evaluate(() => [...document.querySelectorAll('.place.last')].map((node) => (node.getAttribute('aria-label') ?? '').match(/^\w+/)?.[0]).sort());

/** The places that a record has touched, as the server tells them. */
const touched = (update) => [...new Set(update.told.flatMap(({ data }) => [data?.from_at, data?.to_at]).filter(Boolean))].sort();

for (const game of ['checkers', 'hex-table', 'nine-mens-morris']) {
  test(`after a move in ${game} the places that it touched are marked, and no others`, { timeout: 60000 }, async () => {
    const page = await visitor(house);
    await sitDownWith(page, house, game, 2, '5');
    for (let moves = 0; moves < 3; moves += 1) {
      await page.waitForSelector('.place.legal');
      await playOn(page, game === 'checkers' ? 2 : 1);
      await page.waitForSelector('.place.legal');
      const updates = page.frames_.map((text) => JSON.parse(text)).filter((frame) => frame.type === 'update' && frame.told?.length);
      const places = touched(updates.at(-1));
      assert.ok(places.length >= 1, JSON.stringify(updates.at(-1)?.told));
      await page.waitForFunction((count) => document.querySelectorAll('.place.last').length === count, places.length, { timeout: 3000 }).catch(() => {});
      assert.deepEqual(await marks(page), places);
    }
    await leave(page);
  });
}

test('an empty pile that can be touched looks like it', { timeout: 60000 }, async () => {
  const zones = [
    { id: 'discard', layout: { kind: 'pile' }, count: 0, pieces: [] },
    { id: 'hand-0', layout: { kind: 'row' }, owner: 0, pieces: [{ kind: 'card', face: 'Q♠', handle: '#7' }] },
  ];
  const actions = [{ command: 'discard', text: 'discard Q♠', touches: ['#7', 'discard'] }];
  const { page, sent } = await tableWith({ viewer: 0, to_act: [0], seats: [{ name: 'Ann' }, { name: 'Bob' }], zones, actions });
  const edge = () => page.locator('[data-zone=discard] .slot').evaluate((slot) => getComputedStyle(slot).borderTopColor);
  const before = await edge();
  await page.locator('.mine li.legal button').click();
  await page.locator('[data-zone=discard] button.legal').waitFor();
  assert.notEqual(await edge(), before);
  await page.locator('[data-zone=discard] button.legal').click();
  assert.equal(sent('submit')[0].command, 'discard');
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('a seat is chosen by its plate', { timeout: 60000 }, async () => {
  for (const size of [SIZES.phone, SIZES.laptop]) {
    const { page, sent } = await tableWith(views.gifts, size);
    await page.locator('.mine li.legal button').first().click();
    const plates = page.locator('.plate button.choose');
    assert.equal(await plates.count(), 2);
    await page.screenshot({ path: `${process.env.PARLOR_PICTURES ?? 'artifacts'}/gifts-${size.width}.png` });
    await page.getByRole('button', { name: 'Choose Cleo' }).click();
    const [command] = sent('submit').map((frame) => frame.command);
    const wanted = views.gifts.actions.filter((action) => action.touches[1] === '@2').map((action) => JSON.stringify(action.command));
    assert.ok(wanted.includes(JSON.stringify(command)), JSON.stringify(command));
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test('a seat is chosen with the keyboard alone', { timeout: 60000 }, async () => {
  const { page, sent } = await tableWith(views.gifts);
  await page.locator('.mine li.legal button').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.plate button.choose').first().waitFor();
  for (let tries = 0; tries < 60; tries += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Choose Bob')) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForTimeout(50);
  const wanted = views.gifts.actions.filter((action) => action.touches[1] === '@1').map((action) => JSON.stringify(action.command));
  assert.ok(wanted.includes(JSON.stringify(sent('submit')[0]?.command)));
  await leave(page);
});

test('in Go fish one asks somebody by touching their plate', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDownWith(page, house, 'go-fish', 3, '4');
  await page.locator('.plate button.choose').first().waitFor({ timeout: 20000 });
  const was = await page.evaluate(stands);
  await page.locator('.plate button.choose').first().click();
  const ranks = page.locator('.acts .buttons > button.main');
  await ranks.first().waitFor();
  await ranks.first().click();
  assert.ok(await change(page, was));
  await leave(page);
});

test('what is clicked where it cannot go is asked about, and never sent', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await sitDown(page, house, 'checkers');
  await page.waitForSelector('.place.legal');
  await page.locator('.place[aria-label^="c3"]').click();
  await page.locator('.place[aria-label^="c5"]').click({ force: true });
  await page.locator('p[role=alert]').waitFor();
  const said = page.sent_.map((text) => JSON.parse(text).type);
  assert.equal(said.filter((type) => type === 'why').length, 1);
  assert.equal(said.filter((type) => type === 'submit').length, 0);
  // The rules themselves say why: they name the place.
  await page.waitForFunction(() => /c5/.test(document.querySelector('p[role=alert]')?.textContent ?? ''));
  assert.equal(await page.locator('main.table').getAttribute('data-version'), '1');
  await leave(page);
});
