import { expect, test } from 'vitest';
import type { ValueLook, ValueType, View } from '../protocol/types';
import { sortedValues, valuesOf } from './values';

const look = (shown_as: ValueType, label: string, order = 0): ValueLook => ({ shown_as, label: { id: label, text: label }, order });
const view = (values: Record<string, unknown>, looks: Record<string, ValueLook>): View => ({ viewer: 0, to_act: [], seats: [{ name: 'Ann' }, { name: 'Bob' }], zones: [], values, legend: { values: looks } });

test('what is not declared is not shown', () => {
  expect(sortedValues(view({ pot: 15, pass_by: 1 }, { pot: look({ kind: 'money' }, 'Pot') })).shown).toEqual([{ name: 'pot', label: 'Pot', value: '15' }]);
});

test('a seat is told by name, and nobody is not told', () => {
  const looks = { dealer: look({ kind: 'seat' }, 'Dealer'), leader: look({ kind: 'seat' }, 'Leader'), turn: look({ kind: 'seat' }, 'Turn', 1) };
  const { shown } = sortedValues(view({ dealer: 1, leader: -1, turn: { seat: 0 } }, looks));
  expect(shown.map(({ label, value }) => [label, value])).toEqual([['Dealer', 'Bob'], ['Turn', 'Ann']]);
});

test('values come in the order that is declared, and what has no room can be looked up', () => {
  const names = ['e', 'd', 'c', 'b', 'a'];
  const looks = Object.fromEntries(names.map((name, order) => [name, look({ kind: 'counter' }, name, order)]));
  const { shown, more } = sortedValues(view({ a: 1, b: 2, c: 3, d: 4, e: 5 }, looks));
  expect(shown.map(({ name }) => name)).toEqual(['e', 'd', 'c', 'b']);
  expect(more.map(({ name }) => name)).toEqual(['a']);
});

test('what is for programs alone and what is not so is not shown', () => {
  const looks = { inner: look({ kind: 'hidden' }, 'Inner'), out: look({ kind: 'yes_no' }, 'Out'), broken: look({ kind: 'yes_no' }, 'Broken') };
  expect(valuesOf(view({}, looks), { inner: 3, out: false, broken: 1 }).map(({ label }) => label)).toEqual(['Broken']);
});
