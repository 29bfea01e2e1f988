import { expect, test } from 'vitest';
import { planParts } from './plan.ts';

test('[FIN-01] installments add up to the exact total and differ by at most one minor unit', () => {
  for (const total of [24, 100, 101, 1_000, 99_999, 123_457, 1_000_000_000_000])
    for (const count of [2, 3, 7, 12, 24]) {
      const parts = planParts(total, count, '2026-01-15') ?? [];
      const amounts = parts.map(({ amount }) => amount);
      expect(parts).toHaveLength(count);
      expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(total);
      expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
    }
  expect(planParts(5, 6, '2026-01-15')).toBeNull();
  expect(planParts(100, 1, '2026-01-15')).toBeNull();
});

test('[FIN-01] an installment is due on the same day of each month, or on the last day of a shorter month', () => {
  expect(planParts(400, 4, '2027-11-30')?.map(({ date }) => date)).toEqual([
    '2027-11-30',
    '2027-12-30',
    '2028-01-30',
    '2028-02-29',
  ]);
});
