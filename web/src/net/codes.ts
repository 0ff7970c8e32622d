// The codes of tables that we have come to: a table by code is shown to those who know it.

import { recall, remember } from './kept';

/** So many are remembered. */
const MOST = 50;

function all(): [string, string][] {
  try {
    const kept: unknown = JSON.parse(recall('codes') ?? '[]');
    return Array.isArray(kept) ? (kept as [string, string][]) : [];
  } catch {
    return [];
  }
}

/** Remembers by which code we have come to a table. */
export function keepCode(id: string, code: string): void {
  const others = all().filter(([known]) => known !== id);
  remember('codes', JSON.stringify([...others, [id, code]].slice(-MOST)));
}

/** The code of a table, if we know it. */
export const codeOf = (id: string): string | undefined => all().find(([known]) => known === id)?.[1];
