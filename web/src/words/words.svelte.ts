// Words for people, in their language. What games say comes with an id, arguments and English; a language may know the id.

import type { Message } from '../protocol/types';
import { recall, remember } from '../net/kept';
import { de } from './de';
import { en } from './en';

export type Words = typeof en;
export type WordId = keyof Words;
export type Language = 'en' | 'de';

export const LANGUAGES: Record<Language, string> = { en: 'English', de: 'Deutsch' };
const DICTIONARIES: Record<Language, Record<WordId, string>> = { en, de };

function first(): Language {
  const kept = recall('language');
  if (kept === 'en' || kept === 'de') return kept;
  return navigator.languages?.some((language) => language.startsWith('de')) &&
    !navigator.languages[0]?.startsWith('en')
    ? 'de'
    : 'en';
}

class Speech {
  language = $state<Language>(first());

  speak(language: Language): void {
    this.language = language;
    remember('language', language);
    document.documentElement.lang = language;
  }
}

export const speech = new Speech();

type Values = Record<string, string | number>;

const filled = (text: string, values: Values) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** A text of the page. */
export function say(id: WordId, values: Values = {}): string {
  return filled(DICTIONARIES[speech.language][id] ?? en[id], values);
}

/** A message of a game, with seats by their names. */
export function rendered(message: Message | undefined, names: string[]): string {
  if (!message) return '';
  const values: Values = {};
  for (const [name, arg] of Object.entries(message.args ?? {})) {
    values[name] = typeof arg === 'object' ? (names[arg.seat] ?? `${arg.seat}`) : arg;
  }
  const dictionary = DICTIONARIES[speech.language] as Record<string, string>;
  return filled(dictionary[`game.${message.id}`] ?? message.text, values);
}
