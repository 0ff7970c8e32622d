// Where the places of a board are that is neither squares: hexagons and maps. The distance of two neighbors is 1.

import type { Hexagons, Link, ZoneView } from '../protocol/types';
import { placeName } from './arrange';

export interface PlaceAt {
  name: string;
  x: number;
  y: number;
}

/** How far apart rows of hexagons are. */
const ROW = Math.sqrt(3) / 2;

/** How the hexagons of a board stand; nothing where its places are no hexagons. */
export function hexagonsOf(zone: ZoneView): Hexagons | undefined {
  return zone.layout.kind === 'hexes' ? 'pointy' : zone.attributes?.hexes;
}

export function spotsOf({ layout, attributes }: ZoneView): PlaceAt[] {
  if (layout.kind === 'hexes') {
    const { columns, rows } = layout;
    return Array.from({ length: rows * columns }, (_, index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      return { name: placeName(column, row), x: column + row / 2, y: row * ROW };
    });
  }
  const spots = attributes?.spots ?? [];
  const hexes = attributes?.hexes;
  const wide = hexes ? (hexes === 'flat' ? ROW : 1) / 2 : 1 / nearest(spots);
  const high = hexes ? (hexes === 'pointy' ? ROW : 1) / 2 : wide;
  return spots.map(({ at, x, y }) => ({ name: at, x: x * wide, y: y * high }));
}

/** The least distance of two that do not lie on each other. */
function nearest(spots: { x: number; y: number }[]): number {
  let least = Infinity;
  spots.forEach((one, index) => {
    for (const other of spots.slice(index + 1)) {
      const far = Math.hypot(one.x - other.x, one.y - other.y);
      if (far > 0) least = Math.min(least, far);
    }
  });
  return least === Infinity ? 1 : least;
}

/** The place that an arrow leads to: the next along a link, or else the nearest in its direction. */
export function stepFrom(key: string, index: number, places: PlaceAt[], links: Link[] = []): number | undefined {
  const way = WAYS[key];
  const here = places[index];
  if (!way || !here) return undefined;
  const linked = new Set(links.flatMap(({ from, to }) => (from === here.name ? [to] : to === here.name ? [from] : [])));
  const nearest = (most: number, fits: (place: PlaceAt) => boolean) => {
    let best: { at: number; far: number } | undefined;
    places.forEach((place, at) => {
      const [dx, dy] = [place.x - here.x, place.y - here.y];
      const ahead = dx * way.right + dy * way.down;
      const aside = Math.abs(dx * way.down) + Math.abs(dy * way.right);
      // What is more to the side than ahead belongs to another arrow.
      if (ahead <= 0.01 || aside > ahead * most || !fits(place)) return;
      const far = ahead + aside * 2;
      if (!best || far < best.far - 0.01) best = { at, far };
    });
    return best?.at;
  };
  return nearest(1, (place) => linked.has(place.name)) ?? nearest(2, () => true);
}

const WAYS: Partial<Record<string, { right: number; down: number }>> = {
  ArrowLeft: { right: -1, down: 0 }, ArrowRight: { right: 1, down: 0 }, ArrowUp: { right: 0, down: -1 }, ArrowDown: { right: 0, down: 1 },
};

export interface Slot {
  /** How far from the middle of the place, in parts of what a piece alone would take. */
  x: number;
  y: number;
  size: number;
}

/** Where the pieces lie that share a place: beside each other, so that all can be seen. */
export function slotOf(index: number, count: number): Slot {
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const row = Math.floor(index / columns);
  // The last row may have fewer.
  const wide = row === rows - 1 ? count - row * columns : columns;
  const size = 1 / columns;
  return { x: ((index % columns) - (wide - 1) / 2) * size, y: (row - (rows - 1) / 2) * size, size };
}
