// The dice of a table: what rolls is thrown in three dimensions where the browser can, and lies as it is drawn.

import type { Motion } from '../model/motion';
import type { Told, View } from '../protocol/types';
import { rolling, stillShow, type Rolling } from './rolling';
import type { Roller } from './roll';

export class Dice {
  private roller: Roller | undefined;
  private asked = false;
  private closed = false;
  /** The dice in the air. */
  private flying: Rolling[] = [];
  private hidden = new Set<HTMLElement>();

  constructor(private motion: Motion) {}

  /** Loads what dice need in three dimensions, when the browser has time for it. */
  prepare(sides: number[]): void {
    if (this.asked || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.asked = true;
    whenIdle(async () => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('webgl2', { alpha: true, antialias: true });
      if (!context || this.closed) return;
      try {
        const { Roller } = await import('./roll');
        if (this.closed) return;
        this.roller = new Roller(canvas, context);
        this.roller.warm(sides, colorsOf(document.querySelector<HTMLElement>('.stage') ?? document.body));
        // From here on dice roll; for whoever measures.
        performance.mark('dice');
      } catch {
        // Dice change without rolling.
        this.roller = undefined;
      }
    });
  }

  get inTheAir(): boolean {
    return this.flying.length > 0;
  }

  /** Ends a roll at once where dice show something else by now, or nothing is told because it was taken back. */
  heed(view: View | undefined, told: Told[]): void {
    if (told.length === 0 || !stillShow(view, this.flying)) this.stop();
  }

  /** Rolls what was rolled from one view to the next; says which pieces are seen to move this way. */
  roll(before: View | undefined, after: View | undefined, told: Told[], mine: boolean): Set<string> {
    const dice = this.roller ? rolling(before, after, told).filter((die) => this.motion.node(die.key)) : [];
    const stage = dice[0] && this.motion.node(dice[0].key)?.closest<HTMLElement>('.stage');
    if (this.roller && stage) {
      this.stop();
      this.flying = dice;
      this.hide();
      // One's own dice come from where one sits, the others' from theirs.
      const below = this.motion.node(dice[0]!.key)?.closest('.mine') ? true : mine;
      const hand = { x: stage.clientWidth / 2, y: below ? stage.clientHeight + 60 : -60 };
      const thrown = dice.map((die) => ({ ...die, place: () => this.placeOf(die.key, stage) }));
      try {
        this.roller.roll(stage, thrown, hand, colorsOf(stage), {
          frame: () => this.hide(),
          lie: () => this.show(),
          gone: () => this.stop(),
          slow: () => this.giveUp(),
        });
      } catch {
        this.giveUp();
      }
    }
    return new Set(this.flying.map((die) => die.key));
  }

  stop(): void {
    this.flying = [];
    this.roller?.stop();
    this.show();
  }

  close(): void {
    this.closed = true;
    this.giveUp();
  }

  /** From now on dice change without rolling. */
  private giveUp(): void {
    this.stop();
    this.roller?.dispose();
    this.roller = undefined;
  }

  /** A piece may be drawn anew while it rolls, so this is done with every frame. */
  private hide(): void {
    for (const { key } of this.flying) {
      const node = this.motion.node(key);
      if (!node || this.hidden.has(node)) continue;
      node.style.opacity = '0';
      this.hidden.add(node);
    }
  }

  private show(): void {
    for (const node of this.hidden) node.style.opacity = '';
    this.hidden.clear();
  }

  private placeOf(key: string, stage: HTMLElement): { x: number; y: number; size: number } | undefined {
    const node = this.motion.node(key);
    if (!node) return undefined;
    const box = node.getBoundingClientRect();
    const all = stage.getBoundingClientRect();
    return { x: box.left + box.width / 2 - all.left, y: box.top + box.height / 2 - all.top, size: node.offsetWidth };
  }
}

function colorsOf(node: HTMLElement): { body: string; edge: string; ink: string } {
  const style = getComputedStyle(node);
  const color = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return { body: color('--paper', '#fffdf7'), edge: color('--paper-edge', '#b9b2a4'), ink: '#1d2330' };
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 300);
}
