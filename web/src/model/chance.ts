// The words of chance that a match draws from its seed: ChaCha20 with a stream for each record, or mulberry32.

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const BLOCK = 16;

const rotated = (word: number, by: number) => (word << by) | (word >>> (32 - by));

function quarter(state: Uint32Array, a: number, b: number, c: number, d: number): void {
  const at = (index: number) => state[index] as number;
  state[a] = at(a) + at(b);
  state[d] = rotated(at(d) ^ at(a), 16);
  state[c] = at(c) + at(d);
  state[b] = rotated(at(b) ^ at(c), 12);
  state[a] = at(a) + at(b);
  state[d] = rotated(at(d) ^ at(a), 8);
  state[c] = at(c) + at(d);
  state[b] = rotated(at(b) ^ at(c), 7);
}

function block(key: Uint32Array, counter: number, stream: number): Uint32Array {
  const start = new Uint32Array(BLOCK);
  start.set(CONSTANTS);
  start.set(key, 4);
  start.set([counter, 0, stream >>> 0, Math.floor(stream / 2 ** 32)], 12);
  const state = start.slice();
  for (let round = 0; round < 10; round += 1) {
    for (let column = 0; column < 4; column += 1) quarter(state, column, column + 4, column + 8, column + 12);
    for (let diagonal = 0; diagonal < 4; diagonal += 1) {
      quarter(state, diagonal, ((diagonal + 1) & 3) + 4, ((diagonal + 2) & 3) + 8, ((diagonal + 3) & 3) + 12);
    }
  }
  return state.map((word, index) => word + (start[index] as number));
}

/** The first words of a stream of ChaCha20. */
export function chacha20(key: Uint8Array, stream: number, count: number): number[] {
  const bytes = new DataView(key.buffer, key.byteOffset);
  const words = Uint32Array.from({ length: 8 }, (_, index) => bytes.getUint32(index * 4, true));
  const found: number[] = [];
  for (let counter = 0; found.length < count; counter += 1) found.push(...block(words, counter, stream));
  return found.slice(0, count);
}

const STEP = 0x6d2b79f5;

/** Words of mulberry32 after so many others. */
export function mulberry32(seed: number, skipped: number, count: number): number[] {
  let state = (seed + Math.imul(STEP, skipped)) | 0;
  return Array.from({ length: count }, () => {
    state = (state + STEP) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  });
}
