// Words for people, in their language. What games and the server say comes in English; a language may have words for it.

import type { Arg, Message, Problem, Rejection } from '../protocol/types';
import { recall, remember } from '../net/kept';
import { de } from './de';
import { en } from './en';
import { phrase, spelled, type GameWords } from './phrase';

export type Words = typeof en;
export type WordId = keyof Words;
export type Language = 'en' | 'de';

export const LANGUAGES: Record<Language, string> = { en: 'English', de: 'Deutsch' };
const DICTIONARIES: Record<Language, Record<WordId, string>> = { en, de };

function first(): Language {
  const kept = recall('language');
  if (kept === 'en' || kept === 'de') return kept;
  const wanted = globalThis.navigator?.languages ?? [];
  return wanted.some((language) => language.startsWith('de')) && !wanted[0]?.startsWith('en') ? 'de' : 'en';
}

class Speech {
  language = $state<Language>(first());
  /** What the language knows of the games; English needs nothing. */
  games = $state.raw<GameWords | undefined>();
  /** What the game on the table says in this language, by the ids of its messages. */
  words = $state.raw<Record<string, string>>({});
  #game = '';

  speak(language: Language): void {
    this.language = language;
    remember('language', language);
    void this.begin();
  }

  /** The words of a game come from its server, with the game. */
  async play(game: string): Promise<void> {
    this.#game = game;
    const { language } = this;
    this.words = {};
    if (language === 'en') return;
    const words = await fetch(`/api/games/${encodeURIComponent(game)}/words/${language}`).then(
      (answer) => (answer.ok ? (answer.json() as Promise<Record<string, string>>) : {}),
      () => ({}),
    );
    if (this.#game === game && language === this.language) this.words = words;
  }

  /** Makes the page speak its language; the words of the games are loaded only where they are needed. */
  async begin(): Promise<void> {
    document.documentElement.lang = this.language;
    const { language } = this;
    const games = language === 'de' ? await import('./games.de').then((loaded) => loaded.games, () => undefined) : undefined;
    if (language === this.language) this.games = games;
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

/** A text of a game, such as the name of a zone or of a value; a group tells apart what one word may mean. */
export const gameWords = (text: string, group?: string) => (speech.games && phrase(speech.games, text, group)) ?? text;

/** A sentence begins with a capital letter; the name of a place, such as b2, stays as it is. */
export const sentence = (text: string) => text.replace(/^\p{Ll}(?=\p{L}*(?:[\s.,:;!?]|$))/u, (letter) => letter.toUpperCase());

/** Names or things, as a sentence lists them: "Ann, Bob, and Cid". */
export const listWords = (items: string[]) => new Intl.ListFormat(speech.language).format(items);

/** Why the server refuses something. */
export function problemWords({ code, text, hint }: Problem): string {
  return speech.games?.texts[`problem:${code}`] ?? sentence(hint ? `${text} (${hint})` : text);
}

/** Somebody's name as it is; how strong a bot is, in the language of whoever reads it. */
export const nameWords = (name: string) =>
  name.replace(/^Bot \((easy|medium|hard|expert)\)/, (_, level: 'easy') => `Bot (${say(`level.${level}`).toLowerCase()})`);

/** A message of a game, with seats by their names and things by theirs. */
export function rendered(message: Message | undefined, names: string[]): string {
  if (!message) return '';
  const values: Values = {};
  for (const [name, arg] of Object.entries(message.args ?? {})) values[name] = argument(arg, names);
  const { games } = speech;
  // Rules that put their texts together are known by what comes of it.
  const known = speech.words[message.id] ?? (games && (phrase(games, message.text) ?? phrase(games, spelled(message))));
  return filled(known ?? message.text, values);
}

function argument(arg: Arg, names: string[]): string {
  if (typeof arg === 'number') return String(arg);
  if (typeof arg === 'string') return gameWords(arg);
  if ('seat' in arg) return names[arg.seat] ?? '';
  if ('list' in arg) return arg.list.map((one) => argument(one, names)).join(' ');
  return rendered(arg, names);
}

/** Why the rules refuse something: a rejection's code is the id of its message. */
export const refusalWords = ({ code, text, args }: Rejection, names: string[]) => sentence(rendered({ id: code, text, ...(args ? { args } : {}) }, names));
