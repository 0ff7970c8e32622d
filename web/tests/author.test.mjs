// The author's panel of `parlor dev` in a real browser, with a ruleset that is saved while it is played.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { binaryPath } from './server.mjs';
import { leave, openBrowser, visitor } from './visitor.mjs';

/** Starts `parlor dev` and gives the address of its table. */
async function dev(file) {
  const process = spawn(binaryPath(), ['dev', file, '--no-open', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const url = await new Promise((resolve, reject) => {
    process.stdout.on('data', (data) => {
      said += data;
      const found = /your table: (\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    process.on('exit', () => reject(new Error(said)));
  });
  return { url, stop: () => process.kill() };
}

test('an author sees behind the table, and what is wrong with the file', { timeout: 120000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-author-'));
  const file = join(folder, 'war.cardgame.json');
  copyFileSync(new URL('../../rulesets/war.cardgame.json', import.meta.url), file);
  const table = await dev(file);
  const browser = await openBrowser();
  try {
    const page = await visitor({ browser });
    await page.goto(table.url);
    await page.waitForSelector('main.table .author');
    const tab = (name) => page.getByRole('tab', { name }).click();
    await page.locator('.author details').first().waitFor();
    await tab('Commands');
    await page.locator('.author li button').first().click();
    await page.waitForFunction(() => Number(document.querySelector('main.table').dataset.version) > 1);
    await tab('Events');
    await page.locator('.author details').first().waitFor();
    await tab('Views');
    await page.locator('.author select').selectOption('1');
    await page.locator('.author details').first().waitFor();
    await page.getByLabel('Show the table this way').check();
    await page.waitForFunction(() => !document.querySelector('.stage .legal'));
    await page.getByLabel('Show the table this way').uncheck();
    await tab('Bots');
    const before = Number(await page.locator('main.table').getAttribute('data-version'));
    await page.getByRole('button', { name: 'Let a bot play this move' }).click();
    await page.waitForFunction((before) => Number(document.querySelector('main.table').dataset.version) > before, before);
    // A mistake is shown with the line that it is in; once it is mended, all is fine.
    const rules = readFileSync(file, 'utf8');
    writeFileSync(file, rules.replace('"roles"', '"rolls"'));
    await page.locator('.author .problems').waitFor();
    assert.match(await page.locator('.author .problems').innerText(), /rolls/);
    writeFileSync(file, rules);
    await page.locator('.author .fine').waitFor();
    // The same cards again, by the same seed.
    const cards = () => page.locator('.stage .mine .piece').evaluateAll((all) => all.map((one) => one.dataset.face));
    await page.getByRole('button', { name: 'Go to the start' }).click();
    const dealt = await cards();
    await tab('New match');
    await page.locator('.author form button[type=submit]').click();
    await page.waitForFunction(() => document.querySelector('main.table')?.dataset.version === '1');
    assert.deepEqual(await cards(), dealt);
    await leave(page);
  } finally {
    await browser.close();
    table.stop();
    rmSync(folder, { recursive: true });
  }
});
