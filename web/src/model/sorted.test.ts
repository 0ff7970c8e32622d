import { expect, test } from 'vitest';
import type { Legend, PieceView } from '../protocol/types';
import { sorted } from './sorted';

const legend: Legend = { pieces: { card: { sort: [{ attribute: 'suit', words: ['♠', '♥', '♣', '♦'] }, { attribute: 'rank', words: ['2', '10', 'K', 'A'] }] } } };
const card = (rank: string, suit: string): PieceView => ({ kind: 'card', face: `${rank}${suit}`, attributes: { rank, suit } });
const faces = (pieces: PieceView[], by: Legend | undefined = legend) => sorted(pieces, by).map((index) => pieces[index]?.face);

test('cards by suit and rank, as the game says', () => {
  expect(faces([card('A', '♥'), card('2', '♦'), card('10', '♠'), card('2', '♥'), card('K', '♠')])).toEqual(['10♠', 'K♠', '2♥', 'A♥', '2♦']);
});

test('by numbers where there are no words', () => {
  const tile = (value: number): PieceView => ({ kind: 'tile', face: `${value}`, attributes: { value } });
  expect(faces([tile(10), tile(9)], { pieces: { tile: { sort: [{ attribute: 'value' }] } } })).toEqual(['9', '10']);
});

test('as they are where one has no order', () => {
  expect(faces([card('A', '♥'), { kind: 'card', face: 'Joker' }, card('2', '♠')])).toEqual(['A♥', 'Joker', '2♠']);
});
