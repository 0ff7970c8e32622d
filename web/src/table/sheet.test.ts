import { expect, test } from 'vitest';
import type { ActionView, View } from '../protocol/types';
import { sheetOf } from './sheet';

const view = (seats: Record<string, unknown>[], actions: ActionView[] = []): View => ({
  viewer: 0, to_act: [0], zones: [], actions, seats: seats.map((values, seat) => ({ name: `Player ${seat + 1}`, values })),
});
const enter = (box: string): ActionView => ({ command: box, text: `enter ${box}`, label: { id: 'enter', text: 'enter {box}', args: { box } } });

test('boxes, what they would bring, and a sum on the way to a bonus', () => {
  const actions = [enter('ones for 2'), enter('chance for 20')];
  const sheet = sheetOf(view([{ score: 10, upper: 'twos 4, sixes 6 (10 of 63)' }, { score: 20, lower: 'full house 25' }], actions));
  expect(sheet?.boxes.map(({ name, seats, would }) => [name, ...seats, would])).toContainEqual(['twos', '4', undefined, undefined]);
  expect(sheet?.boxes.find((box) => box.name === 'ones')?.would).toBe('2');
  expect(sheet?.boxes.find((box) => box.name === 'full house')?.seats).toEqual([undefined, '25']);
  expect(sheet?.sums).toEqual([{ name: 'upper', seats: [{ now: 10, of: 63 }, undefined] }]);
  expect(sheet?.actions.size).toBe(2);
  expect([...(sheet?.values ?? [])].sort()).toEqual(['lower', 'upper']);
});

test('boxes keep the order in which they were first seen', () => {
  const known = ['ones', 'twos', 'threes', 'chance'];
  expect(sheetOf(view([{ upper: 'threes 9' }, { lower: 'chance 9' }]), known)?.boxes.map((box) => box.name)).toEqual(known);
});

test('tracks with their steps and points', () => {
  const sheet = sheetOf(view([{ ferment: '3 7 · · = 3' }, { ferment: '· · · · = 0' }]));
  expect(sheet?.tracks).toEqual([{ name: 'ferment', seats: [{ steps: ['3', '7', '·', '·'], points: '3' }, { steps: ['·', '·', '·', '·'], points: '0' }] }]);
});

test('what goes into a track fills no box', () => {
  const actions = ['5 into ferment for 1', '5 into dilute for 1', '5 into recipes for 2'].map(enter);
  expect(sheetOf(view([{ ferment: '3 · = 1' }], actions))).toMatchObject({ boxes: [], actions: new Set() });
});

test('ordinary values are no sheet', () => {
  expect(sheetOf(view([{ score: 3, result: 'won', connects: 'left and right', last: 'bid 3' }]))).toBeUndefined();
});
