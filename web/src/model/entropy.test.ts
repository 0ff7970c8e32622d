import { beforeEach, expect, test } from 'vitest';
import type { Status } from '../protocol/types';
import { answerTo, beginsAnew, commitmentFor, commitmentTo, keepEntropy, toldIn } from './entropy';

const kept = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  value: { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => void kept.set(name, value) },
  configurable: true,
});
beforeEach(() => kept.clear());

const status = (match: string, commitment?: string, state = 'gathering') =>
  ({ match, room: { status: state }, here: [], spectators: 0, ...(commitment ? { dealing: { commitment, waits_for: ['ann'] } } : {}) }) as unknown as Status;

test('the commitment is that of every other client', () => {
  expect(commitmentTo('07'.repeat(32))).toBe('534200ee986cb577a2bd533f41b12823cea335030c6da524ed9eabf64633e941');
});

test('entropy is told once, to a server that has committed to its own part', () => {
  keepEntropy('m1', '07'.repeat(32));
  expect(commitmentFor('m1')).toBe(commitmentTo('07'.repeat(32)));
  expect(answerTo(status('m1'), 'ann')).toBeUndefined();
  expect(answerTo(status('m1', 'seed'), 'bob')).toBeUndefined();
  expect(answerTo(status('m1', 'seed'), 'ann')).toEqual({ type: 'entropy', match: 'm1', entropy: '07'.repeat(32) });
  expect(toldIn('m1')).toEqual({ match: 'm1', entropy: '07'.repeat(32), heard: 'seed' });
  // A server that has thought better of it hears nothing more.
  expect(answerTo(status('m1', 'another'), 'ann')).toBeUndefined();
  expect(commitmentFor('m1')).toBeUndefined();
});

test('when somebody leaves, something new is committed to', () => {
  keepEntropy('m2', '08'.repeat(32));
  answerTo(status('m2', 'seed'), 'ann');
  expect(beginsAnew(status('m2', 'seed'))).toBe(false);
  expect(beginsAnew(status('m2', undefined, 'playing'))).toBe(false);
  expect(beginsAnew(status('m2'))).toBe(true);
  expect(toldIn('m2')).toBeUndefined();
  expect(commitmentFor('m2')).not.toBe(commitmentTo('08'.repeat(32)));
});
