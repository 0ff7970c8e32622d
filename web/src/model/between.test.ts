import { expect, test } from 'vitest';
import type { Told, View, ZoneView } from '../protocol/types';
import { between } from './between';

const zone = (id: string, faces: (string | undefined)[], owner?: number): ZoneView => ({
  id,
  layout: { kind: 'row' },
  role: id.split('-')[0] as string,
  ...(owner === undefined ? {} : { owner }),
  pieces: faces.map((face) => ({ kind: 'card', ...(face === undefined ? {} : { face, handle: `#${face}` }) })),
});
const view = (...zones: ZoneView[]): View => ({ viewer: 0, to_act: [1], seats: [{ name: 'Ann' }, { name: 'Bob' }], zones, actions: [] });
const move = (from: string, to: string, face?: string): Told => ({
  message: { id: '', text: '' },
  data: { change: 'move', from, to, ...(face ? { face, piece: `#${face}` } : {}) },
});
const faces = (seen: View | undefined, id: string) => seen?.zones.find((one) => one.id === id)?.pieces?.map((piece) => piece.face);

test('the last card of a trick is seen before the trick is taken', () => {
  const before = view(zone('hand-1', [undefined, undefined], 1), zone('trick-0', ['9♦'], 0), zone('trick-1', [], 1), zone('taken-0', [], 0));
  const told = [move('hand-1', 'trick-1', '2♠'), move('trick-0', 'taken-0', '9♦'), move('trick-1', 'taken-0', '2♠')];
  const half = between(before, told);
  expect(faces(half?.view, 'trick-1')).toEqual(['2♠']);
  expect(faces(half?.view, 'trick-0')).toEqual(['9♦']);
  expect(faces(half?.view, 'hand-1')).toEqual([undefined]);
  expect(half?.view.actions).toBeUndefined();
  expect([half?.told.length, half?.rest.length]).toEqual([1, 2]);
  // The view before is as it was.
  expect(faces(before, 'trick-1')).toEqual([]);
});

test('under the top of a pile lies another', () => {
  const pile: ZoneView = { ...zone('stack-1', [undefined], 1), layout: { kind: 'pile' }, count: 26 };
  const told = [move('stack-1', 'battle-1', '2♠'), move('battle-1', 'stack-0', '2♠')];
  const half = between(view(pile, zone('battle-1', [], 1)), told);
  expect(half?.view.zones[0]).toMatchObject({ count: 25, pieces: [{ kind: 'card' }] });
});

test('what is not cleared away needs no moment of its own', () => {
  const before = view(zone('hand-1', [undefined], 1), zone('discard', ['9♦']), zone('deck', [undefined]));
  expect(between(before, [move('hand-1', 'discard', '2♠')])).toBeUndefined();
  expect(between(before, [move('hand-1', 'discard', '2♠'), move('deck', 'hand-1')])).toBeUndefined();
  expect(between(before, [])).toBeUndefined();
});

test('what comes hidden and goes again is not shown', () => {
  const before = view(zone('deck', [undefined]), zone('hand-1', [], 1), zone('muck', []));
  expect(between(before, [move('deck', 'hand-1'), move('hand-1', 'muck')])).toBeUndefined();
});
