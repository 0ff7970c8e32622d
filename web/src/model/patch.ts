// Applies what a record has changed to a view. Nothing of the old view is touched: what did not change is shared.

import type { PatchChange } from '../protocol/types';

/** A patch that does not fit: whoever gets it asks for the whole table. */
export class PatchError extends Error {}

export function patched<T>(before: T, changes: PatchChange[]): T {
  let now: unknown = before;
  // What was copied already need not be copied again.
  const fresh = new Set<object>();
  for (const change of changes) {
    const path = change.at.split('/').slice(1).map(unescaped);
    now = changed(now, path, 0, change, fresh);
  }
  return now as T;
}

const unescaped = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~');

function changed(
  node: unknown,
  path: string[],
  depth: number,
  change: PatchChange,
  fresh: Set<object>,
): unknown {
  if (depth === path.length) {
    if (change.set === undefined) throw new PatchError(change.at);
    return change.set;
  }
  if (typeof node !== 'object' || node === null) throw new PatchError(change.at);
  const name = path[depth] as string;
  const last = depth + 1 === path.length;
  const copy = own(node, fresh);
  if (Array.isArray(copy)) {
    const index = Number(name);
    if (!Number.isInteger(index) || index < 0 || index > copy.length) throw new PatchError(change.at);
    if (last && change.set === undefined) {
      if (index + 1 !== copy.length) throw new PatchError(change.at);
      copy.pop();
    } else if (last) {
      copy[index] = change.set;
    } else {
      if (index === copy.length) throw new PatchError(change.at);
      copy[index] = changed(copy[index], path, depth + 1, change, fresh);
    }
    return copy;
  }
  const fields = copy as Record<string, unknown>;
  if (last && change.set === undefined) {
    if (!Object.hasOwn(fields, name)) throw new PatchError(change.at);
    delete fields[name];
  } else if (last) {
    fields[name] = change.set;
  } else {
    if (!Object.hasOwn(fields, name)) throw new PatchError(change.at);
    fields[name] = changed(fields[name], path, depth + 1, change, fresh);
  }
  return fields;
}

function own(node: object, fresh: Set<object>): object {
  if (fresh.has(node)) return node;
  const copy = Array.isArray(node) ? [...node] : { ...node };
  fresh.add(copy);
  return copy;
}
