import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyDigits, decimalText, minorUnits } from '#contract/finances/money.ts';
import { dueOf, openOf } from './due-dates.ts';

const days = ['2026-10-01', '2026-11-18', '2026-12-01', '2027-01-04', '2027-02-01'];
const today = '2026-11-18';
const items = fc.array(
  fc.record({ date: fc.constantFrom(...days), amount: fc.integer({ min: 1, max: 100_000 }) }),
  { maxLength: 6 },
);
const balance = fc.integer({ min: -200_000, max: 400_000 });

test('[FIN-01] what of a payment plan is paid, overdue and next follows from the balance', () => {
  const part = (date: string) => ({ date, amount: 62_400 });
  const plan = [part('2026-10-01'), part('2026-11-02'), part('2026-12-01'), part('2027-01-04')];
  expect(openOf(124_800, plan, today).map(({ state, open }) => [state, open])).toEqual([
    ['paid', 0],
    ['paid', 0],
    ['next', 62_400],
    ['later', 62_400],
  ]);
  expect(dueOf(124_800, plan, today)).toEqual({
    now: 0,
    next: { date: '2026-12-01', amount: 62_400 },
  });
  // A part that was missed, and a fee beside the plan.
  expect(openOf(187_200, plan, today).map(({ state }) => state)).toEqual([
    'paid',
    'overdue',
    'next',
    'later',
  ]);
  expect(dueOf(191_400, plan, today).now).toBe(66_600);
  // Paid ahead: the next part is the one that is still open.
  expect(dueOf(62_400, plan, today).next?.date).toBe('2027-01-04');
  expect(dueOf(-100, plan, today)).toEqual({ now: 0, next: null });
});

test('[FIN-01] what is due now and later never exceeds what is owed, and open parts never more than their amount', () => {
  fc.assert(
    fc.property(balance, items, (owed, list) => {
      const { now, next } = dueOf(owed, list, today);
      expect(now).toBeGreaterThanOrEqual(0);
      expect(now + (next?.amount ?? 0)).toBeLessThanOrEqual(Math.max(0, owed));
      if (next !== null) expect(next.date > today && next.amount > 0).toBe(true);
      // Once the last day has come, all that is owed is due.
      expect(dueOf(owed, list, '2027-03-01')).toEqual({ now: Math.max(0, owed), next: null });
      const parts = openOf(owed, list, today);
      const open = parts.reduce((sum, one) => sum + one.open, 0);
      const all = list.reduce((sum, one) => sum + one.amount, 0);
      expect(open).toBe(Math.min(all, Math.max(0, owed)));
      expect(parts.every((one) => one.open <= one.amount)).toBe(true);
      expect(parts.filter(({ state }) => state === 'next').length).toBeLessThanOrEqual(1);
    }),
  );
});

test('[FIN-01] amounts are written in units and read back exactly, in currencies of none, two and three decimal places', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_000 }),
      fc.constantFrom('JPY', 'USD', 'KWD'),
      (amount, currency) => {
        const text = decimalText({ amount, currency });
        expect(minorUnits(text, currency)).toBe(amount);
        expect(text.split('.')[1]?.length ?? 0).toBe(currencyDigits(currency));
      },
    ),
  );
  expect(minorUnits('1.005', 'USD')).toBeNull();
  expect(minorUnits('1,000', 'USD')).toBeNull();
  expect(minorUnits('-5', 'USD')).toBeNull();
  expect(decimalText({ amount: -5, currency: 'USD' })).toBe('-0.05');
});
