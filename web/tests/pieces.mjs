// How long the page takes to show a change of a table with 200 pieces, which a made-up server tells it.

const PIECES = 200;
const COLUMNS = 20;
const place = (index) => `${String.fromCharCode(97 + (index % COLUMNS))}${Math.floor(index / COLUMNS) + 1}`;

function madeView() {
  const pieces = Array.from({ length: PIECES }, (_, index) => ({ kind: 'man', face: 'man', handle: `#${index}`, owner: index % 2, at: place(index) }));
  return {
    viewer: 0,
    to_act: [0],
    seats: [{ name: 'Ann', values: { score: 0 } }, { name: 'Bob', values: { score: 0 } }],
    zones: [{ id: 'board', layout: { kind: 'grid', columns: COLUMNS, rows: COLUMNS }, pieces }],
    actions: pieces.slice(0, 40).map((piece, index) => ({ command: index, text: `move ${index}`, touches: [piece.at, place(PIECES + index)] })),
  };
}

/** A page at a made-up table with this view; `send` gives it frames as a server would, `hear` gets what it says. */
export async function madeTable(browser, base, options, view = madeView(), hear = () => {}) {
  const page = await (await browser.newContext(options)).newPage();
  let send;
  const seats = [{ kind: 'bot', level: 'easy' }, { kind: 'bot', level: 'easy' }];
  const room = { id: 'made', game: 'checkers', game_name: 'Made', options: {}, seats, status: 'playing', visibility: 'by_code', clock: '', rated: false, spectators: { allowed: true, delay_seconds: 0 }, late_join: false, host: '', created_ms: 0 };
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    send = (frame) => socket.send(JSON.stringify(frame));
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text));
      const { type } = frame;
      hear(frame);
      if (type === 'hello') send({ type: 'welcome', account: { id: 'a', name: 'Ann', guest: true }, protocol: 1, server: 'made', time_ms: 0 });
      if (type === 'subscribe') send({ type: 'table', match: 'made', version: 1, views: [{ viewer: 0, view }], chat: [], status: { match: 'made', room, here: [], spectators: 0 } });
    });
  });
  await page.goto(`${base}/match/made`);
  await page.waitForSelector('.stage .piece');
  return { page, send: (frame) => send(frame) };
}

/** Milliseconds of script, style, layout and paint for one change, the middle one of several; `many` pieces change in each. */
export async function updateMs(browser, base, many, reducedMotion) {
  const { page, send } = await madeTable(browser, base, { viewport: { width: 1280, height: 800 }, reducedMotion });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'TaskDuration').value * 1000;
  };
  const settle = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
  const costs = [];
  for (let version = 2; version < 27; version += 1) {
    const patch = Array.from({ length: many }, (_, index) => ({ at: `/zones/0/pieces/${index}/at`, set: place(index + (version % 2 === 0 ? PIECES : 0)) }));
    await page.waitForTimeout(reducedMotion === 'reduce' ? 20 : 500);
    await settle();
    const idle = await spent();
    await settle();
    await settle();
    const before = await spent();
    send({ type: 'update', match: 'made', viewer: 0, version, patch, told: [] });
    await settle();
    await settle();
    // What waiting costs by itself does not count.
    costs.push(Math.max(0, (await spent()) - before - (before - idle)));
  }
  const shown = await page.evaluate(() => Number(document.querySelector('main.table').dataset.version));
  if (shown !== 26) throw new Error(`the page shows ${shown} and not what it was told last`);
  await page.context().close();
  return costs.slice(5).sort((a, b) => a - b)[10];
}
