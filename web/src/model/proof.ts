// Whether a match was fair, found out here and not on the server: nothing in its log was changed, its seed is the one that was
// promised before the first move, and every word of chance comes from it.

import { deriveKey, hex, keyed } from './blake3';
import { chacha20, mulberry32 } from './chance';

export interface Proof {
  /** What is wrong, if anything is. */
  wrong?: 'damaged' | 'promise' | 'seed' | 'chance';
  /** How many records there are. */
  records: number;
  /** How many words of chance were drawn. */
  drawn: number;
  /** Whether the seed is in the file. */
  seed: boolean;
}

const SEAL = ',"hash":"';
const utf8 = (text: string) => new TextEncoder().encode(text);

function unhex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(index * 2, index * 2 + 2), 16));
}

/** What is hashed of a seed. */
function material(seed: string | number): Uint8Array {
  if (typeof seed === 'string') return new Uint8Array([...utf8('secret'), ...unhex(seed)]);
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, seed, true);
  return new Uint8Array([...utf8('integer'), ...bytes]);
}

const commitment = (seed: string | number) => hex(deriveKey('parlor 2026 seed commitment', material(seed)));

interface Line {
  version?: number;
  chance?: string;
  fork?: { commitment: string };
}

/** Checks the file of a match. `promised` is what the server had promised of the seed when the match was on, as far as that was heard. */
export function prove(file: string, promised?: string): Proof {
  const proof: Proof = { records: 0, drawn: 0, seed: false };
  const lines = file.split('\n').filter(Boolean);
  const [first = ''] = lines;
  let hash = deriveKey('parlor 2026 header', utf8(first));
  let commits = (JSON.parse(first) as { commitment: string }).commitment;
  let since = 0;
  let seed: string | number | undefined;
  const drawn: { version: number; words: string }[] = [];
  for (const line of lines.slice(1)) {
    const end = line.lastIndexOf(SEAL);
    if (end < 0) {
      seed = (JSON.parse(line) as { seed?: string | number }).seed;
      continue;
    }
    hash = keyed(hash, utf8(line.slice(0, end)));
    if (line.slice(end + SEAL.length) !== `${hex(hash)}"}`) return { ...proof, wrong: 'damaged' };
    const record = JSON.parse(line) as Line;
    proof.records += 1;
    if (record.chance) drawn.push({ version: record.version ?? 0, words: record.chance });
    if (record.fork) [commits, since] = [record.fork.commitment, proof.records - 1];
  }
  proof.drawn = drawn.reduce((sum, { words }) => sum + words.length / 8, 0);
  if (promised !== undefined && promised !== commits) return { ...proof, wrong: 'promise' };
  if (seed === undefined) return proof;
  proof.seed = true;
  if (commitment(seed) !== commits) return { ...proof, wrong: 'seed' };
  const key = deriveKey('parlor 2026 chance of the match', material(seed));
  let before = 0;
  for (const { version, words } of drawn.filter((record) => record.version > since)) {
    const count = words.length / 8;
    const expected = typeof seed === 'number' ? mulberry32(seed, before, count) : chacha20(key, version, count);
    if (expected.map((word) => word.toString(16).padStart(8, '0')).join('') !== words) return { ...proof, wrong: 'chance' };
    before += count;
  }
  return proof;
}
