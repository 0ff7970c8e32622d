// What views say of boards and pieces, and whether a player is misled by what is seen of it: fog, ground, walls and doors, attachments,
// who holds what, lists of pieces, how far one is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flaws } from './looks.mjs';
import { madeTable } from './pieces.mjs';
import { SIZES, theHouse } from './visitor.mjs';

const house = theHouse();
const pictures = process.env.PARLOR_PICTURES ?? 'artifacts';
const seats = [{ name: 'Ann' }, { name: 'Bob' }];

async function tableWith(name, parts, viewport = SIZES.laptop) {
  const sent = [];
  const view = { viewer: 0, to_act: [0], seats, ...parts };
  const { page } = await madeTable(house.browser, house.base, { viewport, reducedMotion: 'reduce' }, view, (frame) => frame.type === 'submit' && sent.push(frame.command));
  page.troubles = [];
  page.on('pageerror', (error) => page.troubles.push(String(error)));
  await page.screenshot({ path: `${pictures}/${name}-${viewport.width}.png` });
  return { page, sent };
}

async function done(page) {
  assert.deepEqual(await page.evaluate(flaws), []);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
}

/** The color in the middle of an element, as people see it. */
async function seen(page, selector, [x, y] = [0.5, 0.5]) {
  const box = await page.locator(selector).first().boundingBox();
  const clip = { x: Math.round(box.x + box.width * x), y: Math.round(box.y + box.height * y), width: 1, height: 1 };
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, png);
}
const apart = (one, other) => Math.hypot(...one.map((part, index) => part - other[index]));
const light = ([red, green, blue]) => red * 0.3 + green * 0.6 + blue * 0.1;
const at = (place) => `.place[data-touch="${place}"]`;
const label = (page, place) => page.locator(at(place)).getAttribute('aria-label');

const cells = {
  a1: { sight: 'seen' }, b1: { sight: 'seen', ground: 'water' }, c1: { sight: 'explored', ground: 'water', height: 2 }, a2: { sight: 'explored' }, b3: { sight: 'explored', last_seen: [{ kind: 'meeple', face: 'spy', owner: 1 }] }, b2: { sight: 'seen', ground: 'mud', odds: 7 },
};
const legend = { values: { ground: { shown_as: { kind: 'word' }, label: { id: 'value.ground', text: 'Ground' }, order: 0 }, height: { shown_as: { kind: 'counter' }, label: { id: 'value.height', text: 'Height' }, order: 1 } } };
const colors = { ground: { water: '#4a90d9' } };
const scout = { kind: 'meeple', face: 'scout', handle: '#0', owner: 0, at: 'a1' };
const boards = {
  grid: { id: 'field', role: 'board', layout: { kind: 'grid', columns: 3, rows: 3 }, attributes: { fog: true, cells, colors }, pieces: [scout] },
  hexes: { id: 'field', role: 'board', layout: { kind: 'hexes', columns: 3, rows: 3 }, attributes: { fog: true, cells, colors }, pieces: [scout] },
};

for (const [kind, zone] of Object.entries(boards)) {
  for (const size of [SIZES.laptop, SIZES.phone]) {
    test(`in fog on ${kind}, what was never seen, what is out of sight and what is empty look different (${size.width})`, { timeout: 60000 }, async () => {
      const { page } = await tableWith(`fog-${kind}`, { zones: [zone], legend }, size);
      const spot = [0.3, 0.35];
      const [unseen, empty, away] = [await seen(page, at('c3'), spot), await seen(page, at('b2'), spot), await seen(page, at('a2'), spot)];
      assert.ok(apart(unseen, empty) > 60 && apart(unseen, away) > 25 && apart(away, empty) > 40, `${unseen} ${empty} ${away}`);
      // Ground has its color, dimmer where it is out of sight.
      const [water, far] = [await seen(page, at('b1'), spot), await seen(page, at('c1'), spot)];
      assert.ok(water[2] > water[0] + 60 && far[2] > far[0] + 20, `${water} ${far}`);
      assert.ok(light(far) < light(water) - 20);
      // What has no color is written there, and what the game does not declare is not.
      assert.match(await page.locator(at('b2')).textContent(), /mud/);
      assert.match(await page.locator(at('c1')).textContent(), /2/);
      assert.doesNotMatch(await page.locator('.stage').textContent(), /odds|7/);
      // What was last seen is a shade of itself, which is not taken for a piece that stands there.
      const [here, gone] = [page.locator('.piece[data-face=scout]'), page.locator('.piece[data-face=spy]')];
      assert.equal(await gone.count(), 1);
      const opacity = (piece) => piece.evaluate((node) => Number(getComputedStyle(node).opacity));
      assert.ok((await opacity(gone)) < 0.7 && (await opacity(here)) === 1);
      assert.match(await page.locator('.shade').textContent(), /\?/);
      assert.match(await label(page, 'b3'), /out of sight.*last seen here: .*spy Bob/);
      // And those who hear it learn the same.
      assert.match(await label(page, 'c3'), /unexplored/);
      assert.match(await label(page, 'c1'), /water.*Height 2.*out of sight/);
      assert.doesNotMatch(await label(page, 'b1'), /unexplored|out of sight/);
      await done(page);
    });
  }
}

test('who sees nothing of a board in fog does not take it for an empty one', { timeout: 60000 }, async () => {
  const zone = { ...boards.grid, attributes: { fog: true, cells: {} }, pieces: [] };
  const lost = { id: 'lost', role: 'discard', layout: { kind: 'row' }, pieces: [scout] };
  const { page } = await tableWith('fog-all', { zones: [zone, lost] });
  assert.equal(await page.locator('.place.unseen').count(), 9);
  await done(page);
});

for (const kind of ['grid', 'hexes']) {
  test(`walls, closed and open doors on ${kind} stand between their cells and are not mistaken for each other`, { timeout: 60000 }, async () => {
    const links = [{ from: 'b1', to: 'c1', open: false }, { from: 'b2', to: 'c2', open: true }, { from: 'a3', to: 'c1', open: true }];
    const zone = { ...boards[kind], attributes: { walls: [['a1', 'b1'], ['a1', 'a2']], links } };
    const { page } = await tableWith(`walls-${kind}`, { zones: [zone] });
    const middle = async (selector) => {
      const { x, y, width, height } = await page.locator(selector).first().boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    // Each lies halfway between its two cells.
    for (const [from, to] of [['a1', 'b1'], ['a1', 'a2'], ['b1', 'c1'], ['b2', 'c2'], ['a3', 'c1']]) {
      const [a, b, seam] = [await middle(at(from)), await middle(at(to)), await middle(`[data-seam="${from}-${to}"]`)];
      assert.ok(Math.hypot((a.x + b.x) / 2 - seam.x, (a.y + b.y) / 2 - seam.y) < 3, `${from}-${to}`);
    }
    const look = (name) => page.locator(`[data-seam="${name}"]`).evaluate((node) => { const { stroke, strokeDasharray } = getComputedStyle(node); return `${stroke} ${strokeDasharray}`; });
    const looks = [await look('a1-b1'), await look('b1-c1'), await look('b2-c2')];
    assert.equal(new Set(looks).size, 3, looks.join(' | '));
    assert.match(await label(page, 'a1'), /wall to b1.*wall to a2/);
    assert.match(await label(page, 'c1'), /closed door to b1/);
    assert.match(await label(page, 'c2'), /open way to b2/);
    await done(page);
  });
}

const chains = { kind: 'aura', face: 'chains', handle: '#7', owner: 1 };
const face = { shape: 'card', corners: { top_left: ['cost'], top_right: ['hunts'], bottom_right: ['attack', 'health'] }, bars: [{ value: 'health', most: 'most' }], turned: 'tapped', text: ['rules'] };
const bear = { kind: 'creature', face: 'bear', handle: '#4', owner: 0, controller: 1, attached: [chains], attributes: { cost: 3, attack: 2, health: 1, most: 4, rules: 'Sleeps.' } };
const wolf = { kind: 'creature', face: 'wolf', handle: '#5', owner: 1, attributes: { tapped: true, hunts: ['#4', null] } };
const value = (kind, text) => ({ shown_as: { kind }, label: { id: `value.${text}`, text }, order: 0 });
const beasts = {
  zones: [
    { id: 'field-0', role: 'tableau', owner: 0, layout: { kind: 'spread' }, pieces: [bear] },
    { id: 'field-1', role: 'tableau', owner: 1, layout: { kind: 'spread' }, pieces: [wolf] },
    { id: 'field', role: 'board', layout: { kind: 'grid', columns: 3, rows: 2 }, pieces: [{ ...bear, kind: 'unit', handle: '#6', at: 'b1', attached: [{ ...chains, handle: '#8' }] }, { kind: 'unit', face: 'fox', handle: '#3', owner: 0, at: 'a1' }] },
  ],
  legend: { pieces: { creature: face }, values: { waiting: value('piece', 'Waiting'), turns: value('seat', 'Turns') } },
  values: { waiting: ['#5', null], turns: [1, 0], plans: ['#5'] },
  actions: [{ command: 'cut', text: 'cut the chains', touches: ['#7'] }],
  prompt: { id: 'prompt.cut', text: 'Cut something' },
  progress: { made: 1, least: 3, most: 3 },
};

for (const size of [SIZES.laptop, SIZES.phone]) {
  test(`what is attached lies on its host, and can be touched there (${size.width})`, { timeout: 60000 }, async () => {
    const { page, sent } = await tableWith('attached', beasts, size);
    const boxOf = (selector) => page.locator(selector).first().boundingBox();
    for (const [host, one] of [['[data-zone=field-0] .piece[data-face=bear]', '[data-zone=field-0] .piece[data-face=chains]'], ['[data-zone=field] .piece[data-face=bear]', '[data-zone=field] .piece[data-face=chains]']]) {
      const [big, small] = [await boxOf(host), await boxOf(one)];
      assert.ok(small.width < big.width * 0.8 && small.width > 8, `${small.width} of ${big.width}`);
      const across = Math.min(big.x + big.width, small.x + small.width) - Math.max(big.x, small.x);
      const down = Math.min(big.y + big.height, small.y + small.height) - Math.max(big.y, small.y);
      assert.ok(across > small.width * 0.7 && down > small.height * 0.4, 'it lies on its host');
    }
    await page.locator('[data-touch="#7"]').first().click();
    await page.waitForTimeout(50);
    assert.deepEqual(sent, ['cut']);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

test('a piece that somebody else decides over is theirs to see, and whose it was, too', { timeout: 60000 }, async () => {
  const { page } = await tableWith('controlled', beasts);
  const colors = await page.evaluate(() => {
    const shown = (selector) => getComputedStyle(document.querySelector(selector)).getPropertyValue('--owner').trim();
    const of = (seat) => getComputedStyle(document.documentElement).getPropertyValue(`--seat-${seat}`).trim();
    return { bear: shown('[data-zone=field] .piece[data-face=bear]'), fox: shown('[data-zone=field] .piece[data-face=fox]'), tag: shown('[data-zone=field] .piece[data-face=bear] .owned'), ann: of(0), bob: of(1) };
  });
  assert.equal(colors.bear, colors.bob);
  assert.equal(colors.fox, colors.ann);
  assert.equal(colors.tag, colors.ann);
  assert.equal(await page.locator('.owned').count(), 2);
  assert.match(await label(page, 'b1'), /Ann \(controlled by Bob\)/);
  await page.context().close();
});

test('lists of pieces show faces, never handles, and what is secret is counted', { timeout: 60000 }, async () => {
  const { page } = await tableWith('lists', beasts);
  const counts = await page.locator('.counts').textContent();
  assert.match(counts, /Waiting\s*wolf, \?/);
  assert.match(counts, /Turns\s*Bob, Ann/);
  assert.doesNotMatch(await page.locator('.stage').textContent(), /#\d|plans/i);
  assert.equal(await page.locator('[data-zone=field-1] b.top_right').textContent(), 'bear, ?');
  // Cards of a kind of their own are cards: higher than wide, and upright they do not lie on each other.
  const { width, height } = await page.locator('[data-zone=field-0] .piece.card').first().boundingBox();
  assert.ok(height > width * 1.2, `${width} × ${height}`);
  await page.context().close();
});

test('who has to choose several sees how many are chosen', { timeout: 60000 }, async () => {
  const { page } = await tableWith('progress', beasts);
  assert.match(await page.locator('h1.headline').textContent(), /Cut something\s+1 of 3/);
  await page.context().close();
});
