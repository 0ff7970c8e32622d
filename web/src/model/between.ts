// The table in the middle of a record: what was played lies there for a moment, before the same record clears it away.

import type { PieceView, Told, View, ZoneView } from '../protocol/types';
import { isPlayed } from './arrange';
import { moveOf, type Move } from './told';

export interface Between {
  view: View;
  /** What was told up to here, and what comes then. */
  told: Told[];
  rest: Told[];
}

/** The table before what has just come to a zone leaves it again; nothing where a record does no such thing. */
export function between(before: View, told: Told[]): Between | undefined {
  const zones = new Map(before.zones.map((zone) => [zone.id, zone]));
  /** Zones of one role that stand in the middle are cleared together. */
  const named = (id: string) => {
    const zone = zones.get(id);
    return zone && isPlayed(zone) ? (zone.role ?? id) : id;
  };
  const filled = new Set<string>();
  const split = told.findIndex((news) => {
    const move = moveOf(news);
    if (move?.from && filled.has(named(move.from))) return true;
    if (move?.to && move.face !== undefined) filled.add(named(move.to));
    return false;
  });
  if (split < 1) return undefined;
  const first = told.slice(0, split);
  for (const move of first.map(moveOf)) if (move) carry(zones, move);
  const { actions: _, ...view } = before;
  return { view: { ...view, zones: [...zones.values()] }, told: first, rest: told.slice(split) };
}

/** Takes a piece from one zone to another. */
function carry(zones: Map<string, ZoneView>, { from, to, to_at: at, piece: handle, was, face }: Move): void {
  const source = from === undefined ? undefined : zones.get(from);
  let carried: PieceView = { kind: 'card' };
  if (source) {
    const pieces = [...(source.pieces ?? [])];
    const known = pieces.findIndex((one) => one.handle !== undefined && (one.handle === was || one.handle === handle));
    // What nobody can follow is any of those.
    const index = known >= 0 ? known : pieces.findIndex((one) => one.handle === undefined);
    if (index >= 0) carried = pieces.splice(index, 1)[0] as PieceView;
    const left = source.count === undefined ? undefined : Math.max(0, source.count - 1);
    // Of a pile only the top is known: under it lies another.
    if (left && pieces.length === 0) pieces.push({ kind: carried.kind });
    zones.set(source.id, { ...source, pieces, ...(left === undefined ? {} : { count: left }) });
  }
  const target = to === undefined ? undefined : zones.get(to);
  if (!target) return;
  const { handle: _, at: __, ...kind } = carried;
  const moved: PieceView = { ...kind, ...(handle === undefined ? {} : { handle }), ...(face === undefined ? {} : { face }), ...(at === undefined ? {} : { at }) };
  zones.set(target.id, { ...target, pieces: [...(target.pieces ?? []), moved], ...(target.count === undefined ? {} : { count: target.count + 1 }) });
}
