// Rooms, as people choose them.

import type { GameCard, Player, Room } from '../protocol/types';
import { api } from '../net/api';
import { recall } from '../net/kept';
import { en } from '../words/en';
import { nameWords, say, type WordId } from '../words/words.svelte';

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
      return nameWords(`Bot (${player.level})`);
    case 'human':
      return player.name ?? player.account.name;
  }
}

export const roomWords = (room: Room) => room.seats.map(playerName).join(', ');

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
