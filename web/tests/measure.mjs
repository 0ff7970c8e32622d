// Measures the page: Lighthouse's scores, the bytes of a first load, and how long a view of 200 pieces takes to change.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIMIT, firstLoad, total } from './bytes.mjs';
import { updateMs } from './pieces.mjs';
import { browserPath, withServer } from './server.mjs';
import { openBrowser } from './visitor.mjs';

// Fetched when it is asked for: it is larger than everything else here together.
const LIGHTHOUSE = 'lighthouse@12.8.2';
const LEAST = 95;
const KINDS = ['performance', 'accessibility', 'best-practices'];
const FRAME_MS = 1000 / 60;
let failed = false;

function lighthouse(folder, args) {
  const env = { ...process.env, CHROME_PATH: browserPath() };
  return spawnSync('npx', ['--yes', '--prefix', folder, LIGHTHOUSE, ...args], { cwd: folder, env, encoding: 'utf8', timeout: 300000 });
}

/** The scores of a page, of 100; nothing where the page could not be measured. */
function scoresOf(folder, address, preset) {
  const path = join(folder, 'report.json');
  const made = lighthouse(folder, [address, '--quiet', '--output=json', `--output-path=${path}`, `--only-categories=${KINDS.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu', ...(preset === 'desktop' ? ['--preset=desktop'] : [])]);
  if (made.status !== 0) throw new Error(made.stderr.slice(-400));
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const missed = KINDS.flatMap((kind) => report.categories[kind].auditRefs.filter(({ id, weight }) => weight > 0 && (report.audits[id].score ?? 1) < 0.9).map(({ id }) => id));
  return { scores: KINDS.map((kind) => Math.round(report.categories[kind].score * 100)), missed: [...new Set(missed)] };
}

async function tableOf(base, game, session) {
  const headers = { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' };
  const made = await fetch(`${base}/api/rooms`, { method: 'POST', headers, body: JSON.stringify({ game, seats: ['me', 'easy'] }) });
  return `${base}/match/${(await made.json()).id}#token=${session.token}`;
}

await withServer(async (base) => {
  const sizes = firstLoad(fileURLToPath(new URL('../dist', import.meta.url)));
  console.log(`first load, compressed: ${(total(sizes) / 1024).toFixed(1)} KB of ${LIMIT / 1024} KB`);
  failed ||= total(sizes) > LIMIT;

  const browser = await openBrowser();
  for (const [many, motion] of [[1, 'reduce'], [1, 'no-preference'], [200, 'reduce'], [200, 'no-preference']]) {
    const ms = await updateMs(browser, base, many, motion);
    console.log(`200 pieces, ${many} of them changed, ${motion === 'reduce' ? 'without' : 'with'} motion: ${ms.toFixed(1)} ms, ${(ms / FRAME_MS).toFixed(2)} of a frame`);
  }
  await browser.close();

  const folder = mkdtempSync(join(tmpdir(), 'parlor-measure-'));
  try {
    if (lighthouse(folder, ['--version']).status !== 0) {
      console.log(`scores: SKIPPED: ${LIGHTHOUSE} cannot be fetched here`);
      return;
    }
    const headers = { 'content-type': 'application/json' };
    const session = await (await fetch(`${base}/api/guests`, { method: 'POST', headers, body: JSON.stringify({ name: 'Ann' }) })).json();
    const pages = { lobby: base, dialog: `${base}/game/hex`, cards: await tableOf(base, 'go-fish', session), board: await tableOf(base, 'checkers', session) };
    console.log(`\n${'page'.padEnd(8)} ${'as'.padEnd(8)} ${KINDS.map((kind) => kind.padStart(15)).join('')}   (at least ${LEAST})`);
    for (const [name, address] of Object.entries(pages)) {
      for (const preset of ['desktop', 'mobile']) {
        const { scores, missed } = scoresOf(folder, address, preset);
        console.log(`${name.padEnd(8)} ${preset.padEnd(8)} ${scores.map((score) => String(score).padStart(15)).join('')}   ${missed.join(' ')}`);
        failed ||= scores.some((score) => score < LEAST);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
process.exitCode = failed ? 1 : 0;
