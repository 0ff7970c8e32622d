// What touching things on the table means. Actions say what is touched for them, in order; touching narrows them down.

import type { ActionView, Seat } from '../protocol/types';

export interface Narrowed {
  /** What can be touched next. */
  next: Set<string>;
  /** The actions that are still meant. */
  meant: ActionView[];
  /** The actions that what was touched so far is enough for. */
  whole: ActionView[];
}

/** What is touched to choose a seat: its plate. */
export const seatTouch = (seat: Seat) => `@${seat}`;
const isSeat = (name: string) => name.startsWith('@');
const isPiece = (name: string) => name.startsWith('#');

const touches = (action: ActionView) => action.touches ?? [];

/** The actions that begin with what was touched, in any order where an action takes several things at once. */
export function narrowed(actions: ActionView[], touched: string[]): Narrowed {
  const next = new Set<string>();
  const meant: ActionView[] = [];
  const whole: ActionView[] = [];
  for (const action of actions) {
    const wanted = touches(action);
    if (wanted.length === 0 && touched.length === 0) continue;
    const left = without(wanted, touched);
    if (!left) continue;
    meant.push(action);
    if (left.next.length === 0) whole.push(action);
    left.next.forEach((name) => next.add(name));
  }
  return { next, meant, whole };
}

/**
 * What is to be touched next of `wanted` after `touched`; nothing if that does not fit. Pieces that are taken at once, such as the
 * cards to lay away, come first and in any order; what is done with them comes after them.
 */
function without(wanted: string[], touched: string[]): { next: string[] } | undefined {
  const end = wanted.findIndex((name) => !isPiece(name));
  const set = wanted.slice(0, end < 0 ? wanted.length : end);
  const rest = wanted.slice(set.length);
  for (const name of touched) {
    const at = set.length > 0 ? set.indexOf(name) : rest[0] === name ? 0 : -1;
    if (at < 0) return undefined;
    (set.length > 0 ? set : rest).splice(at, 1);
  }
  return { next: set.length > 0 ? set : rest.slice(0, 1) };
}

/** The actions that appear as buttons: what touching cannot express, and what is meant by touching one of these zones, or a seat, as a whole. */
export const buttons = (actions: ActionView[], zones: Set<string>) =>
  actions.filter((action) => {
    const [only, ...more] = touches(action);
    return only === undefined || (more.length === 0 && (zones.has(only) || isSeat(only)));
  });

/** What a command may call something that is touched: its name, the number in its handle, or what its face says. */
const callings = (name: string, face?: string): (string | number)[] =>
  isPiece(name) || isSeat(name) ? [name, Number(name.slice(1)), ...(face === undefined ? [] : [face])] : [name];

/**
 * The command that touching this after what was touched before would be, if it were possible: like one that is, with this in the
 * place of what is touched last there. Nothing where that is not clear. `faces` says what can be seen on pieces, by their handles.
 */
export function guess(actions: ActionView[], touched: string[], name: string, faces: Map<string, string> = new Map()): unknown {
  const like = actions.find((action) => {
    const wanted = touches(action);
    return wanted.length === touched.length + 1 && touched.every((one, index) => one === wanted[index]);
  });
  const last = like && touches(like).at(-1);
  if (!like || last === undefined || isPiece(last) !== isPiece(name) || isSeat(last) !== isSeat(name)) return undefined;
  const others = callings(name, faces.get(name));
  for (const [index, calling] of callings(last, faces.get(last)).entries()) {
    const instead = others[index];
    if (instead === undefined) continue;
    const { value, count } = exchanged(like.command, calling, instead);
    if (count === 1) return value;
  }
  return undefined;
}

/** The same data with one thing called otherwise, and how often that was done. */
function exchanged(data: unknown, from: string | number, to: string | number): { value: unknown; count: number } {
  if (data === from) return { value: to, count: 1 };
  if (typeof data === 'string' && typeof from === 'string') {
    // A place within a word of several, as in `c3-b4`.
    const parts = data.split(new RegExp(`(?<![A-Za-z0-9])${from.replace(/[^A-Za-z0-9]/g, '\\$&')}(?![A-Za-z0-9])`));
    return { value: parts.join(String(to)), count: parts.length - 1 };
  }
  if (typeof data !== 'object' || data === null) return { value: data, count: 0 };
  const entries = Object.entries(data).map(([key, value]) => [key, exchanged(value, from, to)] as const);
  const count = entries.reduce((sum, [, one]) => sum + one.count, 0);
  const value = Array.isArray(data) ? entries.map(([, one]) => one.value) : Object.fromEntries(entries.map(([key, one]) => [key, one.value]));
  return { value, count };
}
