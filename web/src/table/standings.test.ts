import { expect, test } from 'vitest';
import type { Outcome, View } from '../protocol/types';
import { ranked, shownHand } from './standings';

const outcome = (...standings: [place: number, score?: number, fate?: string][]): Outcome =>
  ({ standings: standings.map(([place, score, fate = 'finished']) => ({ place, ...(score === undefined ? {} : { score }), fate, reason: { id: 'reason.end', text: 'the end' } })) }) as Outcome;
const order = (found: Outcome) => ranked(found).map(({ seat }) => seat);

test('the best come first, wherever they sit', () => {
  // Hearts: the fewest points win.
  expect(order(outcome([3, 71], [1, 40], [4, 104], [2, 45]))).toEqual([1, 3, 0, 2]);
  expect(order(outcome([2, 30], [1, 70], [3, 5]))).toEqual([1, 0, 2]);
});

test('who shares a place is in the order of what was counted, where the rules say which scores are better', () => {
  // Only the winner is known: the others are all second, and still the better one comes first.
  expect(order({ ...outcome([2, 104], [2, 71], [1, 40], [2, 45]), ranking: 'lowest' })).toEqual([2, 3, 1, 0]);
  expect(order({ ...outcome([2, 5], [1, 70], [2, 30]), ranking: 'highest' })).toEqual([1, 2, 0]);
});

test('nobody is put first by a guess at which scores are better', () => {
  // Blackjack: 19 and 21 beat the dealer; 15 was too little and 26 too much.
  expect(order(outcome([3, 26], [1, 19], [3, 15], [1, 21]))).toEqual([1, 3, 0, 2]);
  // Winners who share the first place: that one of them has fewer points than the loser says nothing about the others.
  expect(order(outcome([1, 9], [1, 4], [3, 6]))).toEqual([0, 1, 2]);
  expect(order(outcome([2, 71], [2, 45], [1, 40]))).toEqual([2, 0, 1]);
});

test('a tie is said to be one, and keeps the order of the seats', () => {
  const tie = ranked(outcome([1, 40], [3, 50], [1, 40]));
  expect(tie.map(({ seat, place, tied }) => [seat, place, tied])).toEqual([[0, 1, true], [2, 1, true], [1, 3, false]]);
  expect(order(outcome([1], [1], [1]))).toEqual([0, 1, 2]);
});

test('a hand is told where all of it may be seen', () => {
  const zone = (id: string, owner: number, ...faces: (string | undefined)[]) =>
    ({ id, owner, role: id.split('-')[0], layout: { kind: 'row' }, pieces: faces.map((face) => ({ kind: 'card', ...(face === undefined ? {} : { face }) })) });
  const view = { zones: [zone('hand-0', 0, 'Old Maid'), zone('hand-1', 1, '7♣', undefined), zone('handsome-2', 2, '9♣')], seats: [] } as unknown as View;
  expect(shownHand(view, 0)).toEqual(['Old Maid']);
  expect(shownHand(view, 1)).toEqual([]);
  expect(shownHand(view, 2)).toEqual([]);
});
