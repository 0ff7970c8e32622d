// What all parts of a table share.

import { getContext, setContext } from 'svelte';
import type { Acting } from '../model/acting.svelte';
import type { Motion } from '../model/motion';
import type { View } from '../protocol/types';

export interface TableContext {
  motion: Motion;
  acting: () => Acting | undefined;
  names: () => string[];
  view: () => View;
  /** Whether boards are seen from the other side: by the second of two. */
  turned: () => boolean;
}

const KEY = Symbol('table');

export const giveTable = (context: TableContext) => setContext(KEY, context);
export const theTable = () => getContext<TableContext>(KEY);
