import { expect, test, vi } from 'vitest';

vi.stubGlobal('document', { querySelector: () => ({ content: '' }) });
const { inkOn } = await import('./about');

test('what is written on a colour can be read', () => {
  expect(inkOn('#216151')).toBe('#ffffff');
  expect(inkOn('#ffd54a')).toBe('#000000');
  expect(inkOn('#ffffff')).toBe('#000000');
});
