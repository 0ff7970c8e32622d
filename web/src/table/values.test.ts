import { expect, test } from 'vitest';
import type { View } from '../protocol/types';
import { sortedValues } from './values';

const view = (values: Record<string, unknown>): View => ({ viewer: 0, to_act: [], seats: [{ name: 'Ann' }, { name: 'Bob' }], zones: [], values });

test('what each seat has is told at the seat', () => {
  const { shown, seats } = sortedValues(view({ bet_0: 5, bet_1: 10, pot: 15 }));
  expect(shown).toEqual([['pot', '15']]);
  expect(seats.get(1)).toEqual([['bet', '10']]);
});

test('what only looks like a seat stays on the table', () => {
  expect(sortedValues(view({ phase_0: 1, level_1: 2 })).shown.map(([name]) => name)).toEqual(['phase_0', 'level_1']);
});

test('a seat is told by name', () => {
  const { shown, more } = sortedValues(view({ dealer: 1, lead_player: -1 }));
  expect([shown, more]).toEqual([[['dealer', 'Bob']], [['lead_player', '–']]]);
});

test('of many the most telling are shown', () => {
  const { shown, more } = sortedValues(view({ a: 1, b: 2, c: 3, d: 4, pot: 5 }));
  expect(shown.map(([name]) => name)).toEqual(['pot', 'a', 'b', 'c']);
  expect(more).toEqual([['d', '4']]);
});

test('what says nothing is looked up', () => {
  const { shown, more } = sortedValues(view({ cried: 0, silent: -1, turns: 3, round: 0 }));
  expect(shown).toEqual([['round', '0'], ['turns', '3']]);
  expect(more.map(([name]) => name)).toEqual(['cried', 'silent']);
});
