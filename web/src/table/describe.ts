// Words for what is on the table, for those who hear it: the same model as the picture.

import type { PieceView, ZoneView } from '../protocol/types';
import { zoneWord } from '../model/arrange';
import { gameWords, say, sentence, type WordId } from '../words/words.svelte';
import { en } from '../words/en';

const known = (id: string): id is WordId => Object.hasOwn(en, id);

/** A word of a game, where the language has one. */
function word(group: string, text: string): string {
  const id = `${group}.${text.toLowerCase().replaceAll(' ', '_')}`;
  return known(id) ? say(id) : gameWords(text, group);
}

const SUITS: Record<string, string> = { '♠': 'spades', '♥': 'hearts', '♦': 'diamonds', '♣': 'clubs' };
const RANKS: Record<string, string> = { A: 'ace', K: 'king', Q: 'queen', J: 'jack' };

export function faceWords(face: string): string {
  const card = /^(10|[2-9AKQJ])([♠♥♦♣])$/.exec(face);
  if (!card) return gameWords(face);
  const rank = RANKS[card[1] as string];
  return say('card_face', {
    rank: rank ? word('rank', rank) : (card[1] as string),
    suit: word('suit', SUITS[card[2] as string] as string),
  });
}

export function pieceWords(piece: PieceView): string {
  const kind = word('kind', piece.kind);
  if (piece.face === undefined) return say('face_down', { kind });
  return piece.kind === 'card' ? faceWords(piece.face) : `${kind} ${piece.face}`;
}

export const touchWords = (piece: PieceView) => say('touch', { what: pieceWords(piece) });

export function zoneWords(zone: ZoneView): string {
  const text = zoneWord(zone);
  const plain = text.charAt(0).toLowerCase() + text.slice(1);
  const found = word('zone', plain);
  return found === plain ? sentence(text) : sentence(found);
}

/** A place of a board, with what stands on it and whose that is. */
export function placeWords(place: string, pieces: PieceView[], names: string[]): string {
  const [first, ...more] = pieces.map((piece) => ({ what: pieceWords(piece), owner: piece.owner === undefined ? '' : (names[piece.owner] ?? '') }));
  if (!first) return place;
  return [say('place_with', { place, ...first }), ...more.map(({ what, owner }) => `${what} ${owner}`.trim())].join(', ');
}
