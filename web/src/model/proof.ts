// Whether a match was fair, found out here and not on the server: nothing in its log was changed, its seed is the one that was
// promised before the first move, and every word of chance comes from it.

import { deriveKey, hex, keyed, unhex } from './blake3';
import { chacha20, mulberry32 } from './chance';
import { commitmentTo } from './entropy';

export interface Proof {
  /** What is wrong, if anything is. */
  wrong?: 'damaged' | 'promise' | 'seed' | 'chance' | 'entropy' | 'left_out' | 'brings';
  /** How many records there are. */
  records: number;
  /** How many words of chance were drawn. */
  drawn: number;
  /** Whether the seed is in the file. */
  seed: boolean;
  /** How many players have added to the seed, where any have. */
  contributed?: number;
}

const SEAL = ',"hash":"';
const utf8 = (text: string) => new TextEncoder().encode(text);

/** What is hashed of a seed. */
function material(seed: string | number): Uint8Array {
  if (typeof seed === 'string') return new Uint8Array([...utf8('secret'), ...unhex(seed)]);
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, seed, true);
  return new Uint8Array([...utf8('integer'), ...bytes]);
}

const commitment = (seed: string | number) => hex(deriveKey('parlor 2026 seed commitment', material(seed)));

/** What a seat adds to the seed. */
interface Contribution {
  seat: number;
  commitment: string;
  revealed?: string;
}

type Sealed = Record<string, { open?: unknown; sealed?: string }>;
type Opened = Record<string, { salt: string; value: unknown }>;

interface Header {
  commitment: string;
  entropy?: Contribution[];
  brings?: Sealed[];
}

/** What a match draws from: the seed, or a hash of it and of all that seats have added. */
function mixed(seed: string | number, entropy: Contribution[]): string | number {
  const added = entropy.flatMap(({ seat, revealed }) => (revealed === undefined ? [] : [seat, ...unhex(revealed)]));
  if (!added.length) return seed;
  return hex(deriveKey('parlor 2026 seed mixed by seats', new Uint8Array([...material(seed), ...added])));
}

/** JSON that is the same wherever it is written: fields by name, no blanks. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
}

/** The commitment to something that a seat brings in secret. */
export function seal(salt: string, seat: number, bring: string, value: unknown): string {
  const parts = [utf8(salt), new Uint8Array([seat]), utf8(bring), utf8(canonical(value))];
  const bytes = parts.flatMap((part) => {
    const length = new Uint8Array(8);
    new DataView(length.buffer).setBigUint64(0, BigInt(part.length), true);
    return [...length, ...part];
  });
  return hex(deriveKey('parlor 2026 what a seat brings', new Uint8Array(bytes)));
}

/** Whether everything that was sealed is opened, and is what was sealed. */
function keepsSeals(brings: Sealed[], opened: Opened[]): boolean {
  return brings.every((own, seat) =>
    Object.entries(own).every(([bring, { sealed }]) => {
      const key = opened[seat]?.[bring];
      return sealed === undefined || (key !== undefined && seal(key.salt, seat, bring, key.value) === sealed);
    }),
  );
}

interface Line {
  version?: number;
  chance?: string;
  fork?: { commitment: string };
}

/**
 * Checks the file of a match. `promised` is what the server had promised of the seed when the match was on, as far as that was heard;
 * `told` is the entropy that was added here, and what the server had committed to before.
 */
export function prove(file: string, promised?: string, told?: { entropy: string; heard: string }): Proof {
  const proof: Proof = { records: 0, drawn: 0, seed: false };
  const lines = file.split('\n').filter(Boolean);
  const [first = ''] = lines;
  let hash = deriveKey('parlor 2026 header', utf8(first));
  const header = JSON.parse(first) as Header;
  const entropy = header.entropy ?? [];
  let opened: Opened[] = [];
  let commits = header.commitment;
  let since = 0;
  let seed: string | number | undefined;
  const drawn: { version: number; words: string }[] = [];
  for (const line of lines.slice(1)) {
    const end = line.lastIndexOf(SEAL);
    if (end < 0) {
      const last = JSON.parse(line) as { seed?: string | number; brings?: Opened[] };
      seed = last.seed;
      opened = last.brings ?? [];
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
  if (told && told.heard !== header.commitment) return { ...proof, wrong: 'promise' };
  if (entropy.some(({ commitment, revealed }) => revealed !== undefined && commitmentTo(revealed) !== commitment)) return { ...proof, wrong: 'entropy' };
  if (told && !entropy.some(({ revealed }) => revealed === told.entropy)) return { ...proof, wrong: 'left_out' };
  if (entropy.length) proof.contributed = entropy.filter(({ revealed }) => revealed !== undefined).length;
  if (seed === undefined) return proof;
  proof.seed = true;
  if (commitment(seed) !== commits) return { ...proof, wrong: 'seed' };
  if (!keepsSeals(header.brings ?? [], opened)) return { ...proof, wrong: 'brings' };
  // What was drawn after a fork comes from its own seed alone.
  const source = since > 0 ? seed : mixed(seed, entropy);
  const key = deriveKey('parlor 2026 chance of the match', material(source));
  let before = 0;
  for (const { version, words } of drawn.filter((record) => record.version > since)) {
    const count = words.length / 8;
    const expected = typeof source === 'number' ? mulberry32(source, before, count) : chacha20(key, version, count);
    if (expected.map((word) => word.toString(16).padStart(8, '0')).join('') !== words) return { ...proof, wrong: 'chance' };
    before += count;
  }
  return proof;
}
