// What travels between the page and a server. Printed from the Rust types, which say what everything means: change those, and run
//   UPDATE_EXPECT=1 cargo test -p parlor-protocol

export interface About {
  author_tools: boolean;
  brand: Brand;
}

export interface Account {
  guest: boolean;
  id: string;
  name: string;
}

export interface ActionView {
  command: unknown;
  label?: Message;
  text: string;
  touches?: string[];
}

export interface Advice {
  command: unknown;
  label?: Message;
  seat: Seat;
  text: string;
}

export interface Alternative {
  command: unknown;
  proven: boolean;
  text: string;
  value: number | null;
}

export interface Analysis {
  bot: string;
  complete: boolean;
  curves: Curve[];
  game: string;
  hidden: boolean;
  moves: Judged[];
  players: Summary[];
  seats: string[];
  seed: number;
  sides?: SideMove[];
}

export type Answer =
  | number
  | string;

export type Answers =
  | { one_of: Choice[] }
  | { number: { max: number; min: number } }
  | { text: { longest: number } };

export type Arg =
  | { seat: Seat }
  | number
  | string
  | Message
  | { list: Arg[] };

export type Ask =
  | 'resign'
  | 'resign_series'
  | 'draw'
  | 'abort'
  | 'undo'
  | 'redo'
  | 'pause'
  | 'resume'
  | 'agree'
  | 'refuse';

export interface AskAdvice {
  level?: string;
}

export interface AuthorNews {
  file?: string;
  problems?: string;
  saves: number;
}

export interface Bar {
  most: string;
  value: string;
}

export interface Brand {
  accent: string;
  name: string;
  table: string;
  theme: string;
}

export type Bring =
  | { preset: string }
  | { value: unknown };

export interface BringFault {
  bring: string;
  fault: Message;
  seat: Seat;
}

export interface BringSpec {
  description?: string;
  id: string;
  label: string;
  optional?: boolean;
  presets?: Preset[];
  secret?: boolean;
}

export interface ChatLine {
  account: string;
  from: string;
  guest: boolean;
  text: string;
  time_ms: number;
}

export interface Checked {
  hash: string;
  sound: boolean;
  text: string;
  version: number;
}

export interface Choice {
  answer: Answer;
  label: Message;
  touch?: string;
}

export interface ClockShown {
  paused: boolean;
  paused_by?: number;
  remaining_ms: number[];
  running: Seat[];
}

export interface Credentials {
  name: string;
  password: string;
}

export interface Curve {
  points: Point[];
  seat: Seat;
}

export interface Dealing {
  commitment: string;
  waits_for: string[];
}

export type Entropy = string;

export interface Face {
  back?: string;
  bars?: Bar[];
  color?: string;
  corners?: Record<string, string[]>;
  picture?: string;
  shape?: Shape;
  sort?: SortBy[];
  text?: string[];
  turned?: string;
}

export type Fate =
  | 'finished'
  | 'eliminated'
  | 'resigned'
  | 'timed_out'
  | 'aborted';

export interface Fork {
  version: number;
}

export interface GameCard {
  chance: boolean;
  hidden: boolean;
  id: string;
  manifest?: Manifest;
  max_seats: number;
  min_seats: number;
  name: string;
  summary: string;
  tags?: string[];
  version: string;
}

export interface GameDetails {
  brings?: BringSpec[];
  chance: boolean;
  fingerprint: string;
  hidden: boolean;
  id: string;
  late_join: boolean;
  longest: number;
  manifest?: Manifest;
  max_seats: number;
  min_seats: number;
  name: string;
  options: OptionSpec[];
  options_schema: unknown;
  ruleset?: unknown;
  summary: string;
  tags?: string[];
  timed: boolean;
  version: string;
}

export type Guide =
  | { ask: Question }
  | { done: unknown };

export type Hexagons =
  | 'pointy'
  | 'flat';

export interface History {
  checked?: Checked;
  game: string;
  game_name: string;
  next?: number;
  seats: string[];
  steps: Step[];
  version: number;
  view: View;
  viewer: Viewer;
}

export interface Inside {
  events: unknown[];
  latest: number;
  legal: LegalCommand[];
  seed?: string;
  state: unknown;
  to_act: Seat[];
  version: number;
}

export interface Join {
  brings?: Record<string, Bring>;
  code?: string;
  commitment?: string;
  name?: string;
  seat?: Seat;
}

export interface Judged {
  before: number | null;
  best: Alternative | null;
  command: unknown;
  forced: boolean;
  judgement: Judgement | null;
  loss: number | null;
  number: number;
  proven: boolean;
  seat: Seat;
  text: string;
  value: number | null;
  version: number;
}

export type Judgement =
  | 'best'
  | 'good'
  | 'inaccuracy'
  | 'mistake'
  | 'blunder';

export type Layout =
  | { kind: 'grid'; columns: number; rows: number }
  | { kind: 'hexes'; columns: number; rows: number }
  | { kind: 'map' }
  | { kind: 'row' }
  | { kind: 'fan' }
  | { kind: 'spread' }
  | { kind: 'overlap' }
  | { kind: 'pile' };

export type Leavers =
  | 'resign'
  | { bot: string };

export interface LegalCommand {
  command: unknown;
  seat: Seat;
  text: string;
}

export interface Legend {
  pieces?: Record<string, Face>;
  values?: Record<string, ValueLook>;
}

export interface Link {
  from: string;
  open: boolean;
  to: string;
}

export interface Manifest {
  age?: number;
  authors?: string[];
  best_for?: number[];
  complexity?: number;
  license?: string;
  minutes?: number[];
  picture?: string;
  scoreboard?: string[];
  source?: string;
}

export interface Message {
  args?: Record<string, Arg>;
  id: string;
  text: string;
}

export interface NewGuest {
  name: string;
}

export interface NewRoom {
  brings?: Record<string, Bring>;
  clock?: string;
  commitment?: string;
  game: string;
  late_join?: boolean;
  leavers?: Leavers;
  options?: Record<string, OptionValue>;
  rated?: boolean;
  seats?: string[];
  seed?: string;
  series?: SeriesLength;
  spectators?: SpectatorsSent;
  start_when_full?: boolean;
  visibility?: Visibility;
}

export interface Offer {
  ask: Ask;
  by: Seat;
  needs: Seat[];
}

export type OptionSpec = { label: string; name: string } & ({ kind: 'bool'; default: boolean } | { kind: 'int'; default: number; max: number; min: number } | { kind: 'choice'; choices: string[]; default: string });

export type OptionValue =
  | boolean
  | number
  | string;

export interface Outcome {
  ranking?: Ranking;
  standings: Standing[];
}

export interface PastMatch {
  ended_ms: number;
  game: string;
  match: string;
  outcome?: Outcome;
  rated: boolean;
  seats: string[];
}

export type Patch = PatchChange[];

export interface PatchChange {
  at: string;
  set?: unknown;
}

export interface PieceView {
  at?: string;
  attached?: PieceView[];
  attributes?: Record<string, unknown>;
  controller?: Seat;
  face?: string;
  handle?: string;
  kind: string;
  owner?: Seat;
}

export type Player =
  | { kind: 'open' }
  | { kind: 'human'; account: Account; name?: string; rating?: RatingShown }
  | { kind: 'bot'; instead_of?: Account; level: string; name?: string };

export interface Point {
  moves: number;
  value: number;
}

export type Points = number;

export interface Presence {
  account: string;
  away: boolean;
}

export interface Preset {
  id: string;
  label: string;
  value: unknown;
}

export interface Problem {
  code: string;
  faults?: BringFault[];
  hint?: string;
  retry_after_ms?: number;
  text: string;
}

export interface Progress {
  least: number;
  made: number;
  most?: number;
}

export interface Question {
  answers: Answers;
  prompt: Message;
}

export interface Ranked {
  account: Account;
  rank: number;
  rating: RatingShown;
}

export type Ranking =
  | 'highest'
  | 'lowest';

export interface RatingShown {
  deviation: number;
  matches: number;
  rating: number;
}

export interface Rejection {
  args?: Record<string, Arg>;
  code: string;
  legal?: unknown[];
  text: string;
}

export type Role =
  | 'player'
  | 'spectator'
  | 'display';

export interface Room {
  analysis_of?: string;
  clock: string;
  code?: string;
  created_ms: number;
  game: string;
  game_name: string;
  host: string;
  id: string;
  late_join: boolean;
  leavers: Leavers;
  link?: string;
  next?: string;
  options: Record<string, OptionValue>;
  outcome?: Outcome;
  rated: boolean;
  seats: Player[];
  series?: SeriesShown;
  spectators: Spectators;
  status: RoomStatus;
  visibility: Visibility;
}

export type RoomStatus =
  | 'gathering'
  | 'playing'
  | 'over';

export type RulesetUpload =
  | { text: string }
  | { url: string };

export type Seat = number;

export interface SeatView {
  name: string;
  values?: Record<string, unknown>;
}

export interface Seek {
  clock?: string;
  game: string;
  rated?: boolean;
}

export type SeriesLength =
  | { best_of: number }
  | { first_to: number }
  | { games: number };

export interface SeriesShown {
  begins_ms?: number;
  half_points: Points[];
  id: string;
  length: SeriesLength;
  number: number;
  outcome?: Outcome;
  waits_for?: string[];
}

export interface Session {
  account: Account;
  token: string;
}

export interface SetBrings {
  brings: Record<string, Bring>;
}

export interface SetSeat {
  player: string;
}

export type Shape =
  | 'card'
  | 'tile'
  | 'token'
  | 'mark'
  | 'die';

export type SheetBox =
  | number
  | { would: number }
  | null;

export interface SideMove {
  others: string[];
  side: string;
  text: string;
  version: number;
}

export interface SortBy {
  attribute: string;
  words?: string[];
}

export interface Sought {
  match?: string;
  waiting: boolean;
}

export interface Spectators {
  allowed: boolean;
  delay_seconds: number;
}

export interface SpectatorsSent {
  allowed?: boolean;
  delay_seconds?: number;
}

export interface Spot {
  at: string;
  x: number;
  y: number;
}

export interface Standing {
  fate: Fate;
  place: number;
  reason: Message;
  score?: number;
}

export type Stands =
  | 'seat'
  | 'middle';

export interface Status {
  clock?: ClockShown;
  commitment?: string;
  dealing?: Dealing;
  here: Presence[];
  match: string;
  offer?: Offer;
  room: Room;
  screen?: boolean;
  spectators: number;
  trouble?: Problem;
}

export interface Step {
  patch: Patch;
  told?: Told[];
  version: number;
}

export interface Summary {
  accuracy: number | null;
  average_loss: number | null;
  best: number;
  blunders: number;
  choices: number;
  inaccuracies: number;
  mistakes: number;
  seat: Seat;
}

export interface Table {
  chat: ChatLine[];
  match: string;
  status: Status;
  version: number;
  views: TableView[];
}

export interface TableView {
  view: View;
  viewer: Viewer;
}

export type ToClient =
  | { type: 'welcome'; account: Account; protocol: number; server: string; time_ms: number }
  | { type: 'table' } & Table
  | { type: 'update'; clock?: ClockShown; match: string; patch: Patch; told?: Told[]; version: number; viewer: Viewer }
  | { type: 'accepted'; key: string; match: string; version: number }
  | { type: 'rejected'; key?: string; match: string; rejection: Rejection }
  | { type: 'guided'; guide: Guide; key: string; match: string }
  | { type: 'why'; key: string; match: string; rejection?: Rejection }
  | { type: 'status' } & Status
  | { type: 'chat'; line: ChatLine; match: string }
  | { type: 'paired'; match: string }
  | { type: 'refused'; code: string; faults?: BringFault[]; hint?: string; key?: string; match?: string; retry_after_ms?: number; text: string }
  | { type: 'pong'; at: number }
  | { type: 'bye'; code: string; faults?: BringFault[]; hint?: string; retry_after_ms?: number; text: string };

export type ToServer =
  | { type: 'hello'; protocol: number; token: string }
  | { type: 'subscribe'; after?: number; code?: string; commitment?: string; match: string; role?: Role }
  | { type: 'entropy'; entropy: Entropy; match: string }
  | { type: 'unsubscribe'; match: string }
  | { type: 'submit'; command: unknown; key: string; match: string; seat?: Seat; version?: number }
  | { type: 'guide'; answers?: Answer[]; key: string; match: string; seat?: Seat }
  | { type: 'why'; command: unknown; key: string; match: string; seat?: Seat }
  | { type: 'ask'; ask: Ask; match: string; seat?: Seat }
  | { type: 'chat'; match: string; text: string }
  | { type: 'ping'; at: number };

export interface Told {
  data?: unknown;
  message: Message;
}

export type ToldChange =
  | { change: 'create'; face?: string; piece?: string; to: string; to_at?: string }
  | { change: 'move'; face?: string; from?: string; from_at?: string; onto?: string; piece?: string; to?: string; to_at?: string; was?: string }
  | { change: 'order'; zone: string }
  | { change: 'look'; zone: string }
  | { change: 'show'; face?: string; piece?: string; was?: string; zone: string }
  | { change: 'see'; lost?: string[]; seen?: string[]; zone: string }
  | { change: 'roll'; face?: string; piece?: string; zone: string };

export interface TrackState {
  points: number;
  steps: (string | null)[];
}

export interface ValueLook {
  label: Message;
  order: number;
  shown_as: ValueType;
}

export type ValueType =
  | { kind: 'counter' }
  | { kind: 'points'; better: Ranking }
  | { kind: 'money' }
  | { kind: 'seat' }
  | { kind: 'piece' }
  | { kind: 'yes_no' }
  | { kind: 'suit' }
  | { kind: 'rank' }
  | { kind: 'word' }
  | { kind: 'sheet'; boxes: Message[]; goal?: number }
  | { kind: 'track' }
  | { kind: 'hidden' };

export interface View {
  actions?: ActionView[];
  hints?: Record<string, unknown>;
  legend?: Legend;
  outcome?: Outcome;
  phase?: Message;
  progress?: Progress;
  prompt?: Message;
  recent?: Told[];
  seats: SeatView[];
  side?: Message;
  time_limit_ms?: number;
  to_act: Seat[];
  values?: Record<string, unknown>;
  viewer: Viewer | null;
  zones: ZoneView[];
}

export type Viewer =
  | Seat
  | 'spectator' | 'referee';

export type Visibility =
  | 'by_code'
  | 'public';

export interface ZoneAttributes {
  cells?: Record<string, Record<string, unknown>>;
  checkered?: boolean;
  colors?: Record<string, Record<string, string>>;
  columns?: string[];
  facing?: boolean;
  fog?: boolean;
  hexes?: Hexagons;
  links?: Link[];
  rows?: string[];
  sides?: Seat[];
  spots?: Spot[];
  surface?: string;
  walls?: string[][];
  [name: string]: unknown;
}

export type ZoneRole = string;

export interface ZoneView {
  attributes?: ZoneAttributes;
  count?: number;
  id: string;
  label?: Message;
  layout: Layout;
  owner?: Seat;
  pieces?: PieceView[];
  role?: ZoneRole;
  stands?: Stands;
  zones?: ZoneView[];
}
