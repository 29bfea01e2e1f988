import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyDigits, decimalText, minorUnits } from '#contract/finances/money.ts';
import { dueItems, dueOf, openOf, type CountedLine } from './due-dates.ts';

const days = ['2026-10-01', '2026-11-18', '2026-12-01', '2027-01-04', '2027-02-01'];
const today = '2026-11-18';
const items = fc.array(
  fc.record({ date: fc.constantFrom(...days), amount: fc.integer({ min: 1, max: 100_000 }) }),
  { maxLength: 6 },
);
const balance = fc.integer({ min: -200_000, max: 400_000 });

test('[FIN-01] the balance determines which installments are paid, overdue and next', () => {
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
  // A part that was missed, and a fee that isn't in the plan.
  expect(openOf(187_200, plan, today).map(({ state }) => state)).toEqual([
    'paid',
    'overdue',
    'next',
    'later',
  ]);
  expect(dueOf(191_400, plan, today).now).toBe(66_600);
  // A part was paid early, so the next open part is due next.
  expect(dueOf(62_400, plan, today).next?.date).toBe('2027-01-04');
  expect(dueOf(-100, plan, today)).toEqual({ now: 0, next: null });
});

test('[FIN-01] amounts due never exceed the balance, and open installments never exceed their amounts', () => {
  fc.assert(
    fc.property(balance, items, (owed, list) => {
      const { now, next } = dueOf(owed, list, today);
      expect(now).toBeGreaterThanOrEqual(0);
      expect(now + (next?.amount ?? 0)).toBeLessThanOrEqual(Math.max(0, owed));
      if (next !== null) expect(next.date > today && next.amount > 0).toBe(true);
      // After the last day all of the balance is due.
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

const charge = (id: number, amount: number, due: string | null): CountedLine => ({
  id,
  isPart: false,
  amount,
  effect: amount,
  on: '2026-08-15',
  due,
});
const paid = (id: number, amount: number): CountedLine => ({
  ...charge(id, amount, null),
  effect: -amount,
});
const plan = (id: number, amount: number, dates: readonly string[]): CountedLine[] =>
  dates.map((on, nth) => ({ id: id + nth, isPart: true, amount, effect: 0, on, due: null }));
const balanceOf = (lines: readonly CountedLine[]) =>
  lines.reduce((sum, { effect }) => sum + effect, 0);

test('[FIN-01] a plan replaces the due dates of the charges that it covers', () => {
  const autumn = ['2026-09-01', '2026-10-01', '2026-11-01', '2026-12-01'];
  const lines = [charge(1, 1_000, '2026-09-15'), ...plan(2, 250, autumn)];
  expect(dueOf(1_000, dueItems(1_000, lines), '2026-08-20')).toEqual({
    now: 0,
    next: { date: '2026-09-01', amount: 250 },
  });
  expect(dueOf(1_000, dueItems(1_000, lines), '2026-09-02').now).toBe(250);
  expect(openOf(1_000, dueItems(1_000, lines), '2026-09-02').map(({ state }) => state)).toEqual([
    'overdue',
    'next',
    'later',
    'later',
  ]);
  // Charges that aren't in the plan are due as before: 500 without a date, and a charge that was added later.
  const more = [charge(1, 1_000, '2026-09-15'), charge(2, 500, null), ...plan(3, 250, autumn)];
  expect(dueOf(1_500, dueItems(1_500, more), '2026-08-20').now).toBe(500);
  const later = [...lines, charge(9, 40, '2026-08-25')];
  expect(dueOf(1_040, dueItems(1_040, later), '2026-08-20').next).toEqual({
    date: '2026-08-25',
    amount: 40,
  });
  // Part of the charge was paid before the plan was made.
  const rest = [charge(1, 1_000, '2026-09-15'), paid(2, 400), ...plan(3, 200, autumn.slice(0, 3))];
  expect(dueOf(600, dueItems(600, rest), '2026-08-20').next).toEqual({
    date: '2026-09-01',
    amount: 200,
  });
  // A plan of half of the charge doesn't change the due date of the other half.
  const half = [charge(1, 1_000, '2026-09-15'), ...plan(2, 250, autumn.slice(0, 2))];
  expect(dueItems(1_000, half).map(({ date, amount }) => [date, amount])).toEqual([
    ['2026-09-15', 500],
    ['2026-09-01', 250],
    ['2026-10-01', 250],
  ]);
});

test('[FIN-01] with a plan, amounts due never exceed the planned balance plus later charges', () => {
  const lines = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 5_000 }),
      due: fc.option(fc.constantFrom(...days)),
      isPayment: fc.boolean(),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(lines, lines, fc.integer({ min: 1, max: 4 }), (before, since, count) => {
      const entered = (list: typeof before, from: number) =>
        list.map(({ amount, due, isPayment }, nth) =>
          isPayment ? paid(from + nth, amount) : charge(from + nth, amount, due),
        );
      const first = entered(before, 1);
      const owed = balanceOf(first);
      fc.pre(owed >= count);
      const part = Math.floor(owed / count);
      const all = [...first, ...plan(100, part, days.slice(0, count)), ...entered(since, 200)];
      const items = dueItems(balanceOf(all), all);
      const charged = since.reduce((sum, one) => (one.isPayment ? sum : sum + one.amount), 0);
      const sum = items.reduce((total, { amount }) => total + amount, 0);
      expect(sum).toBeLessThanOrEqual(owed + charged);
      expect(sum).toBeGreaterThanOrEqual(part * count);
    }),
  );
});

test('[FIN-01] amounts convert to text and back exactly in currencies with zero, two and three decimal places', () => {
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
