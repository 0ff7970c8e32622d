import { expect, test } from 'vitest';
import type { History, View } from '../protocol/types';
import { joined, momentAt, unpacked } from './moments';

const view: View = { viewer: 0, to_act: [0], seats: [{ name: 'Ann' }], zones: [] };
const history: History = {
  game: 'hex', game_name: 'Hex', seats: ['Ann'], viewer: 0, version: 1, view,
  steps: [
    { version: 2, patch: [{ at: '/to_act', set: [1] }] },
    { version: 3, patch: [], told: [{ message: { id: 'over', text: 'over' } }] },
  ],
};

test('every version has its view', () => {
  const moments = unpacked(history);
  expect(moments.map((moment) => moment.view.to_act)).toEqual([[0], [1], [1]]);
  expect(moments[2]?.told[0]?.message.id).toBe('over');
  expect(moments[1]?.view.seats).toBe(view.seats);
});

test('what was looked up is followed by what was seen since', () => {
  const moments = unpacked(history);
  const late = [{ version: 3, view, told: [] }, { version: 4, view, told: [] }];
  expect(joined(moments, late).map((moment) => moment.version)).toEqual([1, 2, 3, 4]);
});

test('between two versions it is as it was before', () => {
  const moments = unpacked(history);
  expect(momentAt(moments, 2)?.version).toBe(2);
  expect(momentAt(moments, 99)?.version).toBe(3);
  expect(momentAt(moments, 0)?.version).toBe(1);
});
