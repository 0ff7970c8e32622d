import { expect, test } from 'vitest';
import type { ActionView, Legend, View } from '../protocol/types';
import { sheetOf } from './sheet';

const message = (id: string) => ({ id, text: id });
const view = (legend: Legend, seats: Record<string, unknown>[], actions: ActionView[] = []): View => ({
  viewer: 0, to_act: [0], zones: [], actions, legend, seats: seats.map((values, seat) => ({ name: `Player ${seat + 1}`, values })),
});
const upper: Legend = {
  values: {
    upper: { shown_as: { kind: 'sheet', boxes: [message('ones'), message('twos')], goal: 63 }, label: message('Upper'), order: 0 },
    score: { shown_as: { kind: 'points', better: 'highest' }, label: message('Score'), order: 1 },
  },
};

test('boxes, what they would bring, and a sum on the way to a goal', () => {
  const enter: ActionView = { command: 'ones', text: 'enter ones', touches: ['ones'] };
  const sheet = sheetOf(view(upper, [{ upper: [{ would: 2 }, 4] }, { upper: [null, null] }], [enter]));
  expect(sheet?.boxes.map(({ label, seats, would }) => [label, ...seats, would])).toEqual([['ones', undefined, undefined, 2], ['twos', 4, undefined, undefined]]);
  expect(sheet?.sums).toEqual([{ name: 'upper', label: 'Upper', seats: [{ now: 4, of: 63 }, { now: 0, of: 63 }] }]);
  expect(sheet?.actions).toEqual(new Set([enter]));
  expect(sheet?.points?.label).toBe('Score');
  expect([...(sheet?.values ?? [])]).toEqual(['upper']);
});

test('tracks with their steps and points', () => {
  const track = { steps: ['3', '7', null, null], points: 3 };
  const legend: Legend = { values: { ferment: { shown_as: { kind: 'track' }, label: message('Ferment'), order: 0 } } };
  expect(sheetOf(view(legend, [{ ferment: track }]))?.tracks).toEqual([{ name: 'ferment', label: 'Ferment', seats: [track] }]);
});

test('ordinary values are no sheet', () => {
  const legend: Legend = { values: { score: { shown_as: { kind: 'points', better: 'highest' }, label: message('Score'), order: 0 } } };
  expect(sheetOf(view(legend, [{ score: 3 }]))).toBeUndefined();
});
