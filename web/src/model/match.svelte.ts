// A match as this browser knows it: kept up to date by the socket, read by the table.

import type {
  ActionView, Ask, ChatLine, ClockShown, Guide, Answer, Role, Seat, Status, Told, ToClient, View, Viewer,
} from '../protocol/types';
import type { Answered, Connection } from '../net/socket';
import { patched } from './patch';

/** What was told with a version. */
export interface Heard {
  version: number;
  told: Told[];
}

/** How many versions are remembered of what was told. */
const REMEMBERED = 2000;

export class Match {
  version = $state(0);
  views = $state.raw<Map<Viewer, View>>(new Map());
  status = $state.raw<Status | undefined>();
  clock = $state.raw<ClockShown | undefined>();
  /** When the clock was heard, by this browser's time. */
  clockAt = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  heard = $state.raw<Heard[]>([]);
  /** Why nothing can be seen here. */
  problem = $state<string | undefined>();
  /** How many commands are under way. */
  sending = $state(0);
  /** Called before a view changes and after it, so that things can be seen to move. */
  onChange: (change: () => void, told: Told[]) => void = (change) => change();

  constructor(
    public id: string,
    private connection: Connection,
    public role?: Role,
  ) {
    connection.follow({
      match: id,
      role,
      version: () => (this.version > 0 && this.views.size > 0 ? this.version : undefined),
      hear: (frame) => this.hear(frame),
    });
  }

  close(): void {
    this.connection.leave(this.id);
  }

  /** The viewers whose eyes this browser has. */
  get viewers(): Viewer[] {
    return [...this.views.keys()];
  }

  async submit(seat: Seat | undefined, command: unknown): Promise<Answered> {
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

  ask(seat: Seat | undefined, ask: Ask): void {
    this.connection.ask(this.id, seat, ask);
  }

  say(text: string): void {
    this.connection.chat(this.id, text);
  }

  private hear(frame: ToClient): void {
    switch (frame.type) {
      case 'table':
        this.problem = undefined;
        this.chat = frame.chat;
        this.setStatus(frame.status);
        this.onChange(() => {
          this.version = frame.version;
          this.views = new Map(frame.views.map(({ viewer, view }) => [viewer, view]));
        }, []);
        return;
      case 'update':
        return this.update(frame);
      case 'status':
        return this.setStatus(frame);
      case 'chat':
        this.chat = [...this.chat, frame.line].slice(-200);
        return;
      case 'refused':
        // A command that was refused tells whoever sent it; this is about looking on.
        if (!frame.key && this.views.size === 0) this.problem = frame.text;
        return;
    }
  }

  private update(frame: Extract<ToClient, { type: 'update' }>): void {
    const view = this.views.get(frame.viewer);
    // With several seats on one device, each has an update of its own for the same version.
    const fits = view && (frame.version === this.version + 1 || frame.version === this.version);
    let next: View | undefined;
    try {
      next = fits ? patched(view, frame.patch) : undefined;
    } catch {
      next = undefined;
    }
    if (!next) {
      this.views = new Map();
      this.version = 0;
      return this.connection.resync(this.id);
    }
    const told = frame.told ?? [];
    const after = next;
    this.onChange(() => {
      this.views = new Map(this.views).set(frame.viewer, after);
      this.version = frame.version;
    }, told);
    if (this.heard.at(-1)?.version !== frame.version) {
      this.heard = [...this.heard, { version: frame.version, told }].slice(-REMEMBERED);
    }
    if (frame.clock) this.setClock(frame.clock);
  }

  private setStatus(status: Status): void {
    this.status = status;
    this.setClock(status.clock);
  }

  private setClock(clock: ClockShown | undefined): void {
    this.clock = clock;
    this.clockAt = performance.now();
  }
}

/** The actions of a view. */
export const actionsOf = (view: View | undefined): ActionView[] => view?.actions ?? [];
