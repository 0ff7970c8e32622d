// A die as it is seen from above when it lies: each face that can be seen, flat, and how much light falls on it.

import { dot, lying, solidOf, turned, unit, type Vector } from './solids';

export interface Facet {
  /** For a `polygon` in a square from 0 to 100. */
  points: string;
  /** From 0 (dark) to 1. */
  light: number;
}

export interface Outline {
  facets: Facet[];
  /** All around. */
  rim: string;
  /** Where the number is. */
  number: { x: number; y: number };
}

/** Where the light comes from: above, a little from the upper left. */
export const LIGHT: Vector = unit([-0.28, 0.4, 1]);

/** What comes from there, and from everywhere: together a little less than all on a face that lies flat. */
export const SUN = 1.7;
export const AMBIENT = 1.68;

/** How much of the square a die takes. */
export const FILLS = 0.92;

const known = new Map<number, Outline | undefined>();

export function outlineOf(sides: number): Outline | undefined {
  if (!known.has(sides)) known.set(sides, drawn(sides));
  return known.get(sides);
}

function drawn(sides: number): Outline | undefined {
  const solid = solidOf(sides);
  const lies = solid && lying(solid, 1);
  if (!solid || !lies) return undefined;
  const flat = (at: Vector) => {
    const [x, y] = turned(lies.turn, at);
    return { x: 50 + 50 * FILLS * (x * lies.scale + lies.shift[0]), y: 50 - 50 * FILLS * (y * lies.scale + lies.shift[1]) };
  };
  const text = (points: { x: number; y: number }[]) => points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
  const seen = solid.faces
    .map((face) => ({ face, normal: turned(lies.turn, face.normal) }))
    .filter(({ normal }) => normal[2] > 0.01)
    .sort((a, b) => a.normal[2] - b.normal[2]);
  const told = solid.faces.find((face) => face.number === 1);
  return {
    facets: seen.map(({ face, normal }) => ({
      points: text(face.corners.map(flat)),
      light: Math.min(1, (AMBIENT + SUN * Math.max(0, dot(normal, LIGHT))) / Math.PI) ** (1 / 2.2),
    })),
    rim: text(hull(solid.corners.map(flat))),
    // A long face would draw it too far away from the middle.
    number: told ? { x: flat(told.centre).x, y: (flat(told.centre).y + 50) / 2 } : flat([0, 0, 0]),
  };
}

/** The points that lie outermost, all the way round. */
function hull(points: { x: number; y: number }[]): { x: number; y: number }[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (all: typeof points) => {
    const line: typeof points = [];
    for (const point of all) {
      for (;;) {
        const [a, b] = line.slice(-2);
        if (!a || !b || (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 1e-6) break;
        line.pop();
      }
      line.push(point);
    }
    return line.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
