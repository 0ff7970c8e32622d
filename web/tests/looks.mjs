// What is wrong with how a page looks: runs inside the page, so it must not use anything from around it.

/** Every flaw of the page as it stands, in words: texts cut off, things over things, things out of sight. */
export function flaws() {
  const found = new Set();
  const SLACK = 1.5;
  /** How much of a card in a fan must be free, so that it can be seen and touched. */
  const FREE = 16;
  const wide = document.documentElement.clientWidth;
  const high = window.innerHeight;
  const dialog = document.querySelector('dialog[open]');
  const all = [...(dialog ?? document.body).querySelectorAll('*')];

  const called = (node) => {
    const text = (node.getAttribute('aria-label') ?? node.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
    const name = typeof node.className === 'string' ? node.className.replace(/svelte-\w+/g, '').trim().replace(/\s+/g, '.') : '';
    return `${node.tagName.toLowerCase()}${name ? `.${name}` : ''} "${text}"`;
  };
  const shown = (node) =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    node.getClientRects().length > 0 &&
    !node.closest('.out-of-sight, [inert], noscript') &&
    node.getBoundingClientRect().width > 0;
  /** Boxes that clip what is inside of a node: some can be scrolled, some cannot. */
  const clips = (node) => {
    const boxes = [];
    for (let up = node; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (up.tagName === 'BODY' || (style.overflowX === 'visible' && style.overflowY === 'visible')) continue;
      const box = up.getBoundingClientRect();
      const scrolls = /auto|scroll/.test(style.overflowY) && up.scrollHeight > up.clientHeight + SLACK;
      boxes.push({ box, scrolls, up });
    }
    return boxes;
  };

  // Texts: whole, and inside of whatever clips them.
  for (const node of all.filter(shown)) {
    const texts = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim() !== '');
    if (texts.length === 0 || node.tagName === 'OPTION') continue;
    if (node.clientWidth > 0 && node.scrollWidth > node.clientWidth + SLACK && getComputedStyle(node).overflowX !== 'visible') found.add(`cut off: ${called(node)}`);
    if (getComputedStyle(node).webkitLineClamp !== 'none' && node.scrollHeight > node.clientHeight + SLACK) found.add(`cut off: ${called(node)}`);
    const range = document.createRange();
    for (const text of texts) {
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      if (box.left < -SLACK || box.right > wide + SLACK) found.add(`out of the page: ${called(node)}`);
      // What scrolls shows the rest when it is scrolled, whatever it lies in.
      let scrolls = false;
      for (const clip of clips(node)) {
        scrolls ||= clip.scrolls;
        const across = box.left < clip.box.left - SLACK || box.right > clip.box.right + SLACK;
        const down = !scrolls && (box.top < clip.box.top - SLACK * 2 || box.bottom > clip.box.bottom + SLACK * 2);
        if (across || down) found.add(`cut off by ${called(clip.up).split(' ')[0]}: ${called(node)}`);
      }
      const card = node.closest('.piece.card, .piece')?.getBoundingClientRect();
      if (card && (box.left < card.left - SLACK || box.right > card.right + SLACK) && !node.closest('[transform]')) found.add(`wider than its piece: ${called(node)}`);
    }
  }

  // Nothing sticks out to the side, except inside of what scrolls there.
  for (const node of all.filter(shown)) {
    const box = node.getBoundingClientRect();
    if ((box.right > wide + SLACK || box.left < -SLACK) && !clips(node).some(({ up }) => up !== node && up.scrollWidth > up.clientWidth)) found.add(`out of the page: ${called(node)}`);
  }
  if (document.documentElement.scrollWidth > wide) found.add(`the page is ${document.documentElement.scrollWidth - wide} pixels too wide`);

  // Things to touch: none over another, and each can be hit.
  const touchable = all.filter((node) => node.matches('button, a[href], input, select, summary, [role=button]') && shown(node));
  /** The part of a node that is not scrolled or clipped away. */
  const visible = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const part = { left, right, top, bottom };
    for (const { box } of clips(node.parentElement)) {
      part.left = Math.max(part.left, box.left);
      part.right = Math.min(part.right, box.right);
      part.top = Math.max(part.top, box.top);
      part.bottom = Math.min(part.bottom, box.bottom);
    }
    return part;
  };
  const parts = new Map(touchable.map((node) => [node, visible(node)]));
  const area = ({ left, right, top, bottom }) => Math.max(0, right - left) * Math.max(0, bottom - top);
  const insideClips = (node, x, y) => clips(node).every(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  for (const [index, node] of touchable.entries()) {
    const box = node.getBoundingClientRect();
    const svg = node instanceof SVGElement;
    for (const other of svg ? [] : touchable.slice(index + 1)) {
      if (other instanceof SVGElement || node.contains(other) || other.contains(node)) continue;
      const [mine, its] = [parts.get(node), parts.get(other)];
      const across = Math.min(mine.right, its.right) - Math.max(mine.left, its.left);
      const down = Math.min(mine.bottom, its.bottom) - Math.max(mine.top, its.top);
      if (across <= 0 || down <= 0 || node.closest('.settings') || other.closest('.settings')) continue;
      const least = Math.min(area(mine), area(its));
      const fan = node.closest('ul') && node.closest('ul') === other.closest('ul') && node.closest('.row') !== null;
      if (fan) {
        const apart = Math.abs(other.closest('li').offsetLeft - node.closest('li').offsetLeft);
        if (apart < FREE) found.add(`only ${Math.round(apart)} pixels free: ${called(node)}`);
      } else if (across * down > least * 0.05) found.add(`over each other: ${called(node)} and ${called(other)}`);
    }
    // The points where it can be seen now.
    const points = [0.5, 0.12, 0.3, 0.7, 0.88].flatMap((x) => [0.5, 0.2, 0.8].map((y) => [box.left + box.width * x, box.top + box.height * y]));
    const seen = points.filter(([x, y]) => x > 0 && y > 0 && x < wide && y < high && insideClips(node, x, y));
    if (seen.length === points.length && !seen.some(([x, y]) => node.contains(document.elementFromPoint(x, y)))) found.add(`cannot be hit: ${called(node)}`);
  }

  // What stands on the table stands apart, and on the table.
  const stage = document.querySelector('.stage')?.getBoundingClientRect();
  const things = all.filter((node) => node.matches('.plate, .sheet table, .pile, .frame, .counts, .panel, .stage .row') && shown(node) && !dialog);
  for (const [index, node] of things.entries()) {
    const box = visible(node);
    if (node.closest('.stage') && stage && (box.left < stage.left - SLACK || box.right > stage.right + SLACK)) found.add(`sticks out of the table: ${called(node)}`);
    for (const other of things.slice(index + 1)) {
      if (node.contains(other) || other.contains(node) || node.closest('details') || other.closest('details')) continue;
      const its = visible(other);
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (across > SLACK && down > SLACK && across * down > 0.04 * Math.min(area(box), area(its))) found.add(`over each other: ${called(node)} and ${called(other)}`);
    }
  }

  // One's own things, the board and what to do: without scrolling.
  if (document.querySelector('main.table:not(.display)') && !dialog && window.scrollY === 0) {
    const must = [...document.querySelectorAll('.mine .zone .piece, .mine .plate, .middle .frame, .middle .piece, .headline, .others .plate')];
    const acts = [...document.querySelectorAll('.acts .buttons > button.main')].filter(shown);
    // Of a long list the first are enough: it scrolls.
    for (const node of [...must, ...acts.slice(0, acts.length > 6 ? 2 : 6)].filter(shown)) {
      const box = node.getBoundingClientRect();
      const middle = box.top + box.height / 2;
      const cut = clips(node).some(({ box: clip }) => middle > clip.bottom || middle < clip.top);
      if (cut || box.bottom > high + box.height * 0.2 + SLACK || box.top < -SLACK) found.add(`below the first screen: ${called(node)}`);
    }
    const panel = document.querySelector('.acts')?.getBoundingClientRect();
    if (panel && panel.top > high - 40) found.add('what to do is below the first screen');
  }
  return [...found];
}
