import { afterEach, expect, test } from 'vitest';
import { de } from './de';
import { en } from './en';
import { server } from './server.de';
import { gameName, gameWords, problemWords, refusalWords, rendered, speech, textWords } from './words.svelte';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

afterEach(() => {
  speech.words = {};
  speech.server = {};
  speech.catalogue = {};
});

test('every text of the page is there in German, with the same places', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  for (const [id, text] of Object.entries(en)) expect(places(de[id as keyof typeof en]), id).toEqual(places(text));
});

test('a message is said in the words that its game brings, with things in it by theirs', () => {
  const message = { id: 'plays_card', text: '{seat} plays {card}', args: { seat: { seat: 0 }, card: { id: 'face.draw_two', text: 'Draw Two' } } };
  expect(rendered(message, ['Ann'])).toBe('Ann plays Draw Two');
  speech.words = { plays_card: '{seat} spielt {card}', 'face.draw_two': 'Zieh zwei' };
  expect(rendered(message, ['Ann'])).toBe('Ann spielt Zieh zwei');
  expect(gameWords('face', 'Draw Two')).toBe('Zieh zwei');
  expect(gameWords('face', 'Q♠')).toBe('Q♠');
  expect(textWords('option.size', 'Size')).toBe('Size');
});

test('a game is called by the name that the server has in the language', () => {
  expect(gameName('war', 'War')).toBe('War');
  speech.catalogue = { war: { id: 'war', name: 'Karten-Krieg' } as (typeof speech.catalogue)[string] };
  expect(gameName('war', 'War')).toBe('Karten-Krieg');
});

test('what is refused is said in a sentence, in the language of the page', () => {
  expect(problemWords({ code: 'bad_chat', text: 'you say too much' })).toBe('You say too much');
  expect(refusalWords({ code: 'undo', text: 'there is nothing to undo' }, [])).toBe('There is nothing to undo');
  // The name of a place is no word.
  expect(refusalWords({ code: 'taken', text: '{place} is taken', args: { place: 'b2' } }, [])).toBe('b2 is taken');
  speech.server = server;
  expect(problemWords({ code: 'no_such_room', text: 'there is no such room' })).toBe('Diesen Tisch gibt es nicht. Frag noch einmal nach dem Code.');
  expect(refusalWords({ code: 'nothing_to_undo', text: 'there is nothing to undo' }, [])).toBe('Es gibt nichts zurückzunehmen.');
});
