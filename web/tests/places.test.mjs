// Where people play: a screen with phones, one device for several, whoever is found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flaws } from './looks.mjs';
import { SIZES, leave, playOn, theHouse, visitor } from './visitor.mjs';

const house = theHouse();

/** The dialog of a game, with this way chosen. */
async function dialog(page, game, way) {
  await page.goto(`${house.base}/game/${game}`);
  await page.getByRole('button', { name: way }).click();
  return page.locator('dialog button[type=submit]');
}

test('a screen shows the table, phones show one’s own hand', { timeout: 120000 }, async () => {
  const screen = await visitor(house, { viewport: SIZES.tv });
  await (await dialog(screen, 'go-fish', 'On this screen')).click();
  const code = await screen.locator('p.code').innerText();
  // The picture can be photographed from the sofa, and the page fits.
  const picture = await screen.locator('.invite img').boundingBox();
  assert.ok(picture.width > SIZES.tv.height / 2 && picture.y + picture.height < SIZES.tv.height);
  assert.equal(await screen.getByRole('button', { name: 'Copy link' }).count(), 0);
  const phones = [await visitor(house, { viewport: SIZES.phone }), await visitor(house, { viewport: SIZES.phone })];
  for (const phone of phones) await phone.goto(`${house.base}/join/${code}`);
  for (const page of [screen, ...phones]) await page.waitForSelector('main.table');
  for (const phone of phones) await phone.getByRole('button', { name: 'Whole table' }).waitFor();
  // Who asks somebody clicks on them; all others have their own cards alone.
  await phones[0].waitForSelector('.around');
  assert.equal(await phones[1].locator('.around').count(), 0);
  assert.ok((await phones[0].locator('.mine .piece.card').count()) > 0);
  // The screen is for all: it knows nobody's cards.
  assert.equal(await screen.locator('.stage .piece.card:not([data-face=""])').count(), 0);
  // But for the legend, which names the suits that there are and no card.
  const told = (frame) => JSON.stringify(JSON.parse(frame, (key, value) => (key === 'legend' ? undefined : value)));
  assert.ok(!screen.frames_.some((frame) => /[♠♥♦♣]/.test(told(frame))));
  for (let turn = 0; turn < 6; turn += 1) for (const phone of phones) await playOn(phone, 1);
  await screen.waitForFunction(() => Number(document.querySelector('main.table').dataset.version) > 2);
  // A TV in another browser shows the same by the code.
  const tv = await visitor(house, { viewport: SIZES.tv });
  await tv.goto(`${house.base}/screen/${code.toLowerCase()}`);
  await tv.waitForSelector('main.table.display');
  assert.equal(await tv.locator('.acts .code').innerText(), code);
  for (const page of [screen, tv, ...phones]) await leave(page);
});

test('a paused match says so, by whom, and how it goes on', { timeout: 60000 }, async () => {
  const [ann, bob] = [await visitor(house), await visitor(house, { viewport: SIZES.phone })];
  const tv = await visitor(house, { viewport: SIZES.tv });
  await ann.goto(house.base);
  await ann.waitForSelector('.game');
  const room = await ann.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('parlor.token')}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ game: 'tic-tac-toe', clock: '5m+3s' });
    return (await fetch('/api/rooms', { method: 'POST', headers, body })).json();
  });
  await bob.goto(`${house.base}/join/${room.code}`);
  await ann.goto(`${house.base}/match/${room.id}`);
  await tv.goto(`${house.base}/screen/${room.code}`);
  for (const page of [ann, bob, tv]) await page.waitForSelector('main.table');
  const name = await ann.evaluate(() => document.querySelector('.plate.me .name').firstChild.textContent.trim());
  await ann.getByRole('button', { name: 'More' }).click();
  await ann.getByRole('button', { name: 'Pause' }).click();
  await bob.getByRole('button', { name: 'Accept' }).click();
  await ann.locator('.headline').getByText('You paused the match.').waitFor();
  for (const page of [bob, tv]) await page.locator('.headline').getByText(`${name} paused the match.`).waitFor();
  for (const page of [ann, bob]) await page.locator('.acts').getByText('Nobody can play until a player resumes it.').waitFor();
  for (const page of [ann, bob, tv]) {
    // Nothing looks as if it could be played, and nobody's time as if it ran.
    assert.equal(await page.locator('.place.legal, .plate.acting, .clock.running').count(), 0);
    assert.deepEqual(await page.evaluate(flaws), []);
  }
  assert.equal(await tv.getByRole('button', { name: 'Resume' }).count(), 0);
  await bob.locator('.play').getByRole('button', { name: 'Resume' }).click();
  for (const page of [ann, bob, tv]) await page.locator('.headline').getByText('paused').waitFor({ state: 'detached' });
  await ann.locator('.place.legal').first().click();
  await tv.waitForFunction(() => document.querySelectorAll('.stage .place.full').length === 1);
  for (const page of [ann, bob, tv]) await leave(page);
});

test('two people at one device, with a curtain between them', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  const begin = await dialog(page, 'go-fish', 'On this device');
  await page.locator('dialog').getByLabel('Player 2').fill('Kim');
  await begin.click();
  for (const name of [undefined, 'Kim']) {
    const curtain = page.getByRole('button', { name: name ? `I am ${name}` : /^I am / });
    await curtain.waitFor();
    // Nobody's cards are on the page while the device is handed over.
    assert.equal(await page.locator('.piece.card').count(), 0);
    await curtain.click();
    await page.waitForSelector('main.table .mine .piece.card');
    for (let tries = 0; tries < 40 && !(await page.locator('.curtain').count()); tries += 1) await playOn(page, 1);
  }
  // Also after a reload nothing is shown before somebody says who they are.
  await page.addInitScript(() => {
    window.seen = 0;
    new MutationObserver(() => (window.seen += document.querySelectorAll('.mine .piece.card').length)).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await page.getByRole('button', { name: /^I am / }).waitFor();
  assert.equal(await page.evaluate(() => window.seen), 0);
  await leave(page);
});

test('whoever looks for an opponent finds whoever looks for one as well', { timeout: 60000 }, async () => {
  const people = [await visitor(house), await visitor(house)];
  for (const page of people) {
    await (await dialog(page, 'tic-tac-toe', 'Find an opponent')).click();
  }
  for (const page of people) await page.waitForSelector('main.table');
  assert.equal(new Set(people.map((page) => page.url())).size, 1);
  for (const page of people) await leave(page);
});

test('whoever reloads while looking for an opponent still looks, and is found', { timeout: 60000 }, async () => {
  const [ann, bob] = [await visitor(house), await visitor(house)];
  await (await dialog(ann, 'hex', 'Find an opponent')).click();
  const banner = ann.getByText('Looking for an opponent for Hex');
  await banner.waitFor();
  await ann.reload();
  await banner.waitFor();
  await (await dialog(bob, 'hex', 'Find an opponent')).click();
  for (const page of [ann, bob]) await page.waitForSelector('main.table');
  // Whoever has stopped looking, or was found, is not sent anywhere by a reload.
  await ann.goto(house.base);
  await (await dialog(ann, 'hex', 'Find an opponent')).click();
  await banner.waitFor();
  await ann.getByRole('button', { name: 'Cancel' }).click();
  await ann.reload();
  await ann.waitForSelector('.game');
  assert.equal(await banner.count(), 0);
  for (const page of [ann, bob]) await leave(page);
});

test('an opponent who is found while nobody looks at the page is found afterwards', { timeout: 60000 }, async () => {
  const [ann, bob] = [await visitor(house), await visitor(house)];
  await (await dialog(ann, 'hex', 'Find an opponent')).click();
  await ann.getByText('Looking for an opponent').waitFor();
  await ann.goto('about:blank');
  await (await dialog(bob, 'hex', 'Find an opponent')).click();
  await bob.waitForURL((url) => url.pathname.startsWith('/match/'));
  await ann.goto(house.base);
  for (const page of [ann, bob]) await page.waitForSelector('main.table');
  for (const page of [ann, bob]) await leave(page);
});

test('what is not possible is explained where it was tried', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  await (await dialog(page, 'hex', 'On this device')).click();
  await page.waitForSelector('main.table');
  for (const version of ['2', '3']) {
    await page.locator('.place.legal').last().click();
    await page.waitForFunction((version) => document.querySelector('main.table').dataset.version === version, version);
  }
  await page.locator('.stage .piece').first().click({ force: true });
  await page.getByRole('alert').getByText('is taken').waitFor();
  // With the setting for it, each move is asked about.
  await page.locator('.who').click();
  await page.getByLabel('Confirm every move').check();
  await page.locator('.who').click();
  const before = await page.locator('main.table').getAttribute('data-version');
  await page.locator('.place.legal').nth(3).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await page.waitForFunction((before) => document.querySelector('main.table').dataset.version !== before, before);
  await leave(page);
});

test('pieces and cards are dragged to where they go', { timeout: 60000 }, async () => {
  const page = await visitor(house);
  const version = () => page.locator('main.table').getAttribute('data-version').then(Number);
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
    assert.equal(await page.locator('.ghost').count(), 1);
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
    assert.equal(await page.locator('.ghost').count(), 0);
  };
  await (await dialog(page, 'checkers', 'On this device')).click();
  await page.waitForSelector('main.table');
  const place = (name) => page.locator(`.place[data-touch="${name}"]`);
  const from = await middle(place('a3'));
  // Where it cannot go, nothing happens.
  await drag(from, await middle(place('a5')));
  assert.equal(await version(), 1);
  await drag(from, await middle(place('b4')));
  await page.waitForFunction(() => document.querySelector('main.table').dataset.version === '2');
  // A card that needs no place is played wherever it is let go.
  await page.goto(`${house.base}/`);
  await page.locator('.game:has(a[href="/game/hearts"]) button.main').click();
  await page.waitForSelector('.mine li.legal button');
  const before = await version();
  await drag(await middle(page.locator('.mine li.legal button').first()), await middle(page.locator('.middle')));
  await page.waitForFunction((before) => Number(document.querySelector('main.table').dataset.version) > before, before);
  await leave(page);
});
