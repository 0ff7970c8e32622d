// The ground of a board: what is known of its cells, what lies in fog, and what stands between neighbors.

import type { PieceView, View, ZoneView } from '../protocol/types';

export type Sight = 'seen' | 'explored' | 'unseen';

export interface Ground {
  /** On a board in fog: whether the cell is seen now, was seen once, or never. */
  sight?: Sight;
  color?: string;
  /** Values of the cell that people read, by the names that programs have for them. */
  values: Record<string, unknown>;
  /** What stood there when it was last seen. */
  lastSeen: PieceView[];
}

const COLOR = /^#[0-9a-f]{6}$/i;
const NOTHING: Ground = { values: {}, lastSeen: [] };

/** What is known of the cells of a board, by their names. */
export function groundOf(view: View, zone: ZoneView): (place: string) => Ground {
  const { cells = {}, colors = {}, fog = false } = zone.attributes ?? {};
  const looks = view.legend?.values ?? {};
  const known = new Map<string, Ground>();
  for (const [place, { sight, last_seen, ...values }] of Object.entries(cells)) {
    const color = Object.entries(colors).map(([name, words]) => words[String(values[name] ?? '')]).find((color) => color && COLOR.test(color));
    const said = Object.entries(values).filter(([name]) => looks[name]);
    known.set(place, { lastSeen: remembered(place, last_seen), values: Object.fromEntries(said), ...(color ? { color } : {}), ...(fog ? { sight: sight === 'seen' || sight === 'explored' ? sight : 'unseen' } : {}) });
  }
  const unknown: Ground = fog ? { sight: 'unseen', values: {}, lastSeen: [] } : NOTHING;
  return (place) => known.get(place) ?? unknown;
}

const remembered = (at: string, marks: unknown): PieceView[] =>
  (Array.isArray(marks) ? marks : []).map(({ kind, face, owner }) => ({ kind, face, at, ...(typeof owner === 'number' ? { owner } : {}) }));

/** All that was last seen somewhere on a board. */
export const lastSeenOn = (view: View, zone: ZoneView): PieceView[] => {
  const ground = groundOf(view, zone);
  return Object.keys(zone.attributes?.cells ?? {}).flatMap((place) => ground(place).lastSeen);
};

/** What stands between two places: a wall, or a door or a way with whether it is open. */
export interface Seam {
  from: string;
  to: string;
  kind: 'wall' | 'open' | 'closed';
}

export function seamsOf(zone: ZoneView): Seam[] {
  const { walls = [], links = [] } = zone.attributes ?? {};
  return [
    ...walls.map(([from = '', to = '']): Seam => ({ from, to, kind: 'wall' })),
    ...links.map(({ from, to, open }): Seam => ({ from, to, kind: open ? 'open' : 'closed' })),
  ];
}

/** The seams at a place, with where they lead. */
export const seamsAt = (seams: Seam[], place: string): { kind: Seam['kind']; to: string }[] =>
  seams.flatMap(({ from, to, kind }) => (from === place ? [{ kind, to }] : to === place ? [{ kind, to: from }] : []));

/** Of a color that a game names, only what is one. */
export const colorOf = (value: unknown): string | undefined => (typeof value === 'string' && COLOR.test(value) ? value : undefined);

