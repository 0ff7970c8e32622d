import { expect, test } from 'vitest';
import { de } from './de';
import { en } from './en';
import { games } from './games.de';
import { phrase } from './phrase';
import { problemWords, refusalWords } from './words.svelte';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

test('every text of the page is there in German, with the same places', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  for (const [id, text] of Object.entries(en)) expect(places(de[id as keyof typeof en]), id).toEqual(places(text));
});

test('German has a place for nothing that a game does not say', () => {
  for (const [english, german] of Object.entries(games.texts)) {
    expect(german, english).not.toBe('');
    for (const place of places(german)) expect(places(english), english).toContain(place);
    // What is heard of a game is heard whole; what is refused may be said shorter.
    if (english.includes('{seat}')) expect(places(german), english).toContain('seat');
  }
});

test.each([
  ['Check or Bet or raise or Raise to the table limit', 'Schieben oder Erhöhen oder Bis zum Limit'],
  ['{seat}: enter {box}', '{seat}: {box}'],
  ['full house for 25', 'Full House für 25'],
  ['12* into spoiled for -1', '12* in Verdorben für -1'],
  ['ones 2, sixes 12 (14 of 63)', 'Einser 2, Sechser 12 (14 von 63)'],
  ['stir nudge×2', 'Rühren Stupsen ×2'],
  ['Skip yellow', 'Aussetzen Gelb'],
  ['d8b:3 to 6', 'd8b:3 auf 6'],
  ['10♠ K♥', '10♠ K♥'],
  ['meld 3', 'Auslage 3'],
  ['the fewest points (21)', 'die wenigsten Punkte (21)'],
  ['the most books (5)', 'die meisten Quartette (5)'],
  ['the lowest score (-2.5)', 'die niedrigste Punktzahl (-2.5)'],
  ['won 1 more round than lost, out of 4', '1 mehr gewonnen als verloren, von 4 Runden'],
  ['{player} wins 120 chips with a flush', '{player} gewinnt 120 Chips mit einem Flush'],
  ['{player_2} is out of cards', '{player_2} hat keine Karten mehr'],
])('%s', (english, german) => expect(phrase(games, english)).toBe(german));

test('what nobody has words for is left alone, and one word may mean two things', () => {
  expect(phrase(games, 'zibble the frobs')).toBeUndefined();
  expect(phrase(games, 'Hearts')).toBe('Herz');
  expect(phrase(games, 'Hearts', 'name')).toBe('Hearts');
});

test('what is refused is said in a sentence', () => {
  expect(problemWords({ code: 'bad_chat', text: 'you say too much' })).toBe('You say too much');
  expect(refusalWords({ code: 'undo', text: 'there is nothing to undo' }, [])).toBe('There is nothing to undo');
  // The name of a place is no word.
  expect(refusalWords({ code: 'taken', text: '{place} is taken', args: { place: 'b2' } }, [])).toBe('b2 is taken');
});
