// What is on the faces of a die in three dimensions: one picture with all of them, drawn on a canvas.

import { cross, dot, minus, type Face, type Solid, type Vector } from './solids';

export const PIPS: Record<number, [number, number][]> = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[28, 25], [72, 25], [28, 50], [72, 50], [28, 75], [72, 75]],
};

export interface Colors {
  body: string;
  edge: string;
  ink: string;
}

const CELL = 256;
/** How much of its cell a face takes, so that neighbours do not bleed into each other. */
const MARGIN = 0.9;

/** A place on a face: how far to the right and to the top of its middle. */
export function onFace(face: Face, at: Vector): [number, number] {
  const off = minus(at, face.centre);
  return [dot(off, cross(face.top, face.normal)), dot(off, face.top)];
}

const reach = (face: Face) => Math.max(...face.corners.map((corner) => Math.hypot(...onFace(face, corner))));

/** Where a place on a face is in the picture, from 0 to 1, counted from the lower left. */
export function inPicture(solid: Solid, index: number, [right, top]: [number, number]): [number, number] {
  const cells = Math.ceil(Math.sqrt(solid.faces.length));
  const far = reach(solid.faces[index] as Face) / MARGIN;
  return [
    ((index % cells) + 0.5 + right / far / 2) / cells,
    1 - (Math.floor(index / cells) + 0.5 - top / far / 2) / cells,
  ];
}

/** The picture; `lowest` is 0 for dice that count from there. */
export function painted(solid: Solid, colors: Colors, lowest: number): HTMLCanvasElement {
  const cells = Math.ceil(Math.sqrt(solid.faces.length));
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = cells * CELL;
  const brush = canvas.getContext('2d') as CanvasRenderingContext2D;
  brush.fillStyle = colors.body;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  solid.faces.forEach((face, index) => {
    brush.save();
    brush.translate(((index % cells) + 0.5) * CELL, (Math.floor(index / cells) + 0.5) * CELL);
    const scale = ((CELL / 2) * MARGIN) / reach(face);
    paintFace(brush, solid, face, scale, colors, lowest);
    brush.restore();
  });
  return canvas;
}

function paintFace(brush: CanvasRenderingContext2D, solid: Solid, face: Face, scale: number, colors: Colors, lowest: number): void {
  const corners = face.corners.map((corner) => onFace(face, corner));
  const inner = Math.min(...corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] as [number, number];
    return Math.hypot((corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2);
  })) * scale;
  if (solid.sides !== 6) {
    brush.beginPath();
    corners.forEach(([right, top]) => brush.lineTo(right * scale, -top * scale));
    brush.closePath();
    brush.strokeStyle = colors.edge;
    brush.lineWidth = 7;
    brush.stroke();
  }
  brush.fillStyle = colors.ink;
  if (solid.sides === 4) return paintCorners(brush, solid, face, scale, lowest);
  const shown = (face.number as number) - 1 + lowest;
  const pips = solid.sides === 6 && lowest === 1 ? PIPS[shown] : undefined;
  if (pips) {
    const side = (inner * 2) / 100;
    for (const [x, y] of pips) {
      brush.beginPath();
      brush.arc((x - 50) * side, (y - 50) * side, 9 * side, 0, 2 * Math.PI);
      brush.fill();
    }
    return;
  }
  brush.font = `700 ${inner * (shown > 9 ? 0.95 : 1.15)}px system-ui, sans-serif`;
  brush.fillText(String(shown), 0, inner * 0.06);
  // A line below tells a six from a nine.
  if (solid.sides > 8 && (shown === 6 || shown === 9)) brush.fillRect(-inner * 0.28, inner * 0.5, inner * 0.56, inner * 0.1);
}

/** With four sides, the number that counts is the one at the upper corner. */
function paintCorners(brush: CanvasRenderingContext2D, solid: Solid, face: Face, scale: number, lowest: number): void {
  for (const corner of face.corners) {
    const [right, top] = onFace(face, corner);
    brush.save();
    brush.rotate(Math.atan2(right, top));
    brush.font = `700 ${CELL * 0.22}px system-ui, sans-serif`;
    brush.fillText(String(solid.corners.indexOf(corner) + lowest), 0, -Math.hypot(right, top) * scale * 0.48);
    brush.restore();
  }
}
