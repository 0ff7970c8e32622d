// A series of games, in words: how long it is, how it stands, who has won it.

import type { SeriesLength, SeriesShown } from '../protocol/types';
import { listWords, say } from '../words/words.svelte';

/** The lengths that one can choose from, by what stands in the form. */
export const LENGTHS: Record<string, SeriesLength | undefined> = {
  one: undefined,
  best_of_3: { best_of: 3 },
  best_of_5: { best_of: 5 },
  first_to_5: { first_to: 5 },
  games_4: { games: 4 },
};

export function lengthWords(length: SeriesLength | undefined): string {
  if (!length) return say('series.one');
  if ('best_of' in length) return say('series.best_of', { count: length.best_of });
  if ('first_to' in length) return say('series.first_to', { count: length.first_to });
  return say('series.games', { count: length.games });
}

/** Points as people write them: they come in halves. */
export const pointsWords = (halves: number): string => `${halves === 1 ? '' : Math.floor(halves / 2)}${halves % 2 ? '½' : ''}`;

/** Whether another game follows this one. */
export const goesOn = (series: SeriesShown | undefined): boolean => series !== undefined && series.outcome === undefined;

/** How the series ended. */
export function endWords(series: SeriesShown, names: string[]): string {
  const standings = series.outcome?.standings ?? [];
  if (standings.some((one) => one.fate === 'aborted')) return say('series.off');
  const winners = names.filter((_, seat) => standings[seat]?.place === 1);
  if (winners.length === names.length) return say('series.drawn');
  return say(winners.length > 1 ? 'series.won_together' : 'series.won', { name: listWords(winners) });
}
