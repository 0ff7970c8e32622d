// Which dice roll: those that the news name, or those of a roll that names none, where its faces are seen.

import type { PieceView, Told, View, ZoneView } from '../protocol/types';
import { pieceKey } from '../model/arrange';
import { changeOf } from '../model/told';
import { solidOf } from './solids';

export interface Rolling {
  /** Which piece of the table. */
  key: string;
  sides: number;
  face: number;
}

interface Die extends Rolling {
  zone: string;
  handle?: string | undefined;
}

export const sidesOf = (piece: PieceView): number => Number(piece.attributes?.['sides'] ?? 6);

/** The number that a die shows; none where it is hidden or shows no number. */
export function faceOf(piece: PieceView): number | undefined {
  if (piece.face === undefined) return undefined;
  const face = Number(piece.attributes?.['face'] ?? piece.face.split(':').at(-1));
  return Number.isNaN(face) ? undefined : face;
}

/** How many sides the dice of a view have, hidden ones as well. */
export function sidesIn(view: View | undefined): number[] {
  const inside = (zone: ZoneView): number[] => [
    ...(zone.pieces ?? []).filter((piece) => piece.kind === 'die').map(sidesOf),
    ...(zone.zones ?? []).flatMap(inside),
  ];
  return [...new Set((view?.zones ?? []).flatMap(inside))];
}

/** Whether dice still show what they were rolled to. */
export function stillShow(view: View | undefined, dice: Rolling[]): boolean {
  const faces = new Map(diceOf(view, () => true).map((die) => [die.key, die.face]));
  return dice.every((die) => faces.get(die.key) === die.face);
}

/** The dice that can be seen to roll from one view to the next. */
export function rolling(before: View | undefined, after: View | undefined, told: Told[]): Rolling[] {
  if (!before || !after || told.length === 0) return [];
  const shown = diceOf(after, (die) => solidOf(die.sides) !== undefined && die.face >= 0 && die.face <= die.sides);
  const was = new Map(diceOf(before, () => true).map((die) => [die.key, die.face]));
  const changed = (die: Die) => was.has(die.key) && was.get(die.key) !== die.face;
  const news = told.map(changeOf).filter((change) => change?.change === 'roll');
  const named = new Set(news.flatMap((roll) => (roll.piece ? [roll.piece] : [])));
  const zones = new Set(news.flatMap((roll) => (roll.piece ? [] : [roll.zone])));
  // A game that tells in its own way says in lists what was rolled, or only that something was.
  const own = news.length > 0 ? [] : told.filter((one) => /roll|throw/.test(one.message.id));
  const lists = own.flatMap((one) => listsIn(one.data)).map(sorted);
  const anything = own.some((one) => one.data === undefined);
  const rolls = (die: Die) =>
    (die.handle !== undefined && named.has(die.handle)) ||
    (zones.has(die.zone) && changed(die)) ||
    (lists.includes(sorted(facesIn(shown, die.zone))) && was.has(die.key)) ||
    (anything && changed(die));
  return shown.filter(rolls).map(({ key, sides, face }) => ({ key, sides, face }));
}

function diceOf(view: View | undefined, fits: (die: Die) => boolean): Die[] {
  const inside = (zone: ZoneView): Die[] => [
    ...(zone.pieces ?? []).flatMap((piece, index) => {
      const face = faceOf(piece);
      if (piece.kind !== 'die' || face === undefined) return [];
      return [{ key: pieceKey(zone, index), sides: sidesOf(piece), face, zone: zone.id, handle: piece.handle }];
    }),
    ...(zone.zones ?? []).flatMap(inside),
  ];
  return (view?.zones ?? []).flatMap(inside).filter(fits);
}

const facesIn = (dice: Die[], zone: string) => dice.filter((die) => die.zone === zone).map((die) => die.face);
const sorted = (faces: number[]) => faces.filter((face) => face > 0).sort((a, b) => a - b).join(' ');

/** Lists of numbers, wherever they are in something told. */
function listsIn(data: unknown): number[][] {
  if (!Array.isArray(data)) return [];
  if (data.length > 0 && data.every((one) => typeof one === 'number')) return [data as number[]];
  return data.flatMap(listsIn);
}
