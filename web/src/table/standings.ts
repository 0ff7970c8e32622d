// The final standings, the best first: by place, and within a place by what was counted.

import type { Outcome, Seat, View } from '../protocol/types';

type Standing = Outcome['standings'][number];

export interface Ranked extends Standing {
  seat: Seat;
  /** Whether others share this place. */
  tied: boolean;
}

/** Whether fewer points are better: where whoever is ahead has fewer than somebody behind, and nobody has more. */
function fewerWin(standings: Standing[]): boolean {
  let fewer = 0;
  let more = 0;
  for (const one of standings) {
    for (const other of standings) {
      if (one.place >= other.place || one.score === undefined || other.score === undefined) continue;
      if (one.score < other.score) fewer += 1;
      if (one.score > other.score) more += 1;
    }
  }
  return fewer > more;
}

export function ranked(outcome: Outcome): Ranked[] {
  const { standings } = outcome;
  const sign = fewerWin(standings) ? 1 : -1;
  const tied = (place: number) => standings.filter((other) => other.place === place).length > 1;
  return standings
    .map((one, seat) => ({ ...one, seat, tied: tied(one.place) }))
    .sort((a, b) => a.place - b.place || sign * ((a.score ?? 0) - (b.score ?? 0)) || a.seat - b.seat);
}

/** So many cards of a hand are told beside a name. */
const MOST_CARDS = 8;

/** What is in somebody's hand at the end, where it may be seen by whoever looks. */
export function shownHand(view: View, seat: Seat): string[] {
  const hand = view.zones.find((zone) => zone.owner === seat && zone.id.startsWith('hand'));
  const faces = (hand?.pieces ?? []).map((piece) => piece.face);
  const shown = faces.filter((face) => face !== undefined);
  return shown.length === faces.length && shown.length <= MOST_CARDS ? shown : [];
}
