// One's own cards as people hold them: by suit, red and black in turn, and by rank.

import type { PieceView } from '../protocol/types';

const SUITS = ['♠', '♥', '♣', '♦'];
const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

const text = (piece: PieceView, name: string) => (typeof piece.attributes?.[name] === 'string' ? (piece.attributes[name] as string) : '');

/** Where a card belongs: its suit, its rank. */
function place(piece: PieceView): [string | number, string | number] | undefined {
  const french = /^(10|[2-9AKQJ])([♠♥♦♣])$/.exec(piece.face ?? '');
  if (french) return [SUITS.indexOf(french[2] as string), RANKS.indexOf(french[1] as string)];
  const [suit, rank] = [text(piece, 'suit'), text(piece, 'rank')];
  return suit && rank ? [suit, /^\d+$/.test(rank) ? rank.padStart(3, '0') : rank] : undefined;
}

/** The indices of cards, sorted; as they are where something else is among them. */
export function sorted(pieces: PieceView[]): number[] {
  const order = pieces.map((_, index) => index);
  const places = pieces.map(place);
  if (places.some((one) => one === undefined)) return order;
  const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
  return order.sort((one, other) => {
    const [a, b] = [places[one], places[other]] as [[string | number, string | number], [string | number, string | number]];
    return compare(a[0], b[0]) || compare(a[1], b[1]) || one - other;
  });
}
