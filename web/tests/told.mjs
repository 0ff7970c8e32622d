// Everything that games say to people, found by playing them: messages, and the names of what lies and counts on the table.

/** Plays in the page, for all seats at one table, with moves that are drawn from a seed; answers with all the words that were heard. */
export async function playAll(page, game, seats, options, seed, most) {
  await page.evaluate(`window.wordsIn = ${wordsIn}`);
  return page.evaluate(
    async ([game, seats, options, seed, most]) => {
      let state = seed * 2654435761 + 1;
      const drawn = (below) => {
        state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
        return ((state ^ (state >>> 13)) >>> 0) % below;
      };
      const words = new Map();
      const token = (await (await fetch('/api/guests', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ann"}' })).json()).token;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const post = async (path, body) => (await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
      const room = await post('/rooms', { game, seats: ['me', ...Array(seats - 1).fill('open')], options });
      for (let seat = 1; seat < seats; seat += 1) await post(`/rooms/${room.id}/join`, { name: `P${seat}` });

      const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/socket`);
      const waiting = [];
      const wants = [];
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data);
        window.wordsIn(frame, words);
        const at = wants.findIndex(({ type }) => type.includes(frame.type));
        if (at >= 0) wants.splice(at, 1)[0].resolve(frame);
        else waiting.push(frame);
      };
      const next = (...type) => Promise.race([gone, new Promise((resolve) => {
        const at = waiting.findIndex((frame) => type.includes(frame.type));
        if (at >= 0) resolve(waiting.splice(at, 1)[0]);
        else wants.push({ type, resolve });
      })]);
      const send = (frame) => socket.send(JSON.stringify({ match: room.id, ...frame }));
      // Who is sent away hears of it.
      const gone = new Promise((_, reject) => (socket.onclose = () => reject(new Error(`${game}: the line was closed`))));
      gone.catch(() => {});
      await new Promise((resolve) => (socket.onopen = resolve));
      socket.send(JSON.stringify({ type: 'hello', token, protocol: 1 }));
      await next('welcome');

      let moves = 0;
      for (; moves < most; moves += 1) {
        waiting.length = 0;
        send({ type: 'subscribe' });
        const { views, version } = await next('table');
        const { view } = views.find(({ viewer, view }) => view.to_act.includes(viewer)) ?? {};
        if (!view) break;
        const seat = view.viewer ?? views.find(({ view: one }) => one === view).viewer;
        let command = view.actions?.[drawn(view.actions.length || 1)]?.command;
        // The questions that lead to a command are heard now and then; without actions they are the only way.
        const answers = [];
        for (let step = 0; (command === undefined || drawn(4) === 0 || answers.length) && step < 9; step += 1) {
          send({ type: 'guide', seat, answers, key: `g${moves}.${step}` });
          const guided = await next('guided', 'rejected');
          if (guided.type === 'rejected') break;
          if ('done' in guided.guide) { command = guided.guide.done; break; }
          const { answers: open } = guided.guide.ask;
          answers.push(open.one_of ? open.one_of[drawn(open.one_of.length)].answer : open.number ? open.number.min + drawn(open.number.max - open.number.min + 1) : 'x');
        }
        send({ type: 'submit', seat, command, version, key: `k${moves}` });
        const answer = await next('accepted', 'rejected', 'refused');
        if (answer.type !== 'accepted') throw new Error(`${game}: ${JSON.stringify(answer)}`);
      }
      socket.close();
      return { moves, words: [...words.values()] };
    },
    [game, seats, options, seed, most],
  );
}

/** All that people read in what was heard: the ids of its words, and the texts. It runs in the page. */
export function wordsIn(heard, words = new Map()) {
  const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_|_$/g, '');
  const note = (id, text) => typeof text === 'string' && text !== '' && words.set(`${id}|${text}`, [id, text]);
  const values = (all, looks) => Object.entries(all ?? {}).forEach(([name, value]) => {
    if (looks?.[name] && typeof value === 'string') note(`word.${slug(value)}`, value);
  });
  const walk = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach(walk);
    // What is for programs alone is read by nobody.
    if (node.shown_as?.kind === 'hidden') return;
    if (typeof node.id === 'string' && typeof node.text === 'string' && !('layout' in node)) {
      note(node.id, node.text);
      for (const [name, arg] of Object.entries(node.args ?? {})) if (typeof arg === 'string') note(`arg.${name}`, arg);
    }
    // What has no label is said as it is.
    if (typeof node.text === 'string' && 'command' in node && !node.label) note('text', node.text);
    if (node.kind === 'card' && typeof node.face === 'string') note(`face.${slug(node.face)}`, node.face);
    if (Array.isArray(node.zones) && Array.isArray(node.seats)) {
      values(node.values, node.legend?.values);
      node.seats.forEach((seat) => values(seat.values, node.legend?.values));
    }
    Object.values(node).forEach(walk);
  };
  walk(heard);
  return words;
}
