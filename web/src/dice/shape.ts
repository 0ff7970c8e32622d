// The triangles of a die, with what is painted on them; a cube has round edges.

import { BufferGeometry, Float32BufferAttribute } from 'three';
import { inPicture, onFace } from './paint';
import { cross, minus, times, unit, type Face, type Solid, type Vector } from './solids';

const ROUND = 0.3;
/** The lines of the net on each side of a cube: close together where it bends. */
const NET = [-1, -0.94, -0.86, -0.78, -ROUND - 0.4, 0, ROUND + 0.4, 0.78, 0.86, 0.94, 1];

export function shapeOf(solid: Solid): BufferGeometry {
  const places: number[] = [];
  const normals: number[] = [];
  const pictures: number[] = [];
  const put = (index: number, flat: Vector, at: Vector, normal: Vector) => {
    places.push(...at);
    normals.push(...normal);
    pictures.push(...inPicture(solid, index, onFace(solid.faces[index] as Face, flat)));
  };
  solid.faces.forEach((face, index) => {
    if (solid.sides === 6) return cubeSide(face, (flat, at, normal) => put(index, flat, at, normal));
    for (let next = 1; next + 1 < face.corners.length; next += 1) {
      for (const corner of [face.corners[0], face.corners[next], face.corners[next + 1]] as Vector[]) {
        put(index, corner, corner, face.normal);
      }
    }
  });
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute(places, 3));
  shape.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  shape.setAttribute('uv', new Float32BufferAttribute(pictures, 2));
  return shape;
}

function cubeSide(face: Face, put: (flat: Vector, at: Vector, normal: Vector) => void): void {
  const right = cross(face.top, face.normal);
  const corner = (across: number, up: number) => {
    const flat = [0, 1, 2].map(
      (axis) => face.normal[axis]! + right[axis]! * across + face.top[axis]! * up,
    ) as unknown as Vector;
    const inside = flat.map((one) => Math.max(-1 + ROUND, Math.min(1 - ROUND, one))) as unknown as Vector;
    const out = unit(minus(flat, inside));
    put(flat, minus(inside, times(out, -ROUND)), out);
  };
  for (let row = 0; row + 1 < NET.length; row += 1) {
    for (let column = 0; column + 1 < NET.length; column += 1) {
      const [left, next, low, high] = [NET[column]!, NET[column + 1]!, NET[row]!, NET[row + 1]!];
      for (const [across, up] of [[left, low], [next, low], [next, high], [left, low], [next, high], [left, high]] as const) {
        corner(across, up);
      }
    }
  }
}
