import { expect, test } from 'vitest';
import { placeName, square } from './arrange';

test('places of wide boards are read as they are written', () => {
  expect([0, 25, 26, 27, 51, 52, 253].map((column) => placeName(column, 99))).toEqual(['a100', 'z100', 'aa100', 'ab100', 'az100', 'ba100', 'it100']);
  for (let column = 0; column < 254; column += 1) expect(square(placeName(column, 7))).toEqual({ column, row: 7 });
  expect([square('b3'), square('3b'), square('hand'), square('a')]).toEqual([{ column: 1, row: 2 }, undefined, undefined, undefined]);
});
