import { expect, test } from 'vitest';
import type { Told, View, ZoneView } from '../protocol/types';
import { outlineOf } from './outline';
import { rolling, sidesIn, stillShow } from './rolling';
import { SIDES, dot, lying, solidOf, turned, type Vector } from './solids';
import { drawsFrom, poseAt, thrown } from './throw';

const view = (...zones: [string, (string | undefined)[], boolean?][]): View => ({
  viewer: 0,
  to_act: [0],
  seats: [],
  zones: zones.map(([id, faces, handles]): ZoneView => ({
    id,
    layout: { kind: 'row' },
    pieces: faces.map((face, index) => ({
      kind: 'die',
      ...(face === undefined ? {} : { face }),
      ...(handles ? { handle: `#${index}` } : {}),
    })),
  })),
});
const told = (id: string, data?: unknown): Told => ({ message: { id, text: id }, data });
const keys = (before: View, after: View, ...news: Told[]) => rolling(before, after, news).map((die) => die.key);

test('dice roll that the news name, also those that show the same again; kept dice do not', () => {
  const before = view(['dice', ['3', '3', '4', '1', '4'], true]);
  const after = view(['dice', ['3', '6', '4', '1', '4'], true]);
  const roll = (piece: string) => told('', { change: 'roll', piece, zone: 'dice' });
  expect(keys(before, after, roll('#1'), roll('#3'))).toEqual(['#1', '#3']);
});

test('nothing rolls when a die is turned, taken back, or seen for the first time', () => {
  const before = view(['dice', ['3', '3'], true]);
  const after = view(['dice', ['3', '6'], true]);
  expect(keys(before, after)).toEqual([]);
  expect(keys(before, after, told('nudge', { change: 'attribute', piece: '#1' }))).toEqual([]);
  expect(rolling(undefined, after, [told('rolled')])).toEqual([]);
});

test('hidden dice do not roll open, and what is shown at a call does not roll', () => {
  const before = view(['dice-0', ['1', '2']], ['dice-1', [undefined, undefined]], ['shown-1', ['4', '4']]);
  const after = view(['dice-0', ['1', '5']], ['dice-1', [undefined]], ['shown-1', ['6', '3']]);
  expect(keys(before, after, told('called'), told('rolled', [[5, 1, 0]]))).toEqual(['dice-0/0', 'dice-0/1']);
  expect(keys(before, after, told('called'), told('rolled', []))).toEqual([]);
});

test('a game that only says that something was rolled shows it by what has changed', () => {
  const before = view(['tray', ['1', '2']]);
  expect(keys(before, view(['tray', ['1', '5']]), told('rolled'))).toEqual(['tray/1']);
  expect(keys(view(['tray', ['1', undefined]]), view(['tray', ['1', '5']]), told('rolled'))).toEqual([]);
  expect(sidesIn(before)).toEqual([6]);
});

test('dice of shapes that nobody has do not roll', () => {
  const after = view(['tray', ['5'], true]);
  after.zones[0]!.pieces![0]!.attributes = { sides: 7 };
  expect(keys(view(['tray', ['1'], true]), after, told('', { change: 'roll', piece: '#0' }))).toEqual([]);
});

test.each(SIDES)('a die with %i sides lies on every face and shows it', (sides) => {
  const solid = solidOf(sides)!;
  expect(solid.faces).toHaveLength(sides);
  const heights = (at: number) => solid.corners.map((corner) => turned(lying(solid, at)!.turn, corner)[2]);
  for (let shown = 1; shown <= sides; shown += 1) {
    const { turn } = lying(solid, shown)!;
    // A rotation and no mirror image.
    expect(dot(turn[0], [turn[1][1] * turn[2][2] - turn[1][2] * turn[2][1], turn[1][2] * turn[2][0] - turn[1][0] * turn[2][2], turn[1][0] * turn[2][1] - turn[1][1] * turn[2][0]])).toBeCloseTo(1);
    // It stands on a face: at least three corners are lowest.
    const low = Math.min(...heights(shown));
    expect(heights(shown).filter((height) => height < low + 1e-6).length).toBeGreaterThanOrEqual(3);
    if (sides === 4) {
      expect(turned(turn, solid.corners[shown - 1]!)[2]).toBeCloseTo(Math.max(...heights(shown)));
      continue;
    }
    const face = solid.faces.find((one) => one.number === shown)!;
    expect(turned(turn, face.normal)[2]).toBeCloseTo(1);
    expect(turned(turn, face.top)[1]).toBeCloseTo(1);
    const opposite = solid.faces.find((one) => turned(turn, one.normal)[2] < -0.999)!;
    expect(opposite.number! + shown).toBe(sides + 1);
  }
  expect(lying(solid, sides + 1)).toBeUndefined();
  expect(outlineOf(sides)!.facets.length).toBeGreaterThan(0);
});

test('one, two and three of a cube go round counterclockwise', () => {
  const normal = (shown: number) => solidOf(6)!.faces.find((face) => face.number === shown)!.normal;
  const [a, b, c] = [normal(1), normal(2), normal(3)] as [Vector, Vector, Vector];
  expect(dot(a, [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]])).toBeCloseTo(1);
});

test('a throw ends where the die lies, and the same throw is the same again', () => {
  const path = () => thrown({ x: 40, y: 50 }, { x: 100, y: 300 }, 48, drawsFrom('#0 3'), 2);
  expect(path()).toEqual(path());
  expect(path()).not.toEqual(thrown({ x: 40, y: 50 }, { x: 100, y: 300 }, 48, drawsFrom('#0 4'), 2));
  const end = poseAt(path(), 1);
  expect([end.x, end.y, end.lift, Math.abs(end.over), end.around]).toEqual([40, 50, 0, 0, 0]);
  const begin = poseAt(path(), 0);
  expect(begin.y).toBeGreaterThan(250);
  expect(begin.lift).toBeGreaterThan(48);
  for (let time = 0; time <= 1; time += 0.01) expect(poseAt(path(), time).lift).toBeGreaterThanOrEqual(0);
});

test('a roll goes on while its dice show what they were rolled to', () => {
  const after = view(['dice', ['3', '6'], true]);
  const dice = rolling(view(['dice', ['3', '3'], true]), after, [told('', { change: 'roll', piece: '#1' })]);
  expect(stillShow(after, dice)).toBe(true);
  expect(stillShow(view(['dice', ['1', '6'], true]), dice)).toBe(true);
  expect(stillShow(view(['dice', ['3', '2'], true]), dice)).toBe(false);
  expect(stillShow(view(['dice', ['3', undefined], true]), dice)).toBe(false);
  expect(stillShow(undefined, dice)).toBe(false);
});
