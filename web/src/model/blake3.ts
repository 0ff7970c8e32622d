// BLAKE3, for the proof that a match's seed was fixed before its first move. Plain and small: what is hashed here is short.

const START = new Uint32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const CHUNK_START = 1, CHUNK_END = 2, PARENT = 4, ROOT = 8, KEYED = 16, KEY_CONTEXT = 32, KEY_MATERIAL = 64;
const BLOCK = 64, CHUNK = 1024;

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function mix(state: Uint32Array, a: number, b: number, c: number, d: number, x: number, y: number): void {
  const at = (index: number) => state[index] as number;
  state[a] = at(a) + at(b) + x;
  state[d] = rotated(at(d) ^ at(a), 16);
  state[c] = at(c) + at(d);
  state[b] = rotated(at(b) ^ at(c), 12);
  state[a] = at(a) + at(b) + y;
  state[d] = rotated(at(d) ^ at(a), 8);
  state[c] = at(c) + at(d);
  state[b] = rotated(at(b) ^ at(c), 7);
}

/** One block into one chaining value. */
function compress(chain: Uint32Array, words: Uint32Array, counter: number, length: number, flags: number): Uint32Array {
  const state = new Uint32Array(16);
  state.set(chain);
  state.set(START.subarray(0, 4), 8);
  state.set([counter >>> 0, Math.floor(counter / 2 ** 32), length, flags], 12);
  let message = words;
  for (let round = 0; round < 7; round += 1) {
    const word = (index: number) => message[index] as number;
    for (let column = 0; column < 4; column += 1) {
      mix(state, column, column + 4, column + 8, column + 12, word(column * 2), word(column * 2 + 1));
    }
    for (let diagonal = 0; diagonal < 4; diagonal += 1) {
      mix(state, diagonal, ((diagonal + 1) & 3) + 4, ((diagonal + 2) & 3) + 8, ((diagonal + 3) & 3) + 12, word(8 + diagonal * 2), word(9 + diagonal * 2));
    }
    message = Uint32Array.from(ORDER, (index) => word(index));
  }
  return Uint32Array.from({ length: 8 }, (_, index) => (state[index] as number) ^ (state[index + 8] as number));
}

function wordsOf(block: Uint8Array): Uint32Array {
  const words = new Uint32Array(16);
  block.forEach((byte, index) => (words[index >> 2] = (words[index >> 2] as number) | (byte << ((index & 3) * 8))));
  return words;
}

/** A chunk or a parent, of which only the last step is left: whether that is the root decides how it is done. */
type Last = (flags: number) => Uint32Array;

function chunk(input: Uint8Array, counter: number, key: Uint32Array, flags: number): Last {
  const blocks = Math.max(1, Math.ceil(input.length / BLOCK));
  let chain = key;
  for (let index = 0; index + 1 < blocks; index += 1) {
    const block = input.subarray(index * BLOCK, (index + 1) * BLOCK);
    chain = compress(chain, wordsOf(block), counter, BLOCK, flags | (index === 0 ? CHUNK_START : 0));
  }
  const block = input.subarray((blocks - 1) * BLOCK);
  const start = blocks === 1 ? CHUNK_START : 0;
  return (more) => compress(chain, wordsOf(block), counter, block.length, flags | start | CHUNK_END | more);
}

function tree(input: Uint8Array, counter: number, key: Uint32Array, flags: number): Last {
  if (input.length <= CHUNK) return chunk(input, counter, key, flags);
  // The left side is the largest power of two of chunks that leaves something for the right.
  const left = CHUNK * 2 ** Math.floor(Math.log2((input.length - 1) / CHUNK));
  const words = new Uint32Array(16);
  words.set(tree(input.subarray(0, left), counter, key, flags)(0));
  words.set(tree(input.subarray(left), counter + left / CHUNK, key, flags)(0), 8);
  return (more) => compress(key, words, 0, BLOCK, flags | PARENT | more);
}

const bytesOf = (words: Uint32Array) =>
  Uint8Array.from({ length: 32 }, (_, index) => (words[index >> 2] as number) >>> ((index & 3) * 8));

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const unhex = (text: string) => Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(index * 2, index * 2 + 2), 16));

export const blake3 = (input: Uint8Array) => bytesOf(tree(input, 0, START, 0)(ROOT));

/** What only whoever has the key of 32 bytes can make of it. */
export const keyed = (key: Uint8Array, input: Uint8Array) => bytesOf(tree(input, 0, wordsOf(key).subarray(0, 8), KEYED)(ROOT));

/** A key of its own for each context. */
export function deriveKey(context: string, material: Uint8Array): Uint8Array {
  const key = tree(new TextEncoder().encode(context), 0, START, KEY_CONTEXT)(ROOT);
  return bytesOf(tree(material, 0, key, KEY_MATERIAL)(ROOT));
}
