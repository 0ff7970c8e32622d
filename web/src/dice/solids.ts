// The shapes of dice: their corners, their faces, which number is where, and how they lie when a number is told.

export type Vector = readonly [number, number, number];

/** A rotation: the rows of its matrix. */
export type Turn = readonly [Vector, Vector, Vector];

export interface Face {
  /** The corners, counterclockwise as seen from outside. */
  corners: Vector[];
  centre: Vector;
  /** Away from the die. */
  normal: Vector;
  /** Where the top of what is written on it is. */
  top: Vector;
  /** What is written on it; of a die with four sides it is written at the corners. */
  number?: number;
}

export interface Solid {
  sides: number;
  corners: Vector[];
  faces: Face[];
}

/** A solid as it lies: turned, and by how much it grows and shifts to fill a square from -1 to 1. */
export interface Lying {
  turn: Turn;
  scale: number;
  shift: readonly [number, number];
}

export const SIDES = [4, 6, 8, 10, 12, 20] as const;

const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const times = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
export const minus = (a: Vector, b: Vector): Vector => plus(a, times(b, -1));
export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vector): Vector => times(a, 1 / Math.hypot(...a));
const middle = (all: Vector[]) => times(all.reduce(plus, [0, 0, 0]), 1 / all.length);
export const turned = (turn: Turn, a: Vector): Vector => [dot(turn[0], a), dot(turn[1], a), dot(turn[2], a)];

const signs = [1, -1];
const GOLDEN = (1 + Math.sqrt(5)) / 2;
const CUBE: Vector[] = signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vector => [x, y, z])));
const AXES: Vector[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]];
const TETRAHEDRON: Vector[] = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]];
const around = (a: number, b: number): Vector[] =>
  signs.flatMap((s) => signs.flatMap((t): Vector[] => [[0, s * a, t * b], [s * a, t * b, 0], [t * b, 0, s * a]]));
const ICOSAHEDRON = around(1, GOLDEN);
const DODECAHEDRON = [...CUBE, ...around(GOLDEN, 1 / GOLDEN)];

/** Ten kites, five around each end. */
function kites(): { corners: Vector[]; normals: Vector[] } {
  const half = Math.cos(Math.PI / 5);
  const high = (1 - half) / (1 + half);
  const at = (step: number, far: number, z: number): Vector => [
    far * Math.cos((step * Math.PI) / 5), far * Math.sin((step * Math.PI) / 5), z,
  ];
  const steps = Array.from({ length: 10 }, (_, step) => step);
  const way = (step: number) => (step % 2 === 0 ? 1 : -1);
  return {
    corners: [[0, 0, 1], [0, 0, -1], ...steps.map((step) => at(step, 1, -way(step) * high))],
    normals: steps.map((step) => at(step, 1 + high, way(step))),
  };
}

const SHAPES: Record<number, () => { corners: Vector[]; normals: Vector[] }> = {
  4: () => ({ corners: TETRAHEDRON, normals: TETRAHEDRON.map((corner) => times(corner, -1)) }),
  6: () => ({ corners: CUBE, normals: AXES }),
  8: () => ({ corners: AXES, normals: CUBE }),
  10: kites,
  12: () => ({ corners: DODECAHEDRON, normals: ICOSAHEDRON }),
  20: () => ({ corners: ICOSAHEDRON, normals: DODECAHEDRON }),
};

/** A face is all corners that lie farthest in its direction. */
function faceOf(corners: Vector[], direction: Vector): Face {
  const normal = unit(direction);
  const far = Math.max(...corners.map((corner) => dot(corner, normal)));
  const own = corners.filter((corner) => dot(corner, normal) > far - 1e-6);
  const centre = middle(own);
  // What is written stands upright towards the sharpest corner; on a square, towards an edge.
  const sharpest = own.reduce((best, corner) =>
    Math.hypot(...minus(corner, centre)) > Math.hypot(...minus(best, centre)) + 1e-6 ? corner : best,
  );
  const across = unit(minus(sharpest, centre));
  const side = cross(normal, across);
  const angle = (corner: Vector) => Math.atan2(dot(minus(corner, centre), side), dot(minus(corner, centre), across));
  const sorted = [...own].sort((a, b) => angle(a) - angle(b));
  const top = own.length === 4 && corners.length === 8 ? unit(plus(across, side)) : across;
  return { corners: sorted, centre, normal, top };
}

/** Opposite faces add up to the same; low and high numbers take turns. */
function number(faces: Face[]): void {
  let low = 1;
  for (const face of faces) {
    if (face.number !== undefined) continue;
    const opposite = faces.find((other) => dot(other.normal, face.normal) < -0.999);
    if (!opposite) return;
    const first = faces.length === 6 || low % 2 === 1;
    face.number = first ? low : faces.length + 1 - low;
    opposite.number = faces.length + 1 - face.number;
    low += 1;
  }
}

const made = new Map<number, Solid>();

/** The shape of a die with so many sides, where there is one. */
export function solidOf(sides: number): Solid | undefined {
  const shape = SHAPES[sides];
  const known = made.get(sides);
  if (known || !shape) return known;
  const { corners, normals } = shape();
  const faces = normals.map((normal) => faceOf(corners, normal));
  number(faces);
  const solid = { sides, corners, faces };
  made.set(sides, solid);
  return solid;
}

/** How a die lies that shows a number: its face up, or the corner of a die with four sides. */
export function lying(solid: Solid, shown: number): Lying | undefined {
  const face = solid.faces.find((one) => one.number === shown);
  const corner = solid.sides === 4 ? solid.corners[shown - 1] : undefined;
  if (!face && !corner) return undefined;
  const up = unit(face?.normal ?? (corner as Vector));
  const towards = face?.top ?? (solid.corners[shown % 4] as Vector);
  const north = unit(minus(towards, times(up, dot(towards, up))));
  const turn: Turn = [cross(north, up), north, up];
  const flat = solid.corners.map((one) => turned(turn, one));
  const span = (axis: 0 | 1) => {
    const all = flat.map((one) => one[axis]);
    return [Math.min(...all), Math.max(...all)] as const;
  };
  const [left, right] = span(0);
  const [bottom, top] = span(1);
  const scale = 2 / Math.max(right - left, top - bottom);
  return { turn, scale, shift: [(-scale * (left + right)) / 2, (-scale * (bottom + top)) / 2] };
}
