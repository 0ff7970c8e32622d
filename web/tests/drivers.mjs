// Browsers other than Chromium, as the systems' packages have them, driven by the protocols that they speak themselves.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const found = (...paths) => paths.find((path) => path && existsSync(path));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Tries until something comes of it. */
async function patiently(what, work) {
  for (let tries = 0; tries < 300; tries += 1) {
    const made = await work().catch(() => undefined);
    if (made) return made;
    await pause(100);
  }
  throw new Error(`${what} does not come`);
}

/** Waits until something is so in the page. */
async function until(driver, what, work, ...args) {
  return patiently(what, () => driver.evaluate(work, ...args));
}

/** Firefox, by WebDriver BiDi. */
async function firefox(path) {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-firefox-'));
  // A window of its own that nobody sees, which asks for nothing and prefers little motion.
  writeFileSync(join(folder, 'user.js'), 'user_pref("ui.prefersReducedMotion", 1);\nuser_pref("browser.shell.checkDefaultBrowser", false);\n');
  const browser = spawn(path, ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    browser.stderr.on('data', (data) => {
      said += data;
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    browser.on('exit', () => reject(new Error(`Firefox ended: ${said.slice(-300)}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Firefox does not listen'));
  });
  const waiting = new Map();
  const troubles = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.method === 'log.entryAdded' && message.params.level === 'error') troubles.push(message.params.text);
    waiting.get(message.id)?.(message);
  };
  let last = 0;
  const call = async (method, params) => {
    const id = (last += 1);
    const answer = await new Promise((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.error) throw new Error(`${answer.error}: ${answer.message}`);
    return answer.result;
  };
  const { capabilities } = await call('session.new', { capabilities: {} });
  await call('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await call('browsingContext.getTree', {});
  const context = contexts[0].context;
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    go: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    size: (width, height) => call('browsingContext.setViewport', { context, viewport: { width, height } }),
    picture: async () => (await call('browsingContext.captureScreenshot', { context })).data,
    evaluate: async (work, ...args) => {
      const expression = `(async () => JSON.stringify(await (${work})(...${JSON.stringify(args)})))()`;
      const { result, exceptionDetails } = await call('script.evaluate', { expression, target: { context }, awaitPromise: true });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    },
    troubles: async () => troubles,
    close: () => {
      browser.removeAllListeners('exit');
      browser.on('exit', () => rmSync(folder, { recursive: true, force: true }));
      browser.kill();
    },
  };
}

/** WebKit, which Safari is made of, by WebDriver. It wants a screen, and gets one that nobody sees. */
async function webkit(path) {
  const screen = process.env.DISPLAY ? undefined : spawn('Xvfb', [':97', '-screen', '0', '2000x1200x24'], { stdio: 'ignore' });
  const env = { ...process.env, DISPLAY: process.env.DISPLAY ?? ':97', GTK_THEME: 'Adwaita' };
  if (screen) await pause(1000);
  const port = 9597;
  const browser = spawn(path, [`--port=${port}`], { stdio: 'ignore', env });
  const call = async (method, way, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${way}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
    return value;
  };
  const { sessionId, capabilities } = await patiently('WebKit', () => call('POST', '/session', { capabilities: { alwaysMatch: {} } }));
  const to = (way) => `/session/${sessionId}${way}`;
  const evaluate = async (work, ...args) => {
    const script = `const done = arguments[arguments.length - 1];
      (async () => (${work})(...${JSON.stringify(args)}))().then((made) => done(JSON.stringify([made])), (error) => done(JSON.stringify([null, String(error)])));`;
    const [made, error] = JSON.parse(await call('POST', to('/execute/async'), { script, args: [] }));
    if (error) throw new Error(error);
    return made;
  };
  return {
    name: `WebKit ${capabilities.browserVersion}`,
    go: async (url) => {
      await call('POST', to('/url'), { url });
      await evaluate(() => {
        window.troubles = [];
        addEventListener('error', (event) => window.troubles.push(event.message));
        addEventListener('unhandledrejection', (event) => window.troubles.push(String(event.reason)));
        const { error } = console;
        console.error = (...words) => (window.troubles.push(words.join(' ')), error(...words));
      });
    },
    size: async (width, height) => {
      // The window has edges: what is inside is to be so large.
      for (let tries = 0; tries < 4; tries += 1) {
        const [inside, high] = await evaluate(() => [innerWidth, innerHeight]);
        if (inside === width && high === height) return;
        const now = await call('GET', to('/window/rect'));
        await call('POST', to('/window/rect'), { width: now.width + width - inside, height: now.height + height - high });
        await pause(300);
      }
    },
    picture: () => call('GET', to('/screenshot')),
    evaluate,
    troubles: () => evaluate(() => window.troubles),
    close: async () => {
      await call('DELETE', to('')).catch(() => undefined);
      browser.kill();
      screen?.kill();
    },
  };
}

/** The engines that are here, each with how to start it. */
export function engines() {
  const [fox, kit] = [found(process.env.FIREFOX, '/usr/bin/firefox', '/usr/bin/firefox-esr'), found('/usr/bin/WebKitWebDriver')];
  return { Firefox: fox && (() => firefox(fox)), WebKit: kit && (() => webkit(kit)) };
}

export { pause, until };
