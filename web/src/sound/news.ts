// Which sounds follow from what has happened: from what was told, whose turn it is, and how it ended.

import type { Seat, Told, View } from '../protocol/types';
import { allPieces, shapeOf } from '../model/arrange';
import { changeOf } from '../model/told';

export type Sound = 'slide' | 'set' | 'shuffle' | 'dice' | 'turn' | 'won' | 'over';

/** The sounds of a change, in the order in which they are heard. Whoever looks on has no seat and no turn. */
export function soundsOf(before: View | undefined, after: View | undefined, told: Told[], seat: Seat | undefined): Sound[] {
  // What is there when one comes to a table is no news.
  if (!before || !after) return [];
  const pieces = allPieces([...before.zones, ...after.zones]);
  const cards = pieces.some((piece) => shapeOf(after, piece) === 'card');
  const shapes = new Map(pieces.map((piece) => [piece.handle, shapeOf(after, piece)]));
  // What cannot be followed is a card where there are cards.
  const isCard = (handle: string | undefined) => (handle && shapes.has(handle) ? shapes.get(handle) === 'card' : cards);
  const heard = new Set(told.flatMap((one) => soundOf(one, isCard)));
  // A game that tells in its own way has thrown dice when others lie there.
  if (told.length > 0 && thrown(before) !== thrown(after)) heard.add('dice');
  if (after.outcome && !before.outcome) {
    const place = seat === undefined ? undefined : after.outcome.standings[seat]?.place;
    return [...heard, place === 1 ? 'won' : 'over'];
  }
  const mine = (view: View) => seat !== undefined && !view.outcome && view.to_act.includes(seat);
  return mine(after) && !mine(before) ? [...heard, 'turn'] : [...heard];
}

function soundOf(one: Told, isCard: (handle: string | undefined) => boolean): Sound[] {
  // A game that tells in its own way names the place where something was set down.
  if (typeof one.data === 'string') return ['set'];
  const change = changeOf(one);
  switch (change?.change) {
    case 'roll':
      return ['dice'];
    case 'order':
      return ['shuffle'];
    case 'move':
    case 'create':
    case 'show':
      return [isCard(change.piece) ? 'slide' : 'set'];
    default:
      return [];
  }
}

/** What the dice of a table show, wherever they lie. */
const thrown = (view: View): string =>
  allPieces(view.zones).flatMap((piece) => (shapeOf(view, piece) === 'die' && piece.face !== undefined ? [piece.face] : [])).sort().join();
