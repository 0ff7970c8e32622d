import { expect, test } from 'vitest';
import type { BringSpec } from '../protocol/types';
import { faultWords, ownBring, presetBring, presetOf, textOf } from './brings';

const deck: BringSpec = {
  id: 'deck',
  label: 'Deck',
  presets: [
    { id: 'fire', label: 'Fire', value: ['ox', 'spark'] },
    { id: 'points', label: 'Points', value: { ox: 2 } },
  ],
};

test('lines are a list, and JSON is what it says', () => {
  expect(ownBring(' ox \n\nspark\n')).toEqual({ value: ['ox', 'spark'] });
  expect(ownBring('{"ox": 2}')).toEqual({ value: { ox: 2 } });
  expect(ownBring('["ox"]')).toEqual({ value: ['ox'] });
});

test('the first ready-made one is brought unless another was chosen', () => {
  expect(presetOf(deck, undefined)).toBe('fire');
  expect(presetOf(deck, presetBring('points'))).toBe('points');
});

test('one begins to write from what was chosen before', () => {
  expect(textOf(deck, undefined)).toBe('ox\nspark');
  expect(textOf(deck, presetBring('points'))).toBe('{\n "ox": 2\n}');
  expect(textOf(deck, ownBring('gull'))).toBe('gull');
  expect(textOf({ id: 'hero', label: 'Hero' }, undefined)).toBe('');
});

test('all faults are told, with what they are about', () => {
  const fault = (text: string, args?: Record<string, number>) => ({ seat: 0, bring: 'deck', fault: { id: 'x', text, ...(args ? { args } : {}) } });
  const problem = { code: 'bad_bring', text: '', faults: [fault('a deck has 3 cards, not {size}', { size: 4 }), fault('there is no card axe')] };
  expect(faultWords(problem)).toEqual(['deck: A deck has 3 cards, not 4', 'deck: There is no card axe']);
  expect(faultWords(undefined)).toEqual([]);
});
