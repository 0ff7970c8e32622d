// Things are seen to move: from where they were to where they are now, whatever moved them.

import type { Told } from '../protocol/types';
import { changeOf, moveOf, type Move } from './told';

const MOVE_MS = 320;
const EASE = 'cubic-bezier(.2,.8,.25,1)';
/** So many pieces are seen to go at once; what is more goes unseen. */
const MOST_GHOSTS = 12;

/** How long to look at what was told before the next thing happens: dice in the air take their time. */
export function pause(told: Told[], dice: boolean): number {
  if (still() || told.length === 0) return 0;
  return dice ? 1000 : MOVE_MS + 100;
}

/** Whether the system asks for as little motion as possible. */
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;

interface Seen {
  box: DOMRect;
  face: string;
}

/** The pieces and zones that are on the page. */
export class Motion {
  private pieces = new Map<string, HTMLElement>();
  private zones = new Map<string, HTMLElement>();
  private running = new WeakMap<HTMLElement, Animation>();

  /** For `use:` on pieces. */
  piece = (node: HTMLElement, key: string) => {
    this.pieces.set(key, node);
    return {
      update: (next: string) => {
        if (this.pieces.get(key) === node) this.pieces.delete(key);
        key = next;
        this.pieces.set(key, node);
      },
      destroy: () => {
        if (this.pieces.get(key) === node) this.pieces.delete(key);
      },
    };
  };

  /** For `use:` on zones. */
  zone = (node: HTMLElement, id: string) => {
    this.zones.set(id, node);
    return { destroy: () => this.zones.delete(id) };
  };

  /** Where a piece is drawn. */
  node = (key: string): HTMLElement | undefined => this.pieces.get(key);

  /**
   * Lets something change and shows how. `change` must have drawn everything when it returns; `others` is asked then
   * which pieces are seen to move in another way.
   */
  show(change: () => void, told: Told[], others: () => Set<string> = () => new Set()): void {
    if (still()) return change();
    const before = new Map<string, Seen>();
    for (const [key, node] of this.pieces) {
      before.set(key, { box: node.getBoundingClientRect(), face: node.dataset['face'] ?? '' });
    }
    const zonesBefore = new Map([...this.zones].map(([id, node]) => [id, node.getBoundingClientRect()]));
    // What a piece looked like, should it be gone afterwards.
    const drawn = new Map(this.pieces);
    change();
    // A curtain has fallen, or another page is there: nothing flies over it.
    if (this.pieces.size === 0) return;
    const rolled = others();
    const moved = told.map(moveOf).filter((move) => move !== undefined);
    const origin = new Map(moved.filter((move) => move.piece).map((move) => [move.piece as string, move]));
    // First all is measured, then all is set in motion: turn and turn about, each measure would lay out the page anew.
    const boxes = new Map([...this.pieces].map(([key, node]) => [key, node.getBoundingClientRect()]));
    let order = 0;
    for (const [key, node] of this.pieces) {
      if (rolled.has(key)) continue;
      const was = before.get(key);
      const move = origin.get(key);
      const from = was ?? this.from(move, before, zonesBefore);
      const flips = was ? was.face !== (node.dataset['face'] ?? '') : Boolean(move && !sameFace(move, before, node));
      if (from) this.travel(node, from.box, boxes.get(key) as DOMRect, flips, was ? 0 : Math.min(order++, 12) * 40);
      else if (node.closest('[data-falls]')) fall(node);
      else appear(node);
    }
    this.bury(drawn, before, moved);
    this.carry(moved, zonesBefore, before);
    for (const news of told) {
      const change = changeOf(news);
      if (change?.change === 'order') shuffle(this.zones.get(change.zone));
    }
  }

  /** What is gone is seen to go: into the zone that took it, or away. */
  private bury(drawn: Map<string, HTMLElement>, before: Map<string, Seen>, moved: Move[]): void {
    const gone = [...drawn].filter(([key, node]) => !this.pieces.has(key) && !node.isConnected);
    for (const [key, node] of gone.slice(0, MOST_GHOSTS)) {
      const was = before.get(key);
      const move = moved.find((one) => one.was === key);
      // Where the same piece is drawn under another name now, it has travelled already.
      if (!was || (move?.piece && this.pieces.has(move.piece))) continue;
      ghost(node, was.box, move?.to ? this.zones.get(move.to)?.getBoundingClientRect() : undefined, 0);
    }
  }

  /** What nobody can follow is seen to go from zone to zone all the same: a card back flies from the deck to a hand. */
  private carry(moved: Move[], zones: Map<string, DOMRect>, before: Map<string, Seen>): void {
    const unseen = moved.filter((move) => move.from && move.to && !(move.piece && this.pieces.has(move.piece)) && !(move.was && before.has(move.was)));
    unseen.slice(0, MOST_GHOSTS).forEach((move, index) => {
      const from = zones.get(move.from as string);
      const target = this.zones.get(move.to as string);
      const like = target?.querySelector<HTMLElement>('.piece');
      if (from && target && like) ghost(like, from, target.getBoundingClientRect(), index * 40);
    });
  }

  private from(move: Move | undefined, before: Map<string, Seen>, zones: Map<string, DOMRect>): Seen | undefined {
    const piece = move?.was ? before.get(move.was) : undefined;
    if (piece) return piece;
    const box = move?.from ? zones.get(move.from) : undefined;
    return box ? { box, face: '' } : undefined;
  }

  private travel(node: HTMLElement, from: DOMRect, to: DOMRect, flips: boolean, delay: number): void {
    const dx = from.left + from.width / 2 - (to.left + to.width / 2);
    const dy = from.top + from.height / 2 - (to.top + to.height / 2);
    if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && !flips) return;
    const scale = to.width > 0 ? Math.min(Math.max(from.width / to.width, 0.3), 3) : 1;
    const start = `translate(${dx}px, ${dy}px) scale(${Math.abs(scale - 1) < 0.02 ? 1 : scale})`;
    // Remembered here: whoever asks the node has the page laid out anew.
    this.running.get(node)?.cancel();
    const way = node.animate(
      [
        { transform: flips ? `${start} rotateY(90deg)` : start, zIndex: 10 },
        { transform: 'none', zIndex: 10 },
      ],
      { duration: MOVE_MS, easing: EASE, delay, fill: 'backwards', composite: 'add' },
    );
    this.running.set(node, way);
  }
}

/** A picture of a piece that goes from here to there, or fades, and is nothing else. */
function ghost(like: HTMLElement, from: DOMRect, to: DOMRect | undefined, delay: number): void {
  const copy = like.cloneNode(true) as HTMLElement;
  const width = like.offsetWidth || from.width;
  const height = like.offsetHeight || from.height;
  const left = from.left + from.width / 2 - width / 2;
  const top = from.top + from.height / 2 - height / 2;
  copy.classList.add('ghost');
  copy.classList.remove('legal', 'picked');
  copy.setAttribute('aria-hidden', 'true');
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(copy);
  const end = to
    ? { transform: `translate(${to.left + to.width / 2 - left - width / 2}px, ${to.top + to.height / 2 - top - height / 2}px)`, opacity: 0.6 }
    : { transform: 'scale(.5)', opacity: 0 };
  const way = copy.animate([{ transform: 'none', opacity: 1 }, end], { duration: MOVE_MS, easing: EASE, delay, fill: 'both' });
  way.onfinish = () => copy.remove();
  way.oncancel = () => copy.remove();
}

/** From the top of the board down to its place, with a little bounce. */
function fall(node: HTMLElement): void {
  const board = node.closest('[data-falls]')?.getBoundingClientRect();
  const here = node.getBoundingClientRect();
  const height = board ? here.bottom - board.top : 0;
  node.animate(
    [
      { transform: `translateY(${-height}px)`, easing: 'cubic-bezier(.5,0,.9,.6)' },
      { transform: 'none', offset: 0.7, easing: 'ease-out' },
      { transform: `translateY(${-height * 0.06}px)`, offset: 0.85, easing: 'ease-in' },
      { transform: 'none' },
    ],
    { duration: 450 },
  );
}

/** A pile whose order changes is seen to be mixed. */
function shuffle(node: HTMLElement | undefined): void {
  node?.animate(
    [{ transform: 'none' }, { transform: 'translateX(-9%) rotate(-5deg)' }, { transform: 'translateX(9%) rotate(5deg)' }, { transform: 'none' }],
    { duration: MOVE_MS, iterations: 2 },
  );
}

function appear(node: HTMLElement): void {
  node.animate([{ transform: 'scale(.4)', opacity: 0 }, { transform: 'none', opacity: 1 }], {
    duration: 180,
    easing: EASE,
    composite: 'add',
  });
}

const sameFace = (move: Move, before: Map<string, Seen>, node: HTMLElement) =>
  (before.get(move.was ?? '')?.face ?? '') === (node.dataset['face'] ?? '');
