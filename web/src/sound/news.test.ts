import { expect, test } from 'vitest';
import type { PieceView, Told, View } from '../protocol/types';
import { soundsOf } from './news';

const view = (to_act: number[], pieces: PieceView[] = [], places?: number[]): View => ({
  viewer: 0,
  to_act,
  seats: [],
  zones: [{ id: 'table', layout: { kind: 'row' }, pieces }],
  ...(places ? { outcome: { standings: places.map((place) => ({ place, fate: 'finished', reason: { id: '', text: '' } })) } } : {}),
});
const told = (data?: unknown, id = ''): Told => ({ message: { id, text: '' }, data });
const card: PieceView = { kind: 'card', handle: '#1' };
const stone: PieceView = { kind: 'stone', handle: '#2' };

test('a card slides, a piece is set down, each heard once', () => {
  const move = (piece?: string) => told({ change: 'move', piece });
  expect(soundsOf(view([1], [card, stone]), view([1], [card, stone]), [move('#1'), move('#1'), move('#2')], 0)).toEqual(['slide', 'set']);
  expect(soundsOf(view([1], [card]), view([1]), [move('#9')], 0)).toEqual(['slide']);
  expect(soundsOf(view([1], [stone]), view([1]), [move()], 0)).toEqual(['set']);
  expect(soundsOf(view([1]), view([1]), [told('a3')], 0)).toEqual(['set']);
});

test('dice, and a pile in a new order', () => {
  expect(soundsOf(view([1]), view([1]), [told({ change: 'roll', piece: '#3' }), told({ change: 'order' })], 0)).toEqual(['dice', 'shuffle']);
  const die = (face: string): PieceView => ({ kind: 'die', face });
  expect(soundsOf(view([1], [die('1'), die('2')]), view([1], [die('2'), die('5')]), [told([[1, 2]], 'anything')], 0)).toEqual(['dice']);
  expect(soundsOf(view([1], [die('1'), die('2')]), view([1], [die('2'), die('1')]), [told(undefined, 'unrolled')], 0)).toEqual([]);
  expect(soundsOf(view([1]), view([1]), [told(undefined, 'bid')], 0)).toEqual([]);
});

test('it becomes your turn, once, and never for those who look on', () => {
  expect(soundsOf(view([1]), view([0]), [], 0)).toEqual(['turn']);
  expect(soundsOf(view([0]), view([0]), [], 0)).toEqual([]);
  expect(soundsOf(view([1]), view([0]), [], undefined)).toEqual([]);
});

test('how it ended', () => {
  expect(soundsOf(view([0]), view([], [], [1, 2]), [told('a1')], 0)).toEqual(['set', 'won']);
  expect(soundsOf(view([0]), view([], [], [1, 2]), [], 1)).toEqual(['over']);
  expect(soundsOf(view([], [], [1, 2]), view([], [], [1, 2]), [], 1)).toEqual([]);
});

test('coming to a table makes no sound', () => {
  expect(soundsOf(undefined, view([0], [card]), [told({ change: 'roll' })], 0)).toEqual([]);
});
