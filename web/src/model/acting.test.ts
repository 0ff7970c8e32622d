import { expect, test } from 'vitest';
import type { ActionView } from '../protocol/types';
import { buttons, guess, narrowed, seatTouch } from './acting';

const action = (text: string, ...touches: string[]): ActionView => ({ command: text, text, touches });
const texts = (actions: ActionView[]) => actions.map((found) => found.text);

test('where from, then where to', () => {
  const actions = [action('a3-b4', 'a3', 'b4'), action('c3-b4', 'c3', 'b4'), action('c3-d4', 'c3', 'd4')];
  expect(narrowed(actions, []).next).toEqual(new Set(['a3', 'c3']));
  expect(narrowed(actions, ['c3']).next).toEqual(new Set(['b4', 'd4']));
  expect(texts(narrowed(actions, ['c3', 'd4']).whole)).toEqual(['c3-d4']);
  expect(narrowed(actions, ['b4']).meant).toEqual([]);
});

test('several cards are touched in any order', () => {
  const actions = [action('4 Q', '#1', '#2'), action('4 K', '#1', '#3'), action('Q K', '#2', '#3')];
  expect(narrowed(actions, ['#2']).next).toEqual(new Set(['#1', '#3']));
  expect(texts(narrowed(actions, ['#3', '#1']).whole)).toEqual(['4 K']);
});

test('what is done with several cards comes after them', () => {
  const actions = [action('4 Q to Bob', '#1', '#2', '@1'), action('4 K to Bob', '#1', '#3', '@1')];
  expect(narrowed(actions, ['#2']).next).toEqual(new Set(['#1']));
  expect(narrowed(actions, ['#2', '#1']).next).toEqual(new Set(['@1']));
  expect(texts(narrowed(actions, ['#2', '#1', '@1']).whole)).toEqual(['4 Q to Bob']);
  expect(narrowed(actions, ['@1']).meant).toEqual([]);
});

test('one touch may be enough, and may be a beginning as well', () => {
  const actions = [action('step', 'a1', 'a2'), action('stay', 'a1')];
  const found = narrowed(actions, ['a1']);
  expect(texts(found.whole)).toEqual(['stay']);
  expect(found.next).toEqual(new Set(['a2']));
});

test('what touches nothing is a button', () => {
  const actions = [action('pass'), action('hit', '#1')];
  expect(texts(buttons(actions, new Set()))).toEqual(['pass']);
  // And what a pile is touched for, for whoever looks for a button.
  expect(texts(buttons([...actions, action('draw', 'deck')], new Set(['deck'])))).toEqual(['pass', 'draw']);
  expect(texts(narrowed(actions, []).meant)).toEqual(['hit']);
});

test('what cannot be played is guessed from what can', () => {
  const moves: ActionView[] = [
    { command: 'c3-b4', text: 'c3-b4', touches: ['c3', 'b4'] },
    { command: { place: 'a1' }, text: 'a1', touches: ['a1'] },
  ];
  expect(guess(moves, ['c3'], 'd5')).toBe('c3-d5');
  expect(guess(moves, [], 'b2')).toEqual({ place: 'b2' });
  expect(guess(moves, ['b2'], 'd5')).toBeUndefined();
  // A card goes by its face, or by the number in its handle.
  const faces = new Map([['#7', 'Q♠'], ['#8', '2♥']]);
  expect(guess([{ command: { action: 'play', card: 'Q♠' }, text: '', touches: ['#7'] }], [], '#8', faces)).toEqual({ action: 'play', card: '2♥' });
  expect(guess([{ command: { action: 'lay', args: [7] }, text: '', touches: ['#7'] }], [], '#8')).toEqual({ action: 'lay', args: [8] });
  expect(guess([{ command: { action: 'play', card: 'Q♠' }, text: '', touches: ['#7'] }], [], '#9', faces)).toBeUndefined();
  expect(guess([{ command: 'a1a1', text: '', touches: ['a1'] }], [], 'b2')).toBeUndefined();
});

test('a seat is touched by its plate, and has a button where nothing else is to be touched', () => {
  const asks = [action('ask Ann for 7', '@1'), action('ask Bob for 7', '@2'), action('give #3 to Bob', '#3', seatTouch(2))];
  expect(narrowed(asks, []).next).toEqual(new Set(['@1', '@2', '#3']));
  expect(narrowed(asks, ['#3']).next).toEqual(new Set(['@2']));
  expect(texts(buttons(asks, new Set()))).toEqual(['ask Ann for 7', 'ask Bob for 7']);
  expect(guess([{ command: { give: 3, to: 1 }, text: '', touches: ['#3', '@1'] }], ['#3'], '@2')).toEqual({ give: 3, to: 2 });
  expect(guess([{ command: { give: 3, to: 1 }, text: '', touches: ['#3', '@1'] }], ['#3'], 'b2')).toBeUndefined();
});
