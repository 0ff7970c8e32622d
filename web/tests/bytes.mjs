// What a first load takes, compressed: the page itself, and every script and style that it names.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A first load takes at most so many bytes, without the dice in three dimensions, which come when they are needed. */
export const LIMIT = 200 * 1024;

/** The files of the first load in a folder, with their compressed sizes. */
export function firstLoad(folder) {
  const sizes = new Map();
  const take = (name) => {
    const path = join(folder, name);
    if (sizes.has(name) || !existsSync(path)) return;
    sizes.set(name, statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size);
    // Scripts that come with a script at once; what is imported when it is needed is written `import(…)`.
    if (name.endsWith('.js')) {
      for (const [, other] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) take(`assets/${other}`);
    }
  };
  take('index.html');
  for (const [, name] of readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/([^"]+)"/g)) take(name);
  return sizes;
}

export const total = (sizes) => [...sizes.values()].reduce((sum, size) => sum + size, 0);
