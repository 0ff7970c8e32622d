// The final standings, the best first: by place, and within a place by what was counted, where the rules say how.

import type { Outcome, Seat, Standing, View } from '../protocol/types';

export interface Ranked extends Standing {
  seat: Seat;
  /** Whether others share this place. */
  tied: boolean;
}

/** Among those who share a place the rules say which scores are better, if anybody does: the page does not guess. */
const SIGNS = { highest: -1, lowest: 1 };

export function ranked(outcome: Outcome): Ranked[] {
  const { standings } = outcome;
  const sign = outcome.ranking ? SIGNS[outcome.ranking] : 0;
  const tied = (place: number) => standings.filter((other) => other.place === place).length > 1;
  return standings
    .map((one, seat) => ({ ...one, seat, tied: tied(one.place) }))
    .sort((a, b) => a.place - b.place || sign * ((a.score ?? 0) - (b.score ?? 0)) || a.seat - b.seat);
}

/** So many cards of a hand are told beside a name. */
const MOST_CARDS = 8;

/** What is in somebody's hand at the end, where it may be seen by whoever looks. */
export function shownHand(view: View, seat: Seat): string[] {
  const hand = view.zones.find((zone) => zone.owner === seat && zone.role === 'hand');
  const faces = (hand?.pieces ?? []).map((piece) => piece.face);
  const shown = faces.filter((face) => face !== undefined);
  return shown.length === faces.length && shown.length <= MOST_CARDS ? shown : [];
}
