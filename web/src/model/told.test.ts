import { expect, test } from 'vitest';
import type { Told, ToldChange } from '../protocol/types';
import { changeOf, placesOf } from './told';

const told = (data: ToldChange | string | undefined): Told => ({ message: { id: 'x', text: 'x' }, ...(data === undefined ? {} : { data }) });

test('a move marks where it went from and to, on its board', () => {
  const move: ToldChange = { change: 'move', from: 'board', from_at: 'c3', to: 'board', to_at: 'd4', piece: '#4', was: '#4' };
  const taken: ToldChange = { change: 'move', from: 'board', from_at: 'e5', to: 'captured' };
  expect([...placesOf([told(move), told(taken)])]).toEqual(['board/c3', 'board/d4', 'board/e5']);
  expect([...placesOf([told({ change: 'create', to: 'board', to_at: 'f6' })])]).toEqual(['board/f6']);
});

test('what has no place marks none, and a game may name its places itself', () => {
  expect([...placesOf([told({ change: 'move', from: 'deck', to: 'hand-0' }), told(undefined), told('b2')])]).toEqual(['b2']);
});

test('what a game tells in its own way is no change', () => {
  expect(changeOf(told('roll'))).toBeUndefined();
  expect(changeOf({ message: { id: 'x', text: 'x' }, data: { change: 'toString' } })).toBeUndefined();
  expect(changeOf({ message: { id: 'x', text: 'x' }, data: [3, 4] })).toBeUndefined();
});
