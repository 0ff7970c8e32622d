// What counts, sorted for the eye: what belongs to a seat goes to its plate, and of the rest the most telling comes first.

import type { Seat, View } from '../protocol/types';
import { gameWords, nameWords } from '../words/words.svelte';

export type Value = [name: string, value: string];

/** What people want to know at a glance, where a game has many values. */
const TELLING = ['pot', 'bet', 'total', 'count', 'target', 'trump', 'active_suit', 'suit', 'color', 'direction', 'rolls', 'score', 'round'];
/** How many values are shown at once. */
const SHOWN = 4;
/** Values which are seats. */
const SEAT = /(^|_)(player|dealer|leader|neighbor)$/;

export interface Values {
  /** What is shown. */
  shown: Value[];
  /** What can be looked up. */
  more: Value[];
  /** What is a seat's own, such as `bet_1`. */
  seats: Map<Seat, Value[]>;
}

const spoken = (value: unknown) => (value === true ? '✓' : value === false ? '–' : gameWords(String(value)));

/** `bet_0`, `bet_1`, … when there is one for each seat. */
function perSeat(view: View): Set<string> {
  const values = view.values ?? {};
  const words = new Set(Object.keys(values).flatMap((name) => /^(.+)_0$/.exec(name)?.[1] ?? []));
  return new Set([...words].filter((word) => view.seats.length > 1 && view.seats.every((_, seat) => `${word}_${seat}` in values)));
}

const NOTHING = ['0', '-1', '–'];
const rank = ([name, value]: Value) => (TELLING.includes(name) ? TELLING.indexOf(name) : value.length > 8 || NOTHING.includes(value) ? TELLING.length + 1 : TELLING.length);

/** Whether a value is something to read. */
export const readable = (value: unknown) => typeof value !== 'object' && value !== '' && value !== undefined;

export function sortedValues(view: View): Values {
  const own = perSeat(view);
  const seats = new Map<Seat, Value[]>();
  const all: Value[] = [];
  for (const [name, value] of Object.entries(view.values ?? {})) {
    if (!readable(value)) continue;
    const [, word, seat] = /^(.+)_(\d+)$/.exec(name) ?? [];
    if (word !== undefined && own.has(word)) {
      const at = Number(seat);
      seats.set(at, [...(seats.get(at) ?? []), [word, spoken(value)]]);
    } else if (SEAT.test(name) && typeof value === 'number') {
      all.push([name, nameWords(view.seats[value]?.name ?? '–')]);
    } else all.push([name, spoken(value)]);
  }
  // What says nothing yet, or what nobody can read, is there for the rules, and for those who look it up.
  const order = [...all].sort((one, other) => rank(one) - rank(other));
  const shown = order.filter((value) => rank(value) <= TELLING.length).slice(0, SHOWN);
  return { shown, more: order.slice(shown.length), seats };
}

/** A name of a value, as people write it. */
export const valueName = (name: string) => gameWords(name.replaceAll('_', ' '), 'value');
