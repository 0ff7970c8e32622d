// Words for people, in their language. What games say comes in English; each game brings its words in other languages, by ids.

import type { Arg, GameCard, Message, Problem, Rejection } from '../protocol/types';
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
  const wanted = globalThis.navigator?.languages ?? [];
  return wanted.some((language) => language.startsWith('de')) && !wanted[0]?.startsWith('en') ? 'de' : 'en';
}

type Texts = Record<string, string>;

/** What the server has in a language; nothing where it has none. */
const fetched = <T>(path: string): Promise<T | undefined> => fetch(path).then((answer) => (answer.ok ? (answer.json() as Promise<T>) : undefined), () => undefined);

class Speech {
  language = $state<Language>(first());
  /** Why the server refuses something, by its codes; English needs nothing. */
  server = $state.raw<Texts>({});
  /** What games are called in this language, by their ids. */
  catalogue = $state.raw<Record<string, GameCard>>({});
  /** What the game on the table says in this language, by the ids of its messages. */
  words = $state.raw<Texts>({});
  #game = '';

  speak(language: Language): void {
    this.language = language;
    remember('language', language);
    void this.begin();
    if (this.#game) void this.play(this.#game);
  }

  /** The words of a game come from its server, with the game. */
  async play(game: string): Promise<void> {
    this.#game = game;
    const { language } = this;
    this.words = {};
    if (language === 'en') return;
    const words = await fetched<Texts>(`/api/games/${encodeURIComponent(game)}/words/${language}`);
    if (this.#game === game && language === this.language) this.words = words ?? {};
  }

  /** Makes the page speak its language. */
  async begin(): Promise<void> {
    document.documentElement.lang = this.language;
    const { language } = this;
    const named = language === 'en' ? undefined : fetched<GameCard[]>(`/api/games?language=${language}`);
    const server = language === 'de' ? await import('./server.de').then((loaded) => loaded.server, () => ({})) : {};
    if (language === this.language) this.server = server;
    void Promise.resolve(named).then((cards) => {
      if (language === this.language) this.catalogue = Object.fromEntries((cards ?? []).map((card) => [card.id, card]));
    });
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

/** The part of an id that stands for a name: "Draw Two" is `draw_two`. */
const slug = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_|_$/g, '');

/** A thing of the game on the table by its name, such as a `face`, a `word`, an `option`. */
export const gameWords = (group: string, text: string) => speech.words[`${group}.${slug(text)}`] ?? text;

/** A text of the game on the table that has an id of its own. */
export const textWords = (id: string, text: string) => speech.words[id] ?? text;

/** What a game is called, and what it is about. */
export const gameName = (id: string, name: string) => speech.catalogue[id]?.name ?? name;
export const gameSummary = ({ id, summary }: GameCard) => speech.catalogue[id]?.summary ?? summary;

/** A sentence begins with a capital letter; the name of a place, such as b2, stays as it is. */
export const sentence = (text: string) => text.replace(/^\p{Ll}(?=\p{L}*(?:[\s.,:;!?]|$))/u, (letter) => letter.toUpperCase());

/** Names or things, as a sentence lists them: "Ann, Bob, and Cid". */
export const listWords = (items: string[]) => new Intl.ListFormat(speech.language).format(items);

/** Why the server refuses something. */
export function problemWords({ code, text, hint }: Problem): string {
  return speech.server[code] ?? sentence(hint ? `${text} (${hint})` : text);
}

/** Somebody's name as it is; how strong a bot is, in the language of whoever reads it. */
export const nameWords = (name: string) =>
  name.replace(/^Bot \((easy|medium|hard|expert)\)/, (_, level: 'easy') => `Bot (${say(`level.${level}`).toLowerCase()})`);

/** A message of a game, with seats by their names and things by theirs. */
export function rendered(message: Message | undefined, names: string[]): string {
  if (!message) return '';
  const values: Values = {};
  for (const [name, arg] of Object.entries(message.args ?? {})) values[name] = argument(arg, names);
  return filled(speech.words[message.id] ?? message.text, values);
}

function argument(arg: Arg, names: string[]): string {
  if (typeof arg === 'number') return String(arg);
  if (typeof arg === 'string') return arg;
  if ('seat' in arg) return names[arg.seat] ?? '';
  if ('list' in arg) return arg.list.map((one) => argument(one, names)).join(' ');
  return rendered(arg, names);
}

/** Why the rules refuse something: a rejection's code is the id of its message. The server has some of its own. */
export const refusalWords = ({ code, text, args }: Rejection, names: string[]) =>
  sentence(rendered({ id: code, text: speech.server[code] ?? text, ...(args ? { args } : {}) }, names));
