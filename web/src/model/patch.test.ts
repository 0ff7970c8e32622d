import { expect, test } from 'vitest';
import { PatchError, patched } from './patch';

const before = { zones: [{ id: 'board', pieces: [{ at: 'a1' }] }, { id: 'deck', count: 40 }], to_act: [0] };

test('what changes is new, and what does not is shared', () => {
  const after = patched(before, [
    { at: '/zones/1/count', set: 39 },
    { at: '/zones/0/pieces/1', set: { at: 'b2' } },
    { at: '/to_act', set: [1] },
    { at: '/a~1b', set: true },
  ]);
  expect(after).toEqual({
    zones: [{ id: 'board', pieces: [{ at: 'a1' }, { at: 'b2' }] }, { id: 'deck', count: 39 }],
    to_act: [1],
    'a/b': true,
  });
  expect(before.zones[1]).toEqual({ id: 'deck', count: 40 });
  expect(after.zones[0]!.pieces![0]).toBe(before.zones[0]!.pieces![0]);
});

test('the last of a list, and fields, are taken away', () => {
  const after = patched(before, [{ at: '/zones/0/pieces/0' }, { at: '/to_act' }]);
  expect(after).toEqual({ zones: [{ id: 'board', pieces: [] }, { id: 'deck', count: 40 }] });
});

test('the whole view is replaced by an empty path', () => {
  expect(patched<unknown>(before, [{ at: '', set: 5 }])).toBe(5);
});

test('a patch that does not fit is refused', () => {
  for (const at of ['/zones/5', '/zones/0/pieces/7/at', '/nothing/here', '/zones/0/id/x']) {
    expect(() => patched(before, [{ at, set: 1 }]), at).toThrow(PatchError);
  }
  expect(() => patched(before, [{ at: '/zones/0' }])).toThrow(PatchError);
  expect(() => patched(before, [{ at: '/nothing' }])).toThrow(PatchError);
});
