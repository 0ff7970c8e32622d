// What travels between the browser and a server: the same words as `crates/protocol` and `crates/core` use.

export type Seat = number;
export type Viewer = Seat | 'spectator' | 'referee';

export type Arg = { seat: Seat } | number | string;
export interface Message {
  id: string;
  text: string;
  args?: Record<string, Arg>;
}

export interface Told {
  message: Message;
  data?: Moved | unknown;
}

/** What a told event says of a piece that went somewhere. */
export interface Moved {
  change: string;
  piece?: string;
  was?: string;
  from?: string;
  to?: string;
  at?: string;
  face?: string;
  zone?: string;
}

export type Layout =
  | { kind: 'grid'; columns: number; rows: number }
  | { kind: 'hexes'; columns: number; rows: number }
  | { kind: 'map' }
  | { kind: 'row' }
  | { kind: 'pile' };

export interface PieceView {
  kind: string;
  face?: string;
  handle?: string;
  owner?: Seat;
  at?: string;
  attributes?: Record<string, unknown>;
}

export interface ZoneView {
  id: string;
  layout: Layout;
  owner?: Seat;
  count?: number;
  pieces?: PieceView[];
  zones?: ZoneView[];
  attributes?: Record<string, unknown>;
}

export interface ActionView {
  command: unknown;
  text: string;
  label?: Message;
  touches?: string[];
}

export interface SeatView {
  name: string;
  values?: Record<string, unknown>;
}

/** How a seat ended; the first of a list is the first seat. */
export interface Standing {
  place: number;
  score?: number;
  fate: 'finished' | 'eliminated' | 'resigned' | 'timed_out' | 'aborted';
  reason: string;
}
export interface Outcome {
  standings: Standing[];
}

export interface View {
  viewer: Viewer | null;
  phase?: Message;
  prompt?: Message;
  to_act: Seat[];
  time_limit_ms?: number;
  recent?: Told[];
  values?: Record<string, unknown>;
  hints?: Record<string, unknown>;
  seats: SeatView[];
  zones: ZoneView[];
  actions?: ActionView[];
  outcome?: Outcome;
}

export interface Change {
  at: string;
  set?: unknown;
}

export interface Account {
  id: string;
  name: string;
  guest: boolean;
}
export interface Session {
  account: Account;
  token: string;
}

export interface Problem {
  code: string;
  text: string;
  hint?: string;
  retry_after_ms?: number;
}

export type Player =
  | { kind: 'open' }
  | { kind: 'human'; account: Account; name?: string; rating?: RatingShown }
  | { kind: 'bot'; level: string; instead_of?: Account };

export interface RatingShown {
  rating: number;
  deviation: number;
  matches: number;
}

export type RoomStatus = 'gathering' | 'playing' | 'over';

export interface Room {
  id: string;
  game: string;
  game_name: string;
  options: Record<string, unknown>;
  seats: Player[];
  status: RoomStatus;
  visibility: 'by_code' | 'public';
  clock: string;
  rated: boolean;
  spectators: { allowed: boolean; delay_seconds: number };
  late_join: boolean;
  host: string;
  created_ms: number;
  code?: string;
  link?: string;
  next?: string;
  analysis_of?: string;
  outcome?: Outcome;
}

export interface NewRoom {
  game: string;
  options?: Record<string, unknown>;
  seats?: string[];
  visibility?: 'by_code' | 'public';
  clock?: string;
  rated?: boolean;
  start_when_full?: boolean;
  late_join?: boolean;
  seed?: string;
}

export interface GameCard {
  id: string;
  name: string;
  version: string;
  summary: string;
  tags?: string[];
  min_seats: number;
  max_seats: number;
  hidden: boolean;
  chance: boolean;
}

export interface OptionSchema {
  type: string;
  title?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
}

export interface GameDetails extends GameCard {
  options_schema: { properties?: Record<string, OptionSchema> };
}

export interface ClockShown {
  remaining_ms: number[];
  running: Seat[];
  paused: boolean;
}
export interface Offer {
  by: Seat;
  ask: Ask;
  needs: Seat[];
}
export interface ChatLine {
  from: string;
  /** Whose account; empty in lines from before this was kept. */
  account: string;
  guest: boolean;
  text: string;
  time_ms: number;
}
export interface Status {
  match: string;
  room: Room;
  here: { account: string; away: boolean }[];
  spectators: number;
  /** Whether the table is on a screen that all can see. */
  screen?: boolean;
  offer?: Offer;
  clock?: ClockShown;
  commitment?: string;
  trouble?: Problem;
}

/** A match version by version, as one viewer has seen it. */
export interface History {
  game: string;
  game_name: string;
  seats: string[];
  viewer: Viewer;
  version: number;
  view: View;
  steps: { version: number; patch: Change[]; told?: Told[] }[];
  next?: number;
  checked?: { sound: boolean; version: number; hash: string; text: string };
}

/** What a bot thinks of a match, move by move. */
export interface Analysis {
  complete: boolean;
  moves: { number: number; version: number; seat: Seat; text: string; judgement?: string | null; best?: { text: string } | null; forced: boolean }[];
  players: { seat: Seat; accuracy?: number | null; inaccuracies: number; mistakes: number; blunders: number }[];
  curves: { seat: Seat; points: { moves: number; value: number }[] }[];
}

export interface Advice {
  seat: Seat;
  command: unknown;
  text: string;
}

/** A version with all that is behind it, for whoever writes the game. */
export interface Inside {
  version: number;
  latest: number;
  seed?: string;
  state: unknown;
  events: unknown[];
  to_act: Seat[];
  legal: { seat: Seat; command: unknown; text: string }[];
}

export interface AuthorNews {
  saves: number;
  file?: string;
  problems?: string;
}

export interface PastMatch {
  match: string;
  game: string;
  seats: string[];
  ended_ms: number;
  rated: boolean;
  outcome?: Outcome;
}

export interface Sought {
  waiting: boolean;
  match?: string;
}

export type Ask =
  'resign' | 'draw' | 'abort' | 'undo' | 'redo' | 'pause' | 'resume' | 'agree' | 'refuse';
export type Role = 'player' | 'spectator' | 'display';

/** Why the rules refuse something. */
export interface Rejection {
  code: string;
  text: string;
  args?: Record<string, Arg>;
}

export type Answer = number | string;
export type Guide =
  | { ask: Question }
  | { done: unknown };
export interface Question {
  prompt: Message;
  answers:
    | { one_of: { answer: Answer; label: Message; touch?: string }[] }
    | { number: { min: number; max: number } }
    | { text: { longest: number } };
}

export type ToClient =
  | { type: 'welcome'; account: Account; protocol: number; server: string; time_ms: number }
  | {
      type: 'table';
      match: string;
      version: number;
      views: { viewer: Viewer; view: View }[];
      chat: ChatLine[];
      status: Status;
    }
  | {
      type: 'update';
      match: string;
      viewer: Viewer;
      version: number;
      patch: Change[];
      told?: Told[];
      clock?: ClockShown;
    }
  | { type: 'accepted'; match: string; key: string; version: number }
  | { type: 'rejected'; match: string; key?: string; rejection: Rejection }
  | { type: 'guided'; match: string; key: string; guide: Guide }
  | ({ type: 'status' } & Status)
  | { type: 'chat'; match: string; line: ChatLine }
  | { type: 'paired'; match: string }
  | ({ type: 'refused'; match?: string; key?: string } & Problem)
  | { type: 'pong'; at: number }
  | ({ type: 'bye' } & Problem);
