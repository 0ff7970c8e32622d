// What this browser's player is about to do: what was touched so far, and what that may become.

import type { ActionView, Rejection, Seat } from '../protocol/types';
import type { Match } from './match.svelte';
import { guess, narrowed } from './acting';
import { allPieces } from './arrange';
import { settings } from '../ui/settings.svelte';

/** Why something was not possible, and where it was tried. */
export interface No {
  at?: string;
  rejection?: Rejection;
  text?: string;
}

export class Acting {
  touched = $state.raw<string[]>([]);
  /** Why the latest was not possible. */
  no = $state.raw<No | undefined>();
  /** What is to be played once it is confirmed. */
  pending = $state.raw<ActionView | undefined>();

  actions = $derived.by(() => {
    const view = this.seat === undefined ? undefined : this.match.views.get(this.seat);
    // While what was played is looked at, and while the match is paused, nothing can be done.
    return this.match.between.size > 0 || this.match.clock?.paused ? [] : (view?.actions ?? []);
  });
  narrowed = $derived(narrowed(this.actions, this.touched));
  /** What can be touched now. */
  next = $derived.by(() => (this.busy || this.pending ? new Set<string>() : this.narrowed.next));
  /** When touching alone does not say which is meant. */
  choices = $derived(this.touched.length > 0 ? this.narrowed.whole : []);
  /** Whether a command is under way: until it is answered, nothing else is. */
  busy = $derived.by(() => this.match.sending > 0);

  constructor(
    private match: Match,
    public seat: Seat | undefined,
  ) {}

  /** Others may act at the same time: what was touched stays so while it can still become something. */
  tableChanged(): void {
    this.no = undefined;
    if (this.narrowed.meant.length === 0) this.reset();
  }

  /** Forgets what was touched. */
  reset(): void {
    this.touched = [];
    this.no = undefined;
    this.pending = undefined;
  }

  /** One step back. */
  back(): void {
    this.pending = undefined;
    this.touched = this.touched.slice(0, -1);
  }

  touch(name: string): void {
    if (this.seat === undefined || this.busy) return;
    const before = this.touched;
    this.no = undefined;
    this.pending = undefined;
    if (before.at(-1) === name) {
      this.touched = before.slice(0, -1);
      return;
    }
    if (this.narrowed.next.has(name)) {
      this.touched = [...before, name];
    } else if (narrowed(this.actions, [name]).meant.length > 0) {
      // Another beginning.
      this.touched = [name];
    } else {
      this.touched = [];
      void this.askWhyNot(before, name);
      return;
    }
    const { whole, meant } = narrowed(this.actions, this.touched);
    // Of things that are picked one after the other it is said when they are enough, also of all of them.
    const enough = before.length > 0 && narrowed(this.actions, before).whole.length > 0 && this.touched.length > before.length;
    if (whole.length === 1 && meant.length === 1 && !enough) void this.play(whole[0] as ActionView);
  }

  /** Takes something up, as to drag it: nothing is played before it is let go. */
  pick(name: string): void {
    if (this.seat === undefined || this.busy) return;
    this.no = undefined;
    this.pending = undefined;
    if (this.narrowed.next.has(name)) this.touched = [...this.touched, name];
    else this.touched = [name];
  }

  /** What was taken up was let go where it cannot go: says why not. */
  tryAt(name: string): void {
    const before = this.touched;
    this.reset();
    void this.askWhyNot(before, name);
  }

  /** Plays what was taken up, if that is enough. */
  playPicked(): void {
    const [only, another] = this.narrowed.whole;
    if (only && !another) void this.play(only);
    else if (!only) this.reset();
  }

  /** Plays it, or asks first whether that is meant. */
  async play(action: ActionView): Promise<void> {
    if (this.busy) return;
    if (settings.confirm && this.pending !== action) {
      this.pending = action;
      return;
    }
    const at = this.touched.at(-1);
    this.reset();
    const answered = await this.match.submit(this.seat, action.command);
    if ('rejected' in answered) this.no = { ...(at ? { at } : {}), rejection: answered.rejected };
    if ('refused' in answered) this.no = { text: answered.refused };
  }

  /** Asks the rules why not, where it is clear what it would be. Nothing is played by asking. */
  private async askWhyNot(touched: string[], name: string): Promise<void> {
    const no: No = { at: name };
    this.no = no;
    const pieces = this.match.views.get(this.seat as Seat)?.zones ?? [];
    const faces = new Map(allPieces(pieces).flatMap(({ handle, face }) => (handle && face !== undefined ? [[handle, face] as const] : [])));
    const command = guess(this.actions, touched, name, faces);
    if (command === undefined) return;
    const rejection = await this.match.why(this.seat, command);
    // Something else may have been touched meanwhile; and what makes no sense to the rules is no reason for people.
    if (this.no === no && rejection && rejection.code !== 'malformed') this.no = { at: name, rejection };
  }
}
