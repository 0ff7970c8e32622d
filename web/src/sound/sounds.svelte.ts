// Whether there is sound, as was chosen here, and the sounds of a table where there is.

import { recall, remember } from '../net/kept';
import type { Sound } from './news';
import { Synth } from './synth';

/** The same sound does not follow itself sooner than this. */
const APART_MS = 90;
/** A turn or an end is heard after what led to it. */
const AFTER: Partial<Record<Sound, number>> = { turn: 0.25, won: 0.35, over: 0.35 };

class Sounds {
  on = $state(recall('sound') === 'on');
  private synth: Synth | undefined;
  private last = new Map<Sound, number>();

  toggle(): void {
    this.on = !this.on;
    remember('sound', this.on ? 'on' : undefined);
    if (this.on) this.play(['set']);
    else {
      this.synth?.close();
      this.synth = undefined;
    }
  }

  play(sounds: Sound[]): void {
    // Nothing can be heard before somebody has touched the page.
    if (!this.on || sounds.length === 0 || navigator.userActivation?.hasBeenActive === false) return;
    try {
      this.synth ??= new Synth();
    } catch {
      return;
    }
    const now = performance.now();
    for (const sound of sounds) {
      if (now - (this.last.get(sound) ?? -APART_MS) < APART_MS) continue;
      this.last.set(sound, now);
      this.synth.play(sound, AFTER[sound]);
    }
  }
}

export const sounds = new Sounds();
