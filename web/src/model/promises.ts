// What servers have promised of the seeds of matches, as this browser has heard it while they were on.

import { recall, remember } from '../net/kept';

const MOST = 100;

function all(): [string, string][] {
  try {
    return JSON.parse(recall('promises') ?? '[]') as [string, string][];
  } catch {
    return [];
  }
}

export const promiseOf = (match: string) => all().find(([known]) => known === match)?.[1];

/** Only the first promise counts: whoever could change it later would have promised nothing. */
export function keepPromise(match: string, promise: string): void {
  const kept = all();
  if (!kept.some(([known]) => known === match)) remember('promises', JSON.stringify([...kept, [match, promise]].slice(-MOST)));
}
