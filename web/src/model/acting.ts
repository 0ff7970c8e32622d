// What touching things on the table means. Actions say what is touched for them, in order; touching narrows them down.

import type { ActionView } from '../protocol/types';

export interface Narrowed {
  /** What can be touched next. */
  next: Set<string>;
  /** The actions that are still meant. */
  meant: ActionView[];
  /** The actions that what was touched so far is enough for. */
  whole: ActionView[];
}

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
    if (left.length === 0) whole.push(action);
    else if (isSet(action)) left.forEach((name) => next.add(name));
    else next.add(left[0] as string);
  }
  return { next, meant, whole };
}

/** Whether the order of touching does not matter: all that is touched are pieces, such as the cards to lay away. */
function isSet(action: ActionView): boolean {
  const wanted = touches(action);
  return wanted.length > 1 && wanted.every((name) => name.startsWith('#'));
}

/** What is left to touch of `wanted` after `touched`; nothing if that does not fit. */
function without(wanted: string[], touched: string[]): string[] | undefined {
  const set = wanted.length > 1 && wanted.every((name) => name.startsWith('#'));
  if (!set) {
    const fits = touched.every((name, index) => wanted[index] === name);
    return fits ? wanted.slice(touched.length) : undefined;
  }
  const left = [...wanted];
  for (const name of touched) {
    const at = left.indexOf(name);
    if (at < 0) return undefined;
    left.splice(at, 1);
  }
  return left;
}

/** The actions that appear as buttons: what touching cannot express, and what is meant by touching one of these zones as a whole. */
export const buttons = (actions: ActionView[], zones: Set<string>) =>
  actions.filter((action) => touches(action).length === 0 || (touches(action).length === 1 && zones.has(touches(action)[0] as string)));

/** What a command may call something that is touched: its name, the number in its handle, or what its face says. */
const callings = (name: string, face?: string): (string | number)[] =>
  name.startsWith('#') ? [name, Number(name.slice(1)), ...(face === undefined ? [] : [face])] : [name];

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
  if (!like || last === undefined || last.startsWith('#') !== name.startsWith('#')) return undefined;
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
