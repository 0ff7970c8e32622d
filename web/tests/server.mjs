// A server of its own for tests, on a free port, which forgets everything afterwards.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The browser of the system. */
export function browserPath() {
  const found = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  );
  if (!found) throw new Error('no Chromium: install the package chromium, or say where it is with CHROMIUM=…');
  return found;
}

/** The binary that is tried: the one that is named, or else the one that was built. */
export function binaryPath() {
  if (process.env.PARLOR) return process.env.PARLOR;
  const found = ['release', 'debug'].map((kind) => join(root, 'target', kind, 'parlor')).find((path) => existsSync(path));
  if (!found) throw new Error('no binary: run cargo build first, or say where one is with PARLOR=…');
  return found;
}

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Starts a server; what it says goes to the terminal only where something is wrong. */
export async function startServer(settings = []) {
  const port = await freePort();
  const sets = [
    `server.listen=127.0.0.1:${port}`,
    'store.url=memory',
    'log.level=warn',
    'limits.requests_per_minute=100000',
    'limits.guests_per_minute=10000',
    'limits.rooms_per_account=1000',
    'limits.rooms_per_minute=100000',
    ...settings,
  ];
  const server = spawn(binaryPath(), ['serve', ...sets.flatMap((set) => ['--set', set])], { stdio: ['ignore', 'ignore', 'inherit'] });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const ready = await fetch(`${base}/ready`).catch(() => undefined);
    if (ready?.ok) break;
    if (tries > 200 || server.exitCode !== null) throw new Error('the server does not begin');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const page = process.env.PARLOR_PAGE ? await servePage(base, process.env.PARLOR_PAGE) : undefined;
  return {
    base: page?.base ?? base,
    stop: async () => {
      await page?.stop();
      server.kill();
    },
  };
}

/** The page from a folder in place of the one in the binary: what was just built is tried without building the binary again. */
async function servePage(server, folder) {
  const { preview } = await import('vite');
  const port = await freePort();
  const sent = await fetch(server);
  const headers = { 'content-security-policy': sent.headers.get('content-security-policy') ?? '' };
  const proxy = { '/api': { target: server, ws: true } };
  const shown = await preview({
    root: join(root, 'web'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder },
    preview: { port, host: '127.0.0.1', strictPort: true, headers, proxy },
  });
  return { base: `http://127.0.0.1:${port}`, stop: () => shown.close() };
}

export async function withServer(work, settings = []) {
  const server = await startServer(settings);
  try {
    return await work(server.base);
  } finally {
    await server.stop();
  }
}
