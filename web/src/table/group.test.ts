import { expect, test } from 'vitest';
import { grouped } from './group';

const groups = (...words: string[]) => grouped(words, (word) => word).map(({ begin, items }) => [begin, items.map(({ rest }) => rest).join(' ')]);

test('what begins alike is said once', () => {
  expect(groups('Fold', 'Call', 'Bet or raise: 10', 'Bet or raise: 20', 'Raise to the limit')).toEqual([
    ['', 'Fold Call'],
    ['Bet or raise:', '10 20'],
    ['', 'Raise to the limit'],
  ]);
  expect(groups('1 x 2', '1 x 3', '2 x 1', '2 x 2')).toEqual([['1 x', '2 3'], ['2 x', '1 2']]);
});

test('what stands alone is said as a whole', () => {
  expect(groups('ask Bot for 6', 'ask Bot 2 for 6')).toEqual([['', 'ask Bot for 6 ask Bot 2 for 6']]);
});
