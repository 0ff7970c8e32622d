// What counts, as the game declares it: what belongs to a seat goes to its plate, and what comes first is shown first.

import type { Message, ValueType, View } from '../protocol/types';
import { allPieces } from '../model/arrange';
import { gameWords, nameWords, rendered, sentence } from '../words/words.svelte';

export interface Value {
  /** What programs call it. */
  name: string;
  /** What people call it. */
  label: string;
  value: string;
}

/** How many values are shown at once. */
const SHOWN = 4;

export interface Values {
  /** What is shown. */
  shown: Value[];
  /** What can be looked up. */
  more: Value[];
}

/** A label, as people write it. */
export function labelWords(message: Message): string {
  const found = rendered(message, []);
  return /^\p{Lu}/u.test(message.text) ? sentence(found) : found;
}

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null && 'id' in value && 'text' in value;

const seatOf = (value: unknown): number => (typeof value === 'object' && value !== null && 'seat' in value ? Number(value.seat) : typeof value === 'number' ? value : -1);

/** A value as people read it; nothing where it says nothing, or is for programs alone. */
function read(view: View, name: string, value: unknown): string | undefined {
  const kind = view.legend?.values?.[name]?.shown_as.kind;
  // Of a list whose items are somebody's secret, one sees how many there are.
  if (Array.isArray(value) && kind !== 'sheet') return value.length === 0 || !kind || kind === 'hidden' ? undefined : value.map((item) => item === null ? '?' : (readOne(view, kind, item) ?? '?')).join(', ');
  return readOne(view, kind, value);
}

function readOne(view: View, kind: ValueType['kind'] | undefined, value: unknown): string | undefined {
  switch (kind) {
    case 'piece':
      return handleWords(view, value);
    case 'counter':
    case 'points':
    case 'money':
      return typeof value === 'number' ? String(value) : undefined;
    case 'seat': {
      const seat = view.seats[seatOf(value)];
      return seat && nameWords(seat.name);
    }
    case 'yes_no':
      return value === true || (typeof value === 'number' && value !== 0) ? '✓' : undefined;
    case 'suit':
    case 'rank':
    case 'word':
      // Several words are a message.
      if (isMessage(value)) return rendered(value, view.seats.map((seat) => nameWords(seat.name)));
      return typeof value === 'string' || typeof value === 'number' ? (value === '' ? undefined : gameWords('word', String(value))) : undefined;
    default:
      return undefined;
  }
}

/** What a handle stands for: the face of its piece, where it can be seen. */
export const handleWords = (view: View, handle: unknown): string | undefined => {
  const piece = allPieces(view.zones).find((piece) => typeof handle === 'string' && piece.handle === handle);
  return piece && (piece.face === undefined ? '?' : gameWords('face', piece.face));
};

/** Some values of the table or of a seat, in the order that the game declares. */
export function valuesOf(view: View, values: Record<string, unknown> | undefined): Value[] {
  const looks = view.legend?.values ?? {};
  const order = (name: string) => looks[name]?.order ?? 0;
  const names = Object.keys(values ?? {}).sort((one, other) => order(one) - order(other));
  return names.flatMap((name) => {
    const value = read(view, name, values?.[name]);
    const look = looks[name];
    return value === undefined || !look ? [] : [{ name, label: labelWords(look.label), value }];
  });
}

export function sortedValues(view: View): Values {
  const all = valuesOf(view, view.values);
  return { shown: all.slice(0, SHOWN), more: all.slice(SHOWN) };
}
