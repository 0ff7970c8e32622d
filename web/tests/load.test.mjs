// The first load is small: counted in what was built, so that it is the same everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LIMIT, firstLoad, total } from './bytes.mjs';

test('a first load stays below its limit', (t) => {
  const sizes = firstLoad(fileURLToPath(new URL('../dist', import.meta.url)));
  t.diagnostic(`${total(sizes)} of ${LIMIT} bytes`);
  assert.ok([...sizes.keys()].some((name) => name.endsWith('.js')) && [...sizes.keys()].some((name) => name.endsWith('.css')));
  assert.ok(total(sizes) < LIMIT, JSON.stringify([...sizes]));
});
