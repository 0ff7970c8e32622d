import { expect, test } from 'vitest';
import type { Alternative } from '../protocol/types';
import { judgedWords } from './judgedWords';

const a2 = { text: 'a2' } as Alternative;

test('a mistake names what would have been better', () => {
  expect(judgedWords({ text: 'b1', judgement: 'mistake', best: a2 })).toBe('b1: mistake · better: a2');
  expect(judgedWords({ text: 'b1', judgement: null, best: null })).toBe('b1');
});

test('nothing is better than a move that is the best', () => {
  // Two moves may be worth the same but for what a search cannot tell.
  expect(judgedWords({ text: 'b1', judgement: 'best', best: a2 })).toBe('b1: best');
});
