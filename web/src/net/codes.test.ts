import { expect, test } from 'vitest';
import { codeOf, keepCode } from './codes';
import { remember } from './kept';

test('the latest codes are remembered, one for each table', () => {
  remember('codes', undefined);
  expect(codeOf('m1')).toBeUndefined();
  keepCode('m1', 'AAAAAA');
  keepCode('m1', 'BBBBBB');
  expect(codeOf('m1')).toBe('BBBBBB');
  for (let number = 0; number < 60; number++) keepCode(`t${number}`, 'CCCCCC');
  expect(codeOf('m1')).toBeUndefined();
  expect(codeOf('t59')).toBe('CCCCCC');
  remember('codes', 'nonsense');
  expect(codeOf('t59')).toBeUndefined();
});
