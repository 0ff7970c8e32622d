import { expect, test } from 'vitest';
import type { SeriesShown } from '../protocol/types';
import { endWords, goesOn, lengthWords, pointsWords } from './series';

test('points come in halves', () => {
  expect([0, 1, 2, 3, 4].map(pointsWords)).toEqual(['0', '½', '1', '1½', '2']);
});

test('a series says how long it is and who has won it', () => {
  expect(lengthWords(undefined)).toBe('One game');
  expect(lengthWords({ first_to: 5 })).toBe('First to 5 points');
  const series: SeriesShown = { id: 's1', length: { best_of: 3 }, number: 2, half_points: [0, 4] };
  expect(goesOn(series)).toBe(true);
  const end = (places: number[]): SeriesShown => ({
    ...series,
    outcome: { standings: places.map((place) => ({ place, fate: 'finished', reason: { id: 'series', text: 'best of 3' } })) },
  });
  expect(goesOn(end([2, 1]))).toBe(false);
  expect(endWords(end([2, 1]), ['Ann', 'Bob'])).toBe('Bob wins the series!');
  expect(endWords(end([1, 1]), ['Ann', 'Bob'])).toBe('The series is a draw.');
  expect(endWords(end([1, 1, 3]), ['Ann', 'Bob', 'Cid'])).toBe('Ann and Bob win the series!');
});
