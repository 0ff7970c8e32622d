// Puts a compressed copy beside each file that is built: the server sends it to whoever takes it.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

let total = 0;
function walk(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path);
    else if (!name.endsWith('.br')) {
      const small = brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
      writeFileSync(`${path}.br`, small);
      total += small.length;
      console.log(`${String(small.length).padStart(8)}  ${path}`);
    }
  }
}
walk('dist');
console.log(`${String(total).padStart(8)}  altogether, compressed`);
