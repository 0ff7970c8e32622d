import { expect, test } from 'vitest';
import { blake3, deriveKey, hex, keyed } from './blake3';
import { prove } from './proof';
import secret from './fixtures/liars-dice.jsonl?raw';
import integer from './fixtures/yacht-dice.jsonl?raw';
import mixed from './fixtures/mixed.jsonl?raw';
import sealed from './fixtures/sealed.jsonl?raw';

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251);

test('hashes of several lengths are those that everybody gets', () => {
  // The official test vectors.
  expect(hex(blake3(bytes(0)))).toBe('af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262');
  expect(hex(blake3(bytes(1)))).toBe('2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213');
  expect(hex(blake3(bytes(1025)))).toBe('d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444');
});

test('a match is proved fair, with a secret seed and with a typed one', () => {
  expect(prove(secret)).toEqual({ records: 28, drawn: 49, seed: true });
  expect(prove(integer)).toMatchObject({ records: 7, seed: true });
  expect(prove(integer).wrong).toBeUndefined();
  const promised = (JSON.parse(secret.split('\n')[0] ?? '') as { commitment: string }).commitment;
  expect(prove(secret, promised).wrong).toBeUndefined();
});

test('what was changed is found', () => {
  expect(prove(secret.replace('"count":1', '"count":2')).wrong).toBe('damaged');
  expect(prove(secret.replace('"seed":"0001', '"seed":"0002')).wrong).toBe('seed');
  expect(prove(secret, 'another promise').wrong).toBe('promise');
  const lines = secret.split('\n');
  expect(prove([...lines.slice(0, 5), ...lines.slice(6)].join('\n')).wrong).toBe('damaged');
});

test('chance that comes from elsewhere is found, even where the log is sealed anew', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const [header = '', ...records] = secret.replace('"chance":"7879', '"chance":"7878').split('\n').filter(Boolean);
  let hash = deriveKey('parlor 2026 header', utf8(header));
  const sealed = records.map((line) => {
    const end = line.lastIndexOf(',"hash":"');
    if (end < 0) return line;
    hash = keyed(hash, utf8(line.slice(0, end)));
    return `${line.slice(0, end)},"hash":"${hex(hash)}"}`;
  });
  expect(prove([header, ...sealed].join('\n')).wrong).toBe('chance');
});

const header = (file: string) => JSON.parse(file.split('\n')[0] ?? '') as { commitment: string };
/** A file with another header, and every hash made anew, as a host could do it. */
function rewritten(file: string, change: (header: string) => string): string {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const [first = '', ...records] = file.split('\n').filter(Boolean);
  const changed = change(first);
  let hash = deriveKey('parlor 2026 header', utf8(changed));
  const sealedAnew = records.map((line) => {
    const end = line.lastIndexOf(',"hash":"');
    if (end < 0) return line;
    hash = keyed(hash, utf8(line.slice(0, end)));
    return `${line.slice(0, end)},"hash":"${hex(hash)}"}`;
  });
  return [changed, ...sealedAnew].join('\n');
}

test('a seed that players have added to is proved, and so is what they brought in secret', () => {
  expect(prove(mixed)).toEqual({ records: 5, drawn: 11, seed: true, contributed: 1 });
  const told = { entropy: '01'.repeat(32), heard: header(mixed).commitment };
  expect(prove(mixed, header(mixed).commitment, told).wrong).toBeUndefined();
  expect(prove(sealed)).toEqual({ records: 7, drawn: 0, seed: true });
});

test('a host that cheats with what players have added is found out', () => {
  const told = { entropy: '01'.repeat(32), heard: header(mixed).commitment };
  // It chose its seed after it had heard what was added.
  expect(prove(mixed, undefined, { ...told, heard: 'another' }).wrong).toBe('promise');
  // It left out what one player told: the second had not told in time.
  expect(prove(mixed, undefined, { ...told, entropy: '02'.repeat(32) }).wrong).toBe('left_out');
  const swapped = rewritten(mixed, (first) => first.replace('01'.repeat(32), '03'.repeat(32)));
  expect(prove(swapped).wrong).toBe('entropy');
  // It draws from its own seed alone, whatever was added.
  const ignored = rewritten(mixed, (first) => first.replace(`,"revealed":"${'01'.repeat(32)}"`, ''));
  expect(prove(ignored).wrong).toBe('chance');
});

test('a deck that is not the one that was sealed is found out', () => {
  expect(prove(sealed.replace('[4,5,6]', '[4,5,9]')).wrong).toBe('brings');
  expect(prove(sealed.replace('"value":[4,5,6]', '"value":null')).wrong).toBe('brings');
});
