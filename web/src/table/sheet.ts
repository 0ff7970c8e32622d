// Score sheets: boxes with points, sums on the way to a goal, and tracks, as the game declares them.

import type { ActionView, SheetBox, TrackState, View } from '../protocol/types';
import { labelWords } from './values';

/** A line of boxes: what each seat has in it, and what the viewer would get for it now. */
export interface Box {
  id: string;
  label: string;
  seats: (number | undefined)[];
  action?: ActionView;
  would?: number;
}
/** What has come together, and where it leads to. */
export interface Sum {
  name: string;
  label: string;
  seats: ({ now: number; of?: number } | undefined)[];
}
export interface Track {
  name: string;
  label: string;
  seats: (TrackState | undefined)[];
}
export interface SheetOf {
  boxes: Box[];
  sums: Sum[];
  tracks: Track[];
  /** What is counted in the end: a name of a value of the seats. */
  points: { name: string; label: string } | undefined;
  /** The values of seats that stand in the sheet, and need not be said again. */
  values: Set<string>;
  /** The actions that fill a box. */
  actions: Set<ActionView>;
}

const isBoxes = (value: unknown): value is SheetBox[] => Array.isArray(value);
const isTrack = (value: unknown): value is TrackState => typeof value === 'object' && value !== null && 'steps' in value;

/** The sheet of a view, if its game has one. */
export function sheetOf(view: View): SheetOf | undefined {
  const looks = Object.entries(view.legend?.values ?? {}).sort(([, one], [, other]) => one.order - other.order);
  const sheet: SheetOf = { boxes: [], sums: [], tracks: [], points: undefined, values: new Set(), actions: new Set() };
  const of = (name: string) => view.seats.map((seat) => seat.values?.[name]);
  for (const [name, { shown_as: type, label: message }] of looks) {
    const label = labelWords(message);
    if (type.kind === 'points') sheet.points ??= { name, label };
    if (type.kind === 'track') {
      sheet.tracks.push({ name, label, seats: of(name).map((value) => (isTrack(value) ? value : undefined)) });
      sheet.values.add(name);
    }
    if (type.kind !== 'sheet') continue;
    const columns = of(name).map((value) => (isBoxes(value) ? value : undefined));
    type.boxes.forEach((box, row) => {
      const action = view.actions?.find(({ touches }) => touches?.length === 1 && touches[0] === box.id);
      const own = typeof view.viewer === 'number' ? columns[view.viewer]?.[row] : undefined;
      const would = typeof own === 'object' && own !== null ? own.would : undefined;
      const seats = columns.map((column) => (typeof column?.[row] === 'number' ? (column[row] as number) : undefined));
      sheet.boxes.push({ id: box.id, label: labelWords(box), seats, ...(action ? { action } : {}), ...(would === undefined ? {} : { would }) });
      if (action) sheet.actions.add(action);
    });
    const goal = type.goal;
    const sums = columns.map((column) => column && { now: column.reduce<number>((sum, box) => sum + (typeof box === 'number' ? box : 0), 0), ...(goal === undefined ? {} : { of: goal }) });
    sheet.sums.push({ name, label, seats: sums });
    sheet.values.add(name);
  }
  return sheet.boxes.length > 0 || sheet.tracks.length > 0 ? sheet : undefined;
}
