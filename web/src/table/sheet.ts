// Score sheets: boxes with points, sums on the way to a bonus, and tracks, found in the values that the seats of any game have.

import type { ActionView, View } from '../protocol/types';

/** A line of boxes: what each seat has in it, and what the viewer would get for it now. */
export interface Box {
  name: string;
  seats: (string | undefined)[];
  action?: ActionView;
  would?: string;
}
/** What has come together, and where it leads to. */
export interface Sum {
  name: string;
  seats: ({ now: number; of?: number } | undefined)[];
}
export interface Track {
  name: string;
  seats: ({ steps: string[]; points: string } | undefined)[];
}
export interface SheetOf {
  boxes: Box[];
  sums: Sum[];
  tracks: Track[];
  /** The values of seats that stand in the sheet, and need not be said again. */
  values: Set<string>;
  /** The actions that fill a box. */
  actions: Set<ActionView>;
}

const FREE = '·';
const LIST = /^[^,=()]+ -?\d+(?:, [^,=()]+ -?\d+)*(?: \(.+\))?$/;
const TRACK = /^((?:\S+ )+)= (-?\d+)$/;
/** So many boxes make a sheet. */
const ENOUGH = 3;

/** `twos 4, sixes 18 (22 of 63)` as boxes and a sum. */
function listOf(text: string): { boxes: [string, string][]; sum?: { now: number; of?: number } } | undefined {
  if (!LIST.test(text)) return undefined;
  const [, entries = '', inside] = /^([^(]+?)(?: \((.+)\))?$/.exec(text) ?? [];
  const boxes = entries.split(', ').map((entry): [string, string] => {
    const cut = entry.lastIndexOf(' ');
    return [entry.slice(0, cut), entry.slice(cut + 1)];
  });
  const sum = /^(-?\d+)(?: of (\d+))?/.exec(inside ?? '');
  if (!sum) return { boxes };
  return { boxes, sum: { now: Number(sum[1]), ...(sum[2] ? { of: Number(sum[2]) } : {}) } };
}

/** `fours for 12`: what an action would bring. */
function offered(action: ActionView): [string, string] | undefined {
  if (action.touches?.length) return undefined;
  for (const arg of Object.values(action.label?.args ?? {})) {
    const found = typeof arg === 'string' ? /^(.+) for (-?\d+)$/.exec(arg) : null;
    if (found) return [found[1] as string, found[2] as string];
  }
  return undefined;
}

/** Puts names together that come in the same order everywhere, each after the one that it follows. */
function merged(lists: string[][]): string[] {
  const all: string[] = [];
  for (const list of lists) {
    let at = 0;
    for (const name of list) {
      const known = all.indexOf(name);
      if (known < 0) all.splice(at, 0, name);
      at = (known < 0 ? at : known) + 1;
    }
  }
  return all;
}

/** The sheet of a view, if its seats have one. `known` are the boxes as they were before, in their order. */
export function sheetOf(view: View, known: string[] = []): SheetOf | undefined {
  const count = view.seats.length;
  const empty = <T>() => Array<T | undefined>(count).fill(undefined);
  const boxes = new Map<string, Box>();
  const sums = new Map<string, Sum>();
  const tracks = new Map<string, Track>();
  const values = new Set<string>();
  const lists: string[][] = [known];
  view.seats.forEach((seat, index) => {
    const list: string[] = [];
    // Values come by name; the upper part of a sheet is meant to come before the lower one.
    for (const [name, value] of Object.entries(seat.values ?? {}).sort(([one], [other]) => Number(other === 'upper') - Number(one === 'upper'))) {
      if (typeof value !== 'string') continue;
      const track = TRACK.exec(value);
      const found = track ? undefined : listOf(value);
      if (track) {
        const line = tracks.get(name) ?? { name, seats: empty() };
        line.seats[index] = { steps: (track[1] as string).trim().split(' '), points: track[2] as string };
        tracks.set(name, line);
      }
      for (const [box, points] of found?.boxes ?? []) {
        const line = boxes.get(box) ?? { name: box, seats: empty() };
        line.seats[index] = points;
        boxes.set(box, line);
        list.push(box);
      }
      if (found?.sum) {
        const line = sums.get(name) ?? { name, seats: empty() };
        line.seats[index] = found.sum;
        sums.set(name, line);
      }
      if (track || found) values.add(name);
    }
    lists.push(list);
  });
  const actions = new Set<ActionView>();
  const offers: string[] = [];
  // With tracks, what an action brings is told by the track.
  for (const action of tracks.size === 0 ? (view.actions ?? []) : []) {
    const offer = offered(action);
    if (!offer) continue;
    const [name, would] = offer;
    boxes.set(name, { ...(boxes.get(name) ?? { name, seats: empty() }), action, would });
    actions.add(action);
    offers.push(name);
  }
  lists.splice(1, 0, offers);
  for (const name of known) if (!boxes.has(name)) boxes.set(name, { name, seats: empty() });
  const sheet = boxes.size >= ENOUGH;
  if (!sheet && tracks.size === 0) return undefined;
  return {
    boxes: sheet ? merged(lists).map((name) => boxes.get(name) as Box) : [],
    sums: sheet ? [...sums.values()] : [],
    tracks: [...tracks.values()],
    values: sheet ? values : new Set(tracks.keys()),
    actions: sheet ? actions : new Set(),
  };
}

/** Whether a step of a track is still free. */
export const isFree = (step: string) => step === FREE;
