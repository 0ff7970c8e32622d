// What is told of the table besides words.

import type { Told, ToldChange } from '../protocol/types';

const KINDS: Record<ToldChange['change'], true> = { create: true, move: true, order: true, look: true, show: true, see: true, roll: true };

const isChange = (data: unknown): data is ToldChange =>
  typeof data === 'object' && data !== null && 'change' in data && typeof data.change === 'string' && Object.hasOwn(KINDS, data.change);

/** The change of the table that was told; nothing where a game tells in its own way. */
export const changeOf = ({ data }: Told): ToldChange | undefined => (isChange(data) ? data : undefined);

export type Move = Extract<ToldChange, { change: 'move' }>;

/** The same, if a piece went from one place to another. */
export function moveOf(told: Told): Move | undefined {
  const change = changeOf(told);
  return change?.change === 'move' ? change : undefined;
}

/** A place of one of several boards, as it is marked. */
export const marked = (zone: string, place: string) => `${zone}/${place}`;

/** The places that something came to or left, to be marked: with their zones where those are told. */
export function placesOf(told: Told[]): Set<string> {
  const places = told.flatMap((news) => {
    const change = changeOf(news);
    // A game that tells in its own way names the place.
    if (!change) return typeof news.data === 'string' ? [news.data] : [];
    if (change.change !== 'move' && change.change !== 'create') return [];
    const left = change.change === 'move' && change.from !== undefined && change.from_at !== undefined ? [marked(change.from, change.from_at)] : [];
    return change.to !== undefined && change.to_at !== undefined ? [...left, marked(change.to, change.to_at)] : left;
  });
  return new Set(places);
}
