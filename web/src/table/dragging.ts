// What can be played can be dragged to where it goes, by mouse, pen or finger.

import type { Acting } from '../model/acting.svelte';

/** So far the pointer goes before it is a drag and no click. */
const FAR = 8;

interface Drag {
  name: string;
  from: HTMLElement;
  x: number;
  y: number;
  ghost?: HTMLElement;
}

const zoneOf = (node: Element | null) => node?.closest<HTMLElement>('[data-zone]')?.dataset['zone'];

/** The picture of what is dragged: it follows the pointer and is nothing else. */
function pictureOf({ from, name }: Drag): HTMLElement | undefined {
  const piece = from.querySelector<HTMLElement>('.piece') ?? document.querySelector<HTMLElement>(`.stage .piece[data-touch="${CSS.escape(name)}"]`);
  if (!piece) return undefined;
  const ghost = piece.cloneNode(true) as HTMLElement;
  ghost.classList.add('ghost');
  ghost.setAttribute('aria-hidden', 'true');
  Object.assign(ghost.style, { width: `${piece.offsetWidth}px`, height: `${piece.offsetHeight}px` });
  document.body.append(ghost);
  return ghost;
}

interface Hands {
  acting: () => Acting | undefined;
  /** Hears where something was let go that cannot go there. */
  tried: (node: HTMLElement) => void;
}

/** For `use:` on what holds the table. */
export function dragging(table: HTMLElement, { acting, tried }: Hands) {
  let drag: Drag | undefined;

  function begin(event: PointerEvent): void {
    const from = (event.target as Element).closest<HTMLElement>('[data-touch]');
    const name = from?.dataset['touch'];
    if (event.button !== 0 || !event.isPrimary || !from || !name || !acting()?.next.has(name)) return;
    drag = { name, from, x: event.clientX, y: event.clientY };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', end);
  }

  function move(event: PointerEvent): void {
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      const ghost = pictureOf(drag);
      if (!ghost) return end();
      drag.ghost = ghost;
      acting()?.pick(drag.name);
    }
    const { ghost } = drag;
    Object.assign(ghost.style, { left: `${event.clientX - ghost.offsetWidth / 2}px`, top: `${event.clientY - ghost.offsetHeight / 2}px` });
  }

  function drop(event: PointerEvent): void {
    const done = drag;
    end();
    const now = acting();
    if (!done?.ghost || !now) return;
    swallow();
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const node = under?.closest<HTMLElement>('[data-touch]');
    const target = node?.dataset['touch'];
    const zone = zoneOf(under);
    if (target !== undefined && now.next.has(target)) return now.touch(target);
    if (zone !== undefined && now.next.has(zone)) return now.touch(zone);
    // What needs no place to go is played wherever it is let go, but not where it was.
    if (under?.closest('.stage') && zone !== zoneOf(done.from)) return now.playPicked();
    if (!node || target === undefined || target === done.name) return now.reset();
    tried(node);
    now.tryAt(target);
  }

  /** The click that browsers send after a drag means nothing. */
  function swallow(): void {
    const stop = (click: Event) => click.stopPropagation();
    table.addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => table.removeEventListener('click', stop, { capture: true }), 50);
  }

  function end(): void {
    drag?.ghost?.remove();
    drag = undefined;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', drop);
    removeEventListener('pointercancel', end);
  }

  table.addEventListener('pointerdown', begin);
  return {
    destroy: () => {
      end();
      table.removeEventListener('pointerdown', begin);
    },
  };
}
