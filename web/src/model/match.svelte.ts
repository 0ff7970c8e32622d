// A match as this browser knows it: kept up to date by the socket, read by the table.

import type {
  Ask, ChatLine, ClockShown, Guide, Answer, Rejection, Role, Seat, Status, Told, ToClient, View, Viewer,
} from '../protocol/types';
import type { Answered, Connection } from '../net/socket';
import { api } from '../net/api';
import { codeOf, keepCode } from '../net/codes';
import { between } from './between';
import { joined, unpacked, type Moment } from './moments';
import { patched } from './patch';
import { nameWords, problemWords, refusalWords, say } from '../words/words.svelte';
import { answerTo, beginsAnew, commitmentFor } from './entropy';
import { keepPromise } from './promises';

/** How many versions are remembered. */
const REMEMBERED = 2000;
/** So many updates wait to be seen one after the other; when there are more, they are not waited for. */
const MOST_WAITING = 12;
/** So long what was played is looked at before the same record clears it away. */
const BETWEEN_MS = 900;

type Update = Extract<ToClient, { type: 'update' }>;

export class Match {
  version = $state(0);
  views = $state.raw<Map<Viewer, View>>(new Map());
  status = $state.raw<Status | undefined>();
  clock = $state.raw<ClockShown | undefined>();
  /** When the clock was heard, by this browser's time. */
  clockAt = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  /** The table in the middle of a record, for a moment. */
  between = $state.raw<Map<Viewer, View>>(new Map());
  /** What each viewer has seen, version by version. */
  past = $state.raw<Map<Viewer, Moment[]>>(new Map());
  /** Why nothing can be seen here. */
  problem = $state<string | undefined>();
  /** Why something that was asked for, other than a command, was refused. */
  refusal = $state<string | undefined>();
  /** How many commands are under way. */
  sending = $state(0);
  /** Called before a view changes and after it, so that things can be seen to move. */
  onChange: (change: () => void, told: Told[]) => void = (change) => change();

  /** How long something is to be looked at before the next thing happens, in milliseconds. */
  pace: (told: Told[]) => number = () => 0;
  private waiting: Update[] = [];
  /** What has been shown by half. */
  private half: Update[] | undefined;
  private holding: ReturnType<typeof setTimeout> | undefined;

  constructor(
    public id: string,
    private connection: Connection,
    public role?: Role,
    /** The code of the room, for a screen that is nobody's. */
    code?: string,
  ) {
    // For the history too, which is asked for by HTTP.
    if (code) keepCode(id, code);
    this.follow();
  }

  private follow(): void {
    const { id: match, role } = this;
    const code = codeOf(match);
    this.connection.follow({
      match,
      ...(role ? { role } : {}),
      ...(code ? { code } : {}),
      ...(role === 'display' ? {} : { commitment: () => commitmentFor(match) }),
      version: () => (this.version > 0 && this.views.size > 0 ? this.version : undefined),
      hear: (frame) => this.hear(frame),
    });
  }

  close(): void {
    clearTimeout(this.holding);
    this.connection.leave(this.id);
  }

  /** The viewers whose eyes this browser has. */
  get viewers(): Viewer[] {
    return [...this.views.keys()];
  }

  get names(): string[] {
    const [view] = this.views.values();
    return view?.seats.map((seat) => nameWords(seat.name)) ?? [];
  }

  async submit(seat: Seat | undefined, command: unknown): Promise<Answered> {
    // Whoever acts has seen enough.
    this.catchUp();
    this.sending += 1;
    try {
      return await this.connection.submit(this.id, seat, command, this.version);
    } finally {
      this.sending -= 1;
    }
  }

  guide(seat: Seat | undefined, answers: Answer[]): Promise<Guide> {
    return this.connection.guide(this.id, seat, answers);
  }

  /** Why a command is not possible; nothing if it is, or if nobody knows. It is never played. */
  why(seat: Seat | undefined, command: unknown): Promise<Rejection | undefined> {
    return this.connection.why(this.id, seat, command);
  }

  ask(seat: Seat | undefined, ask: Ask): void {
    this.refusal = this.connection.ask(this.id, seat, ask) ? undefined : say('not_sent');
  }

  /** Whether it was sent. */
  say(text: string): boolean {
    return this.connection.chat(this.id, text);
  }

  /** Looks up what a viewer has seen before this page was opened. */
  async lookBack(viewer: Viewer): Promise<void> {
    const seen = this.past.get(viewer);
    if (!seen || (seen[0]?.version ?? 0) <= 1) return;
    const history = await api.history(this.id, viewer).catch(() => undefined);
    if (!history || history.version >= (this.past.get(viewer)?.[0]?.version ?? 0)) return;
    this.past = new Map(this.past).set(viewer, joined(unpacked(history), this.past.get(viewer) ?? []));
  }

  private hear(frame: ToClient): void {
    switch (frame.type) {
      case 'table':
        this.stopWaiting();
        this.problem = undefined;
        this.chat = frame.chat;
        this.setStatus(frame.status);
        this.onChange(() => {
          this.version = frame.version;
          this.views = new Map(frame.views.map(({ viewer, view }) => [viewer, view]));
          this.past = new Map(frame.views.map(({ viewer, view }) => [viewer, [{ version: frame.version, view, told: [] }]]));
        }, []);
        return;
      case 'update':
        this.waiting.push(frame);
        if (this.holding === undefined || this.waiting.length > MOST_WAITING) this.showNext();
        return;
      case 'status':
        return this.setStatus(frame);
      case 'chat':
        this.chat = [...this.chat, frame.line].slice(-200);
        return;
      case 'rejected':
        this.refusal = refusalWords(frame.rejection, this.names);
        return;
      case 'refused':
        // A command that was refused tells whoever sent it; this is about looking on, or about what was asked for.
        if (frame.key) return;
        // A screen of somebody else's shows what everybody may see.
        if (frame.code === 'not_yours' && this.role === 'display') {
          this.role = 'spectator';
          return this.follow();
        }
        if (this.views.size === 0) this.problem = problemWords(frame);
        else this.refusal = problemWords(frame);
        return;
    }
  }

  /** Shows what waits, one version after the other. */
  private showNext = (): void => {
    clearTimeout(this.holding);
    this.holding = undefined;
    const { half } = this;
    this.half = undefined;
    const frames = half ?? this.nextVersion();
    if (frames.length === 0) return;
    const hurry = this.waiting.length > MOST_WAITING || document.hidden;
    if (!half && !hurry && this.showHalf(frames)) {
      this.half = frames;
      this.holding = setTimeout(this.showNext, BETWEEN_MS);
      return;
    }
    frames.forEach((frame) => this.update(frame));
    const pause = hurry ? 0 : this.pace(frames.flatMap((frame) => frame.told ?? []));
    if (pause > 0) this.holding = setTimeout(this.showNext, pause);
    else this.showNext();
  };

  /** The updates of the next version: with several seats on one device, each has one of its own. */
  private nextVersion(): Update[] {
    const end = this.waiting.findIndex((frame) => frame.version !== this.waiting[0]?.version);
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end);
  }

  /** Shows what a record has brought before it clears it away, if it does that. */
  private showHalf(frames: Update[]): boolean {
    const seen = frames.flatMap(({ viewer, told }) => {
      const view = this.views.get(viewer);
      const half = view && between(view, told ?? []);
      return half ? [{ viewer, ...half }] : [];
    });
    const [first] = seen;
    if (!first) return false;
    this.onChange(() => (this.between = new Map(seen.map(({ viewer, view }) => [viewer, view]))), first.told);
    return true;
  }

  /** Shows everything that waits at once. */
  private catchUp(): void {
    const waiting = [...(this.half ?? []), ...this.waiting];
    this.stopWaiting();
    waiting.forEach((frame) => this.update(frame));
  }

  private stopWaiting(): void {
    clearTimeout(this.holding);
    this.holding = undefined;
    this.waiting = [];
    this.half = undefined;
    this.between = new Map();
  }

  private update(frame: Update): void {
    const view = this.views.get(frame.viewer);
    const fits = view && (frame.version === this.version + 1 || frame.version === this.version);
    let next: View | undefined;
    try {
      next = fits ? patched(view, frame.patch) : undefined;
    } catch {
      next = undefined;
    }
    if (!next) {
      this.stopWaiting();
      this.views = new Map();
      this.version = 0;
      return this.connection.resync(this.id);
    }
    const told = frame.told ?? [];
    const shown = this.between.has(frame.viewer) ? between(view as View, told)?.told.length : 0;
    const after = next;
    this.refusal = undefined;
    this.onChange(() => {
      if (this.between.size > 0) this.between = new Map();
      this.views = new Map(this.views).set(frame.viewer, after);
      this.version = frame.version;
      const before = this.past.get(frame.viewer) ?? [];
      const moment = { version: frame.version, view: after, told };
      this.past = new Map(this.past).set(frame.viewer, [...before, moment].slice(-REMEMBERED));
    }, told.slice(shown));
    if (frame.clock) this.setClock(frame.clock);
  }

  private setStatus(status: Status): void {
    this.status = status;
    const answer = answerTo(status, this.connection.account);
    if (answer) this.connection.tell(answer);
    else if (beginsAnew(status)) this.connection.resync(this.id);
    // Heard while nobody knows the seed, it binds the server: what it says later is held against it.
    if (status.commitment && status.room.status === 'playing') keepPromise(this.id, status.commitment);
    this.setClock(status.clock);
  }

  private setClock(clock: ClockShown | undefined): void {
    this.clock = clock;
    this.clockAt = performance.now();
  }
}
