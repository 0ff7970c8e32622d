// Where things go on the table: boards in the middle, one's own things at the bottom, the others' around.

import type { ActionView, PieceView, Seat, Shape, View, Viewer, ZoneView } from '../protocol/types';

export interface Place {
  seat: Seat;
  zones: ZoneView[];
}

export interface Played {
  seat: Seat;
  zone: ZoneView;
}

export interface Arrangement {
  /** What the game is played on. */
  boards: ZoneView[];
  /** Piles and rows that belong to nobody. */
  middle: ZoneView[];
  /** What each has played, beside each other: a trick, a battle. */
  played: Played[];
  /** What is the viewer's own. */
  mine: ZoneView[];
  /** The others in the order of turns, beginning after the viewer. */
  others: Place[];
}

const isBoard = (zone: ZoneView) =>
  zone.layout.kind === 'grid' || zone.layout.kind === 'hexes' || zone.layout.kind === 'map';

/** What a seat has that stands in the middle before it, such as what it has played into a trick. */
export const isPlayed = (zone: ZoneView): boolean => zone.owner !== undefined && (zone.stands ?? (zone.role === 'trick' ? 'middle' : 'seat')) === 'middle';

/** Pieces side by side, however close together. */
export const isRow = (zone: ZoneView): boolean => ['row', 'fan', 'spread', 'overlap'].includes(zone.layout.kind);

export const isEmpty = (zone: ZoneView): boolean =>
  (zone.count ?? 0) === 0 && !zone.pieces?.length && (zone.zones ?? []).every(isEmpty);

/** The zones that actions touch, or that an action's pieces lie in. */
function touched(actions: ActionView[]): Set<string> {
  return new Set(actions.flatMap((action) => action.touches ?? []));
}

export function arranged(view: View, me: Viewer): Arrangement {
  const touch = touched(view.actions ?? []);
  const shown = view.zones.filter((zone) => isBoard(zone) || !isEmpty(zone) || touch.has(zone.id));
  const owned = (seat: Seat) => shown.filter((zone) => zone.owner === seat && !isBoard(zone) && !isPlayed(zone));
  const count = view.seats.length;
  const first = typeof me === 'number' ? me + 1 : 0;
  const order = Array.from({ length: count }, (_, index) => (first + index) % count);
  return {
    // One's own board comes first.
    boards: shown.filter(isBoard).sort((one, other) => Number(other.owner === me) - Number(one.owner === me)),
    middle: shown.filter((zone) => !isBoard(zone) && zone.owner === undefined),
    played: order.flatMap((seat) => view.zones.filter((zone) => zone.owner === seat && isPlayed(zone)).map((zone) => ({ seat, zone }))),
    mine: typeof me === 'number' ? owned(me) : [],
    others: order.filter((seat) => seat !== me).map((seat) => ({ seat, zones: owned(seat) })),
  };
}

/** What a piece is cut to: as its game declares, or as its kind says where it is called like that. */
export function shapeOf(view: View | undefined, piece: PieceView | undefined): Shape {
  const declared = view?.legend?.pieces?.[piece?.kind ?? '']?.shape;
  return declared ?? (piece?.kind === 'card' || piece?.kind === 'die' || piece?.kind === 'tile' ? piece.kind : 'token');
}

/** All that is attached to a piece, and what is attached to that. */
export const attachedTo = (piece: PieceView): PieceView[] => (piece.attached ?? []).flatMap((one) => [one, ...attachedTo(one)]);

/** All pieces of a view, wherever they lie. */
export const allPieces = (zones: ZoneView[]): PieceView[] =>
  zones.flatMap((zone) => [...(zone.pieces ?? []).flatMap((piece) => [piece, ...attachedTo(piece)]), ...allPieces(zone.zones ?? [])]);

/** What a zone is called: by its label, or by the word for its role. */
export const zoneWord = (zone: ZoneView): string => zone.label?.text ?? zone.role ?? zone.id;

/** What tells one piece from the others on the table, from one view to the next. */
export function pieceKey(zone: ZoneView, index: number): string {
  const piece = zone.pieces?.[index];
  if (piece?.handle) return piece.handle;
  return `${zone.id}/${piece?.at ?? index}`;
}

/** The pieces of a board by their places: which of the zone's pieces stand there, the lowest first. */
export function byPlace(zone: ZoneView): Map<string, number[]> {
  const places = new Map<string, number[]>();
  zone.pieces?.forEach(({ at }, index) => {
    if (at === undefined) return;
    const there = places.get(at);
    if (there) there.push(index);
    else places.set(at, [index]);
  });
  return places;
}

/** A place as coordinates, counted from 0: `b3` is column 1, row 2, and `aa1` comes after `z1`. */
export function square(place: string): { column: number; row: number } | undefined {
  const found = /^([a-z]{1,2})(\d{1,3})$/.exec(place);
  if (!found) return undefined;
  const column = [...(found[1] as string)].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
  return { column: column - 1, row: Number(found[2]) - 1 };
}

/** Where pieces fall: the place that each column, counted from 0, has open. */
export function landings(next: Set<string>): Map<number, string> {
  return new Map([...next].flatMap((place) => {
    const found = square(place);
    return found ? [[found.column, place] as const] : [];
  }));
}

/** The letters of a column, counted from 0. */
export const letters = (column: number): string => (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(97 + (column % 26));

export const placeName = (column: number, row: number) => `${letters(column)}${row + 1}`;
