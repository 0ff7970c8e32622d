import { expect, test } from 'vitest';
import type { PieceView } from '../protocol/types';
import { sorted } from './sorted';

const cards = (...faces: string[]): PieceView[] => faces.map((face) => ({ kind: 'card', face }));
const held = (pieces: PieceView[]) => sorted(pieces).map((index) => pieces[index]?.face);

test('cards are held by suit and rank', () => {
  expect(held(cards('10♦', '4♦', '5♥', 'Q♠', '6♠', 'A♦'))).toEqual(['6♠', 'Q♠', '5♥', '4♦', '10♦', 'A♦']);
});

test('cards of one’s own are held by their colour', () => {
  const card = (rank: string, suit: string): PieceView => ({ kind: 'card', face: `${rank} ${suit}`, attributes: { rank, suit } });
  expect(held([card('10', 'red'), card('2', 'red'), card('Skip', 'blue'), card('4', 'blue')])).toEqual(['4 blue', 'Skip blue', '2 red', '10 red']);
});

test('what is no card stays where it is', () => {
  expect(held([...cards('10♦', '4♦'), { kind: 'card' }])).toEqual(['10♦', '4♦', undefined]);
});
