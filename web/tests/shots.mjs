// Pictures of every page and every game's table, to look at: node tests/shots.mjs [FOLDER] [GAME…]
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { browserPath, withServer } from './server.mjs';

const folder = process.argv[2] ?? '/tmp/shots';
const only = process.argv.slice(3);
mkdirSync(folder, { recursive: true });
const SIZES = { phone: { width: 360, height: 740 }, laptop: { width: 1280, height: 800 }, tv: { width: 1920, height: 1080 } };

await withServer(async (base) => {
  const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  const games = (await (await fetch(`${base}/api/games`)).json()).map((game) => game.id);
  for (const [size, viewport] of Object.entries(SIZES)) {
    if (only.length && size === 'tv') continue;
    const page = await browser.newPage({ viewport });
    const troubles = [];
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(String(error)));
    await page.goto(base);
    await page.waitForSelector('.game');
    await page.waitForTimeout(700);
    if (!only.length) await page.screenshot({ path: `${folder}/lobby-${size}.png` });
    for (const game of only.length ? only : size === 'tv' ? [] : games) {
      await page.goto(base);
      await page.locator(`.game:has(a[href="/game/${game}"]) button.main`).click();
      await page.waitForSelector('.stage', { timeout: 10000 });
      await page.waitForTimeout(900);
      await page.screenshot({ path: `${folder}/${game}-${size}.png` });
    }
    if (troubles.length) console.log(size, [...new Set(troubles)].slice(0, 10));
    await page.close();
  }
  await browser.close();
});
