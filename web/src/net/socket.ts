// A socket that comes back by itself. What was sent and not answered is sent again under its key, and counts once.

import type { Answer, Ask, Guide, Rejection, Role, Seat, ToClient, ToServer } from '../protocol/types';
import { problemWords, say } from '../words/words.svelte';
import { recall } from './kept';

export const PROTOCOL = 1;

/** Browsers have `randomUUID` only with HTTPS, which a table on the LAN does not have. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What became of a command. */
export type Answered = { accepted: number } | { rejected: Rejection } | { refused: string };

interface Waiting {
  key: string;
  frame: ToServer;
  answer: (answered: Answered) => void;
}

export interface Following {
  match: string;
  role?: Role;
  /** The code of the room, for a screen that is nobody's. */
  code?: string;
  /** A commitment to what is added to the seed, while the match has not begun. */
  commitment?: () => string | undefined;
  /** The latest version that is known; nothing while the whole table is needed. */
  version: () => number | undefined;
  hear: (frame: ToClient) => void;
}

/** Pauses before another try, in milliseconds. */
const PAUSES = [200, 500, 1000, 2000, 4000, 8000];
/** Something is heard at least so often: the server is asked for a sign of life. */
const QUIET_MS = 20_000;

export class Connection {
  /** Told whether the line is there. */
  onLine: (connected: boolean) => void = () => {};
  /** Told when an opponent was found. */
  onPaired: (match: string) => void = () => {};
  /** Told when the server does not know us any more. */
  onStranger: (text: string) => void = () => {};

  /** Whose account this is, once the server has said so. */
  account: string | undefined;

  private socket: WebSocket | undefined;
  private welcomed = false;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private following = new Map<string, Following>();
  private commands: Waiting[] = [];
  private guides = new Map<string, (guide: Guide | undefined, no?: unknown) => void>();
  private whys = new Map<string, (rejection: Rejection | undefined) => void>();
  private ended = false;

  constructor(private address: string = location.origin.replace(/^http/, 'ws') + '/api/socket') {
    // Whoever wakes a phone or comes back into the network does not wait for the next try.
    addEventListener('online', this.now);
    addEventListener('offline', this.gone);
    document.addEventListener('visibilitychange', this.now);
  }

  open(): void {
    if (this.socket || this.ended) return;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => this.raw({ type: 'hello', token: recall('token') ?? '', protocol: PROTOCOL });
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as ToClient);
    socket.onclose = () => this.lost(socket);
    this.listen();
  }

  close(): void {
    this.ended = true;
    removeEventListener('online', this.now);
    removeEventListener('offline', this.gone);
    document.removeEventListener('visibilitychange', this.now);
    clearTimeout(this.timer);
    clearTimeout(this.quiet);
    this.socket?.close();
  }

  follow(following: Following): void {
    this.following.set(following.match, following);
    this.open();
    if (this.welcomed) this.subscribe(following);
  }

  /** Asks for the whole table anew. */
  resync(match: string): void {
    const following = this.following.get(match);
    if (following && this.welcomed) this.subscribe(following);
  }

  leave(match: string): void {
    this.following.delete(match);
    if (this.welcomed) this.raw({ type: 'unsubscribe', match });
  }

  submit(match: string, seat: Seat | undefined, command: unknown, version: number): Promise<Answered> {
    const key = newKey();
    const frame: ToServer = { type: 'submit', match, command, version, key, ...(seat === undefined ? {} : { seat }) };
    return new Promise((answer) => {
      this.commands.push({ key, frame, answer });
      if (this.welcomed) this.raw(frame);
    });
  }

  guide(match: string, seat: Seat | undefined, answers: Answer[]): Promise<Guide> {
    const key = newKey();
    return new Promise((resolve, reject) => {
      this.guides.set(key, (guide, no) => (guide ? resolve(guide) : reject(no)));
      const sent = this.raw({ type: 'guide', match, answers, key, ...(seat === undefined ? {} : { seat }) });
      if (!sent) this.guided(key, undefined, { code: 'lost', text: say('lost') });
    });
  }

  /** Why a command is not possible; nothing if it is, or if the line is down. */
  why(match: string, seat: Seat | undefined, command: unknown): Promise<Rejection | undefined> {
    const key = newKey();
    return new Promise((answer) => {
      const sent = this.raw({ type: 'why', match, command, key, ...(seat === undefined ? {} : { seat }) });
      if (sent) this.whys.set(key, answer);
      else answer(undefined);
    });
  }

  /** Whether it was sent: what was not may be out of date when the line is back, and is not kept. */
  ask(match: string, seat: Seat | undefined, ask: Ask): boolean {
    return this.welcomed && this.raw({ type: 'ask', match, ask, ...(seat === undefined ? {} : { seat }) });
  }

  /** Tells what was committed to. */
  tell(frame: ToServer): void {
    if (this.welcomed) this.raw(frame);
  }

  /** Whether it was sent. */
  chat(match: string, text: string): boolean {
    return this.welcomed && this.raw({ type: 'chat', match, text });
  }

  private now = (): void => {
    if (document.visibilityState === 'hidden' || this.socket || this.ended) return;
    clearTimeout(this.timer);
    this.open();
  };

  /** The network is gone: no need to wait until that is noticed. */
  private gone = (): void => {
    const { socket } = this;
    if (!socket) return;
    socket.close();
    this.lost(socket);
  };

  /** Whether there was a line to send it by. */
  private raw(frame: ToServer): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  private subscribe(following: Following): void {
    const { match, role, code } = following;
    const after = following.version();
    const commitment = after ? undefined : following.commitment?.();
    this.raw({ type: 'subscribe', match, ...(after ? { after } : {}), ...(role ? { role } : {}), ...(code ? { code } : {}), ...(commitment ? { commitment } : {}) });
  }

  private hear(frame: ToClient): void {
    this.listen();
    switch (frame.type) {
      case 'welcome':
        this.welcomed = true;
        this.account = frame.account.id;
        this.tries = 0;
        this.onLine(true);
        this.following.forEach((following) => this.subscribe(following));
        this.commands.forEach((waiting) => this.raw(waiting.frame));
        return;
      case 'accepted':
        return this.answered(frame.key, { accepted: frame.version });
      case 'rejected':
        if (frame.key && this.guides.has(frame.key)) return this.guided(frame.key, undefined, frame.rejection);
        if (frame.key) return this.answered(frame.key, { rejected: frame.rejection });
        break;
      case 'guided':
        return this.guided(frame.key, frame.guide);
      case 'why':
        return this.explained(frame.key, frame.rejection);
      case 'paired':
        return this.onPaired(frame.match);
      case 'refused':
        if (frame.key) {
          this.answered(frame.key, { refused: problemWords(frame) });
          this.explained(frame.key, undefined);
        }
        break;
      case 'bye':
        if (frame.code === 'unauthenticated') {
          this.ended = true;
          this.onStranger(frame.text);
        }
        return;
    }
    if ('match' in frame && frame.match) this.following.get(frame.match)?.hear(frame);
  }

  private answered(key: string, answered: Answered): void {
    const at = this.commands.findIndex((waiting) => waiting.key === key);
    if (at >= 0) this.commands.splice(at, 1)[0]?.answer(answered);
  }

  private guided(key: string, guide: Guide | undefined, no?: unknown): void {
    this.guides.get(key)?.(guide, no);
    this.guides.delete(key);
  }

  private explained(key: string, rejection: Rejection | undefined): void {
    this.whys.get(key)?.(rejection);
    this.whys.delete(key);
  }

  private listen(): void {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      this.raw({ type: 'ping', at: Date.now() % 1_000_000_000 });
      this.quiet = setTimeout(() => this.socket?.close(), QUIET_MS / 2);
    }, QUIET_MS);
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = undefined;
    this.welcomed = false;
    clearTimeout(this.quiet);
    this.guides.forEach((tell) => tell(undefined, { code: 'lost', text: say('lost') }));
    this.guides.clear();
    this.whys.forEach((answer) => answer(undefined));
    this.whys.clear();
    this.onLine(false);
    if (this.ended) return;
    const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)] as number;
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), pause * (0.5 + Math.random()));
  }
}
