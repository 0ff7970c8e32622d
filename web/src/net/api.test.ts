import { expect, test } from 'vitest';
import type { History, View } from '../protocol/types';
import { allPages } from './api';

const view: View = { viewer: 'spectator', to_act: [0], seats: [], zones: [] };

test('a long match is read page by page', async () => {
  const asked: unknown[] = [];
  const page = (values: Record<string, unknown>): Promise<History> => {
    asked.push(values);
    const after = Number(values.after ?? 1);
    const end = Math.min(after + 500, 1203);
    const steps = Array.from({ length: end - after }, (_, at) => ({ version: after + at + 1, patch: [] }));
    return Promise.resolve({ game: 'hex', game_name: 'Hex', seats: [], viewer: 'spectator', version: after, view, steps, ...(end < 1203 ? { next: end } : {}) });
  };
  const history = await allPages(page, 'spectator');
  expect(asked).toEqual([{ viewer: 'spectator' }, { viewer: 'spectator', after: 501 }, { viewer: 'spectator', after: 1001 }]);
  expect(history.version).toBe(1);
  expect(history.steps.map((step) => step.version)).toEqual(Array.from({ length: 1202 }, (_, at) => at + 2));
});
