// One's own pieces as people hold them: by the attributes that the game declares for their kind.

import type { Legend, PieceView } from '../protocol/types';

/** The indices of pieces, sorted; as they are where something is among them that has no order. */
export function sorted(pieces: PieceView[], legend: Legend | undefined): number[] {
  const order = pieces.map((_, index) => index);
  const places = pieces.map((piece) => {
    const by = legend?.pieces?.[piece.kind]?.sort ?? [];
    const place = by.map(({ attribute, words }) => {
      const value = piece.attributes?.[attribute];
      return typeof value === 'number' ? value : typeof value === 'string' ? (words ?? []).indexOf(value) : -1;
    });
    return place.length === 0 || place.includes(-1) ? undefined : place;
  });
  if (places.some((place) => place === undefined)) return order;
  return order.sort((one, other) => {
    const [a, b] = [places[one], places[other]] as [number[], number[]];
    const differ = a.findIndex((value, index) => value !== b[index]);
    return differ < 0 ? one - other : (a[differ] as number) - (b[differ] ?? 0);
  });
}
