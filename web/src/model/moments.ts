// A match version by version, as one viewer has seen it.

import type { History, Told, View } from '../protocol/types';
import { patched } from './patch';

export interface Moment {
  version: number;
  view: View;
  told: Told[];
}

/** A history with its views unpacked; what did not change between two of them is shared. */
export function unpacked(history: History): Moment[] {
  let view = history.view;
  const moments: Moment[] = [{ version: history.version, view, told: [] }];
  for (const { version, patch, told } of history.steps) {
    view = patched(view, patch);
    moments.push({ version, view, told: told ?? [] });
  }
  return moments;
}

/** What was looked up, followed by what was seen since. */
export function joined(early: Moment[], late: Moment[]): Moment[] {
  const end = early.at(-1)?.version ?? 0;
  return [...early, ...late.filter((moment) => moment.version > end)];
}

/** The moment of a version, or the last one before it. */
export function momentAt(moments: Moment[], version: number): Moment | undefined {
  return moments.findLast((moment) => moment.version <= version) ?? moments[0];
}
