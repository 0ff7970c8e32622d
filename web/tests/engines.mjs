// The page in browsers other than Chromium: from the lobby to the end of a match, looked at in all sizes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { engines, pause, until } from './drivers.mjs';
import { flaws } from './looks.mjs';
import { withServer } from './server.mjs';
import { CHOICES, SIZES, stands } from './visitor.mjs';

const GAMES = ['tic-tac-toe', 'connect-four', 'hex', 'checkers', 'crazy-eights', 'hearts', 'go-fish', 'cribbage', 'yacht-dice', 'rummy'];
const MOST_TOUCHES = 40;
const pictures = process.env.PARLOR_PICTURES;
let failed = false;

function touch(choices, at) {
  const found = [...document.querySelectorAll(choices)].filter((node) => !node.closest('details:not([open])') && !node.disabled);
  found[(Math.imul(at + 1, 0x9e3779b1) >>> 8) % found.length]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return document.querySelector('.acts h2[role=status]')?.textContent;
}

async function looks(driver, name) {
  const wrong = [];
  for (const [size, { width, height }] of Object.entries(SIZES)) {
    await driver.size(width, height);
    await pause(700);
    // Not every window becomes as narrow as a phone.
    const [wide, high] = await driver.evaluate(() => [innerWidth, innerHeight]);
    wrong.push(...(await driver.evaluate(flaws)).map((flaw) => `${name} at ${wide}×${high}: ${flaw}`));
    if (pictures) writeFileSync(`${pictures}/${driver.name.split(' ')[0]}-${name}-${size}.png`, Buffer.from(await driver.picture(), 'base64'));
  }
  await driver.size(SIZES.laptop.width, SIZES.laptop.height);
  return wrong;
}

/** Plays one game from the lobby; says what is wrong, and whether it came to its end. */
async function played(driver, base, game) {
  await driver.go(base);
  await until(driver, 'the lobby', (game) => document.querySelector(`.game:has(a[href="/game/${game}"]) button.main`) !== null, game);
  await driver.evaluate((game) => document.querySelector(`.game:has(a[href="/game/${game}"]) button.main`).click(), game);
  await until(driver, 'the table', () => document.querySelector('main.table') !== null);
  const wrong = await looks(driver, game);
  let over;
  for (let at = 0; at < MOST_TOUCHES && !over; at += 1) {
    const was = await driver.evaluate(stands);
    over = await driver.evaluate(touch, CHOICES, at);
    for (let tries = 0; tries < 20 && (await driver.evaluate(stands)) === was; tries += 1) await pause(50);
  }
  wrong.push(...(await looks(driver, `${game}-later`)), ...(await driver.troubles()));
  const version = await driver.evaluate(() => Number(document.querySelector('main.table').dataset.version));
  if (version < 5) wrong.push(`it came only to version ${version}`);
  return { wrong, version, over };
}

if (pictures) mkdirSync(pictures, { recursive: true });
await withServer(async (base) => {
  for (const [name, start] of Object.entries(engines())) {
    if (!start) {
      console.log(`${name}: SKIPPED: it is not here (packages firefox-esr; webkit2gtk-driver and xvfb)`);
      continue;
    }
    const driver = await start();
    console.log(driver.name);
    try {
      for (const game of GAMES) {
        const { wrong, version, over } = await played(driver, base, game);
        failed ||= wrong.length > 0;
        console.log(`  ${wrong.length ? '✖' : '✔'} ${game}: ${version} versions${over ? `, ${over}` : ''}`);
        for (const flaw of wrong) console.log(`    ${flaw}`);
      }
    } finally {
      await driver.close();
    }
  }
});
process.exit(failed ? 1 : 0);
