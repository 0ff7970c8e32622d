// Words for what is on the table, for those who hear it: the same model as the picture.

import type { PieceView, View, ZoneView } from '../protocol/types';
import { shapeOf, zoneWord } from '../model/arrange';
import type { Ground, Seam } from '../model/ground';
import { valuesOf } from './values';
import { gameWords, rendered, say, sentence, type WordId } from '../words/words.svelte';
import { en } from '../words/en';

const known = (id: string): id is WordId => Object.hasOwn(en, id);

/** A word of a game, where the language has one. */
function word(group: string, text: string): string {
  const id = `${group}.${text.toLowerCase().replaceAll(' ', '_')}`;
  return known(id) ? say(id) : gameWords(group, text);
}

const SUITS: Record<string, string> = { '♠': 'spades', '♥': 'hearts', '♦': 'diamonds', '♣': 'clubs' };
const RANKS: Record<string, string> = { A: 'ace', K: 'king', Q: 'queen', J: 'jack' };

export function faceWords(face: string): string {
  const card = /^(10|[2-9AKQJ])([♠♥♦♣])$/.exec(face);
  if (!card) return gameWords('face', face);
  const rank = RANKS[card[1] as string];
  return say('card_face', {
    rank: rank ? word('rank', rank) : (card[1] as string),
    suit: word('suit', SUITS[card[2] as string] as string),
  });
}

/** A piece with what is attached to it; a card is called by its face alone. */
export function pieceWords(piece: PieceView): string {
  const kind = word('kind', piece.kind);
  const own = piece.face === undefined ? say('face_down', { kind }) : shapeOf(undefined, piece) === 'card' ? faceWords(piece.face) : `${kind} ${piece.face}`;
  return piece.attached?.length ? say('with_attached', { what: own, attached: piece.attached.map(pieceWords).join(', ') }) : own;
}

export const touchWords = (piece: PieceView) => say('touch', { what: pieceWords(piece) });

/** What a zone is called: what its game says, or what it is for in the words of the page. */
export function zoneWords(zone: ZoneView): string {
  if (zone.label) return sentence(rendered(zone.label, []));
  const text = zoneWord(zone);
  return sentence(word('zone', text));
}

/** Whose a piece is, and who decides over it where that is somebody else. */
const ownerWords = ({ owner, controller }: PieceView, names: string[]): string => {
  const own = owner === undefined ? '' : (names[owner] ?? '');
  return controller === undefined ? own : `${own} ${say('controlled_by', { name: names[controller] ?? '' })}`.trim();
};

/** What a cell is like beyond what stands on it: out of sight, of which ground, behind which walls. */
export function groundWords(place: string, view: View, { sight, values, lastSeen }: Ground, seams: { kind: Seam['kind']; to: string }[]): string {
  const known = valuesOf(view, values).map(({ label, value }) => (value === '✓' ? label : `${label} ${value}`));
  const away = sight === 'unseen' ? [say('unexplored')] : sight === 'explored' ? [say('out_of_view')] : [];
  const there = lastSeen.map((piece) => say('last_seen', { what: `${pieceWords(piece)} ${view.seats[piece.owner ?? -1]?.name ?? ''}`.trim() }));
  return [place, ...known, ...away, ...there, ...seams.map(({ kind, to }) => say(`seam_${kind}`, { to }))].join(', ');
}

/** What is written on a cell: numbers as they are, and words that have no color of their own. */
export const noteOf = (view: View, { values, color }: Ground): string =>
  valuesOf(view, values).flatMap(({ label, value }) => (value === '✓' ? [label] : color && !/^-?\d+$/.test(value) ? [] : [value])).join(' ');

/** A place of a board, with what stands on it and whose that is. */
export function placeWords(place: string, pieces: PieceView[], names: string[]): string {
  const [first, ...more] = pieces.map((piece) => ({ what: pieceWords(piece), owner: ownerWords(piece, names) }));
  if (!first) return place;
  return [say('place_with', { place, ...first }), ...more.map(({ what, owner }) => `${what} ${owner}`.trim())].join(', ');
}
