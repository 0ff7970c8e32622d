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

/** The actions that touching cannot express: they appear as buttons. */
export const buttons = (actions: ActionView[]) => actions.filter((action) => touches(action).length === 0);
