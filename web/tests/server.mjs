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
  const binary = process.env.PARLOR ?? join(root, 'target/release/parlor');
  const sets = [
    `server.listen=127.0.0.1:${port}`,
    'store.url=memory',
    'log.level=warn',
    'limits.requests_per_minute=100000',
    'limits.guests_per_minute=10000',
    'limits.rooms_per_account=1000',
    ...settings,
  ];
  const server = spawn(binary, ['serve', ...sets.flatMap((set) => ['--set', set])], { stdio: ['ignore', 'ignore', 'inherit'] });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const ready = await fetch(`${base}/ready`).catch(() => undefined);
    if (ready?.ok) break;
    if (tries > 200 || server.exitCode !== null) throw new Error('the server does not begin');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { base, stop: () => server.kill() };
}

export async function withServer(work, settings = []) {
  const server = await startServer(settings);
  try {
    return await work(server.base);
  } finally {
    server.stop();
  }
}
