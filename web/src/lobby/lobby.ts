// Rooms, as people choose them.

import type { GameCard, Player, Room } from '../protocol/types';
import { api } from '../net/api';
import { recall } from '../net/kept';
import { en } from '../words/en';
import { gameName, gameSummary, nameWords, say, type WordId } from '../words/words.svelte';

export const LEVELS = ['easy', 'medium', 'hard', 'expert'] as const;
export type Level = (typeof LEVELS)[number];

export const keptLevel = (): Level => {
  const kept = recall('level');
  return LEVELS.includes(kept as Level) ? (kept as Level) : 'easy';
};

export function seatsWords(card: GameCard): string {
  if (card.min_seats === card.max_seats) return say('players', { count: card.min_seats });
  return say('players_range', { min: card.min_seats, max: card.max_seats });
}

export function playerName(player: Player): string {
  switch (player.kind) {
    case 'open':
      return say('open_seat');
    case 'bot':
      return nameWords(player.name ?? `Bot (${player.level})`);
    case 'human':
      return player.name ?? player.account.name;
  }
}

export const roomWords = (room: Room) => room.seats.map(playerName).join(', ');

/** Whether somebody new can sit down. */
export function hasFreeSeat(room: Room): boolean {
  if (room.status === 'gathering') return room.seats.some((player) => player.kind === 'open');
  return room.status === 'playing' && room.late_join && room.seats.some((player) => player.kind === 'bot' && !player.instead_of);
}

/** How many usually play. */
export const usualSeats = (card: GameCard) => Math.max(card.min_seats, Math.min(card.max_seats, 2));

/** At once against bots. */
export function quick(card: GameCard): Promise<Room> {
  const bots = usualSeats(card) - 1;
  return api.create({ game: card.id, seats: ['me', ...Array<string>(bots).fill(keptLevel())] });
}

/** A tag in the words of the page, where it has some. */
export function tagWords(tag: string): string {
  const id = `tag.${tag.replaceAll(' ', '_')}`;
  return Object.hasOwn(en, id) ? say(id as WordId) : tag;
}

/** What a game is played with comes first among the tags. */
const KINDS = ['cards', 'board', 'dice'];
/** So many tags are offered at first. */
export const OFFERED = 7;

export const tagsOf = (card: GameCard) => [...new Set([...(card.tags ?? []), card.hidden ? 'secrets' : 'no secrets', ...(card.chance ? ['luck'] : [])])];

/** All tags: what is played with, then those that most games have. */
export function tagsIn(games: GameCard[]): string[] {
  const counts = new Map<string, number>();
  for (const name of games.flatMap(tagsOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const rank = (name: string) => (KINDS.includes(name) ? KINDS.indexOf(name) : KINDS.length);
  return [...counts].sort(([a, many], [b, more]) => rank(a) - rank(b) || more - many || a.localeCompare(b)).map(([name]) => name);
}

/** What a game is found by: name, summary and tags, in English and in the language of the page. */
export function searchWords(card: GameCard): string {
  const tags = card.tags ?? [];
  return [card.id, card.name, card.summary, gameName(card.id, ''), gameSummary(card), ...tags, ...tags.map(tagWords)].join(' ').toLowerCase();
}
