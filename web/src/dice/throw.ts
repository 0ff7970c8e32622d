// How a thrown die moves: in from the edge, in lower and lower hops, over its edges and onto its face. The same throw always looks the same.

export interface Point {
  x: number;
  y: number;
}

export interface Throw {
  from: Point;
  to: Point;
  /** How far it turns over on its way, in radians. */
  over: number;
  /** How far it turns around itself on its way. */
  around: number;
  /** How high it comes in. */
  height: number;
  /** When it begins and when it lies, as parts of the whole. */
  begins: number;
  ends: number;
}

export interface Pose extends Point {
  /** Above the table. */
  lift: number;
  /** What is left of turning over, and of turning around. */
  over: number;
  around: number;
}

/** Numbers from 0 to 1 that follow from what they are for. */
export function drawsFrom(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) as number), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Dice come out of one hand and spread, so that their ways never cross. */
export function thrown(to: Point, hand: Point, size: number, draw: () => number, index: number): Throw {
  return {
    to,
    from: { x: hand.x + (to.x - hand.x) * 0.65, y: hand.y + (draw() - 0.5) * size },
    over: Math.PI * (3.2 + draw() * 2),
    around: (draw() - 0.5) * 3,
    height: size * (1.6 + draw()),
    begins: Math.min(index * 0.03, 0.15) * draw(),
    ends: 0.86 + 0.14 * draw(),
  };
}

/** When it touches the table, and how high it hops after that, as a part of the first height. */
const HOPS = [
  { until: 0.34, height: 1 },
  { until: 0.6, height: 0.42 },
  { until: 0.76, height: 0.13 },
  { until: 0.84, height: 0.03 },
];
/** When it has fallen onto its face; after that it only rocks. */
const LIES = 0.84;

/** Where a die is at a time from 0 to 1. */
export function poseAt(path: Throw, time: number): Pose {
  const part = Math.min(1, Math.max(0, (time - path.begins) / (path.ends - path.begins)));
  const gone = 1 - (1 - Math.min(1, part / 0.92)) ** 2.2;
  return {
    x: path.from.x + (path.to.x - path.from.x) * gone,
    y: path.from.y + (path.to.y - path.from.y) * gone,
    lift: path.height * hop(part),
    over: part < LIES ? path.over * (1 - part / LIES) ** 1.35 : rocking((part - LIES) / (1 - LIES)),
    around: path.around * (1 - Math.min(1, part / LIES)) ** 2,
  };
}

function hop(part: number): number {
  let since = 0;
  for (const [index, { until, height }] of HOPS.entries()) {
    if (part < until) {
      const within = (part - since) / (until - since);
      // The first is half a hop: it comes falling.
      return index === 0 ? height * (1 - within * within) : height * 4 * within * (1 - within);
    }
    since = until;
  }
  return 0;
}

const rocking = (part: number) => -0.16 * Math.sin(Math.PI * Math.min(1, part)) * (1 - part);
