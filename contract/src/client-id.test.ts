import { expect, test } from 'vitest';
import { newClientId } from './client-id.ts';

test('client IDs are unique version 7 UUIDs that sort by time', () => {
  const at = Date.UTC(2026, 10, 22, 9, 45, 0, 123);
  const ids = Array.from({ length: 1_000 }, (_, n) => newClientId(at + n));
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  expect(Number.parseInt((ids[7] ?? '').replace('-', '').slice(0, 12), 16)).toBe(at + 7);
  expect(new Set(Array.from({ length: 1_000 }, () => newClientId(at))).size).toBe(1_000);
});
