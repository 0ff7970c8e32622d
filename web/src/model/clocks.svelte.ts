// The clocks of a match as they run on between two words of the server.

import type { Match } from './match.svelte';

const TICK_MS = 250;

export class Clocks {
  private now = $state(performance.now());

  /** To be made while a component is set up. */
  constructor(private match: Match) {
    $effect(() => {
      if (!match.clock) return;
      const timer = setInterval(() => (this.now = performance.now()), TICK_MS);
      return () => clearInterval(timer);
    });
  }

  /** How much time a seat has left, where there is a clock. */
  left = (seat: number): number | undefined => {
    const { clock, clockAt } = this.match;
    const left = clock?.remaining_ms[seat];
    if (clock === undefined || left === undefined) return undefined;
    const runs = clock.running.includes(seat) && !clock.paused;
    return runs ? left - Math.max(0, this.now - clockAt) : left;
  };
}
