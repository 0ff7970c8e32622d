// What this browser's player is about to do: what was touched so far, and what that may become.

import type { ActionView, Seat } from '../protocol/types';
import type { Match } from './match.svelte';
import { narrowed } from './acting';

export class Acting {
  touched = $state.raw<string[]>([]);
  /** What was touched in vain, and is told so. */
  refused = $state<string | undefined>();
  /** What the rules have said to the latest command. */
  rejection = $state.raw<unknown>();

  actions = $derived.by(() => {
    const view = this.seat === undefined ? undefined : this.match.views.get(this.seat);
    return view?.actions ?? [];
  });
  narrowed = $derived(narrowed(this.actions, this.touched));
  /** What can be touched now. */
  next = $derived.by(() => (this.match.sending > 0 ? new Set<string>() : this.narrowed.next));
  /** When touching alone does not say which is meant. */
  choices = $derived(this.touched.length > 0 ? this.narrowed.whole : []);

  constructor(
    private match: Match,
    public seat: Seat | undefined,
  ) {}

  /** Forgets what was touched, as when the table has changed. */
  reset(): void {
    this.touched = [];
    this.refused = undefined;
  }

  touch(name: string): void {
    this.refused = undefined;
    if (this.seat === undefined || this.busy) return;
    if (this.touched.at(-1) === name) {
      this.touched = this.touched.slice(0, -1);
      return;
    }
    if (this.narrowed.next.has(name)) {
      this.touched = [...this.touched, name];
    } else if (narrowed(this.actions, [name]).meant.length > 0) {
      // Another beginning.
      this.touched = [name];
    } else {
      this.refused = name;
      this.touched = [];
      return;
    }
    const { whole, meant } = narrowed(this.actions, this.touched);
    if (whole.length === 1 && meant.length === 1) void this.play(whole[0] as ActionView);
  }

  /** From here to there, as by dragging. */
  drag(from: string, to: string): void {
    this.reset();
    this.touch(from);
    if (this.touched.length > 0) this.touch(to);
  }

  /** Whether a command is under way: until it is answered, nothing else is. */
  busy = $derived.by(() => this.match.sending > 0);

  async play(action: ActionView): Promise<void> {
    if (this.busy) return;
    this.reset();
    this.rejection = undefined;
    const answered = await this.match.submit(this.seat, action.command);
    if ('rejected' in answered) this.rejection = answered.rejected;
    if ('refused' in answered) this.rejection = { text: answered.refused };
  }
}
