// Things are seen to move: from where they were to where they are now, whatever moved them.

import type { Moved, Told } from '../protocol/types';

const MOVE_MS = 320;
const EASE = 'cubic-bezier(.2,.8,.25,1)';

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

  /** Lets something change and shows how. `change` must have drawn everything when it returns. */
  show(change: () => void, told: Told[]): void {
    if (still()) return change();
    const before = new Map<string, Seen>();
    for (const [key, node] of this.pieces) {
      before.set(key, { box: node.getBoundingClientRect(), face: node.dataset['face'] ?? '' });
    }
    const zonesBefore = new Map([...this.zones].map(([id, node]) => [id, node.getBoundingClientRect()]));
    change();
    const moved = told.map((news) => news.data).filter(isMove);
    const origin = new Map(moved.filter((move) => move.piece).map((move) => [move.piece as string, move]));
    let order = 0;
    for (const [key, node] of this.pieces) {
      const was = before.get(key);
      const move = origin.get(key);
      const from = was ?? this.from(move, before, zonesBefore);
      const flips = was ? was.face !== (node.dataset['face'] ?? '') : Boolean(move && !sameFace(move, before, node));
      if (from) this.travel(node, from.box, flips, was ? 0 : Math.min(order++, 12) * 40);
      else appear(node);
    }
  }

  private from(move: Moved | undefined, before: Map<string, Seen>, zones: Map<string, DOMRect>): Seen | undefined {
    const piece = move?.was ? before.get(move.was) : undefined;
    if (piece) return piece;
    const box = move?.from ? zones.get(move.from) : undefined;
    return box ? { box, face: '' } : undefined;
  }

  private travel(node: HTMLElement, from: DOMRect, flips: boolean, delay: number): void {
    const to = node.getBoundingClientRect();
    const dx = from.left + from.width / 2 - (to.left + to.width / 2);
    const dy = from.top + from.height / 2 - (to.top + to.height / 2);
    if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && !flips) return;
    const scale = to.width > 0 ? Math.min(Math.max(from.width / to.width, 0.3), 3) : 1;
    const start = `translate(${dx}px, ${dy}px) scale(${Math.abs(scale - 1) < 0.02 ? 1 : scale})`;
    node.getAnimations().forEach((animation) => animation.cancel());
    node.animate(
      [
        { transform: flips ? `${start} rotateY(90deg)` : start, zIndex: 10 },
        { transform: 'none', zIndex: 10 },
      ],
      { duration: MOVE_MS, easing: EASE, delay, fill: 'backwards', composite: 'add' },
    );
  }
}

function appear(node: HTMLElement): void {
  node.animate([{ transform: 'scale(.4)', opacity: 0 }, { transform: 'none', opacity: 1 }], {
    duration: 180,
    easing: EASE,
    composite: 'add',
  });
}

const sameFace = (move: Moved, before: Map<string, Seen>, node: HTMLElement) =>
  (before.get(move.was ?? '')?.face ?? '') === (node.dataset['face'] ?? '');

function isMove(data: unknown): data is Moved {
  return typeof data === 'object' && data !== null && (data as Moved).change === 'move';
}
