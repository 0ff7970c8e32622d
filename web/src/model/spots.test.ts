import { expect, test } from 'vitest';
import type { ZoneView } from '../protocol/types';
import { slotOf, spotsOf, stepFrom } from './spots';

const map = (attributes: ZoneView['attributes']): ZoneView => ({ id: 'board', layout: { kind: 'map' }, ...(attributes ? { attributes } : {}) });
const far = (one: { x: number; y: number }, other: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y);

test('the places of a map are where the game puts them, the nearest one apart', () => {
  const spots = spotsOf(map({ spots: [{ at: 'west', x: 0, y: 0 }, { at: 'east', x: 30, y: 40 }, { at: 'north', x: 0, y: -100 }] }));
  expect(spots.map(({ name, x, y }) => [name, x * 50, y * 50])).toEqual([['west', 0, 0], ['east', 30, 40], ['north', 0, -100]]);
});

test('hexagons have all neighbors at the same distance, whichever way they stand', () => {
  // As the table draws them: two units apart in rows, and rows two units apart.
  const pointy = spotsOf(map({ hexes: 'pointy', spots: [{ at: 'a', x: 0, y: 0 }, { at: 'b', x: 2, y: 0 }, { at: 'c', x: 1, y: 2 }] }));
  const flat = spotsOf(map({ hexes: 'flat', spots: [{ at: 'a', x: 0, y: 0 }, { at: 'b', x: 0, y: 2 }, { at: 'c', x: 2, y: 1 }] }));
  for (const [a, b, c] of [pointy, flat]) {
    for (const [one, other] of [[a, b], [b, c], [a, c]]) expect(far(one!, other!)).toBeCloseTo(1);
  }
  const hexes = spotsOf({ id: 'board', layout: { kind: 'hexes', columns: 3, rows: 2 } });
  expect(hexes.map(({ name }) => name)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  expect(far(hexes[1]!, hexes[3]!)).toBeCloseTo(1);
});

test('an arrow leads to the nearest place in its direction', () => {
  const square = spotsOf(map({ spots: [{ at: 'a', x: 0, y: 0 }, { at: 'b', x: 6, y: 0 }, { at: 'c', x: 6, y: 6 }, { at: 'd', x: 3, y: 1 }] }));
  const to = (key: string, from: number) => square[stepFrom(key, from, square) ?? -1]?.name;
  expect([to('ArrowRight', 0), to('ArrowRight', 3), to('ArrowDown', 1), to('ArrowLeft', 0), to('a', 0)]).toEqual(['d', 'b', 'c', undefined, undefined]);
  // Where there is a line, one goes along it.
  const line = [{ from: 'b', to: 'a', open: true }];
  expect(square[stepFrom('ArrowRight', 0, square, line) ?? -1]?.name).toBe('b');
  expect(square[stepFrom('ArrowDown', 0, square, line) ?? -1]?.name).toBe('c');
});

test('pieces that share a place lie beside each other and within it', () => {
  for (const count of [1, 2, 3, 4, 7, 12]) {
    const slots = Array.from({ length: count }, (_, index) => slotOf(index, count));
    for (const [index, one] of slots.entries()) {
      expect(Math.max(Math.abs(one.x), Math.abs(one.y)) + one.size / 2).toBeLessThanOrEqual(0.5 + 1e-9);
      for (const other of slots.slice(index + 1)) expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(one.size - 1e-9);
    }
  }
});
