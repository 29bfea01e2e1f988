/* Computes when money is due. Amounts are in minor units, days are text such as 2026-12-01. */

/** A charge with a due date, or a part of a payment plan. */
export interface DueItem {
  readonly date: string;
  readonly amount: number;
}

/**
 * Returns what is due today and what is due next. Payments count for the earliest items, so the part of the balance that isn't due later is
 * due now.
 */
export const dueOf = (
  balance: number,
  items: readonly DueItem[],
  today: string,
): { now: number; next: DueItem | null } => {
  const ahead = items.filter(({ date }) => date > today);
  const dueBy = (day: string) => {
    const later = ahead.reduce((sum, one) => (one.date > day ? sum + one.amount : sum), 0);
    return Math.max(0, balance - later);
  };
  const now = dueBy(today);
  const days = [...new Set(ahead.map(({ date }) => date))].toSorted();
  const date = days.find((day) => dueBy(day) > now);
  return { now, next: date === undefined ? null : { date, amount: dueBy(date) - now } };
};

export type PartState = 'paid' | 'overdue' | 'next' | 'later';

/** Returns the open amount of each item, in the order of days. Payments count for the earliest items. */
export const openOf = <T extends DueItem>(
  balance: number,
  items: readonly T[],
  today: string,
): (T & { open: number; state: PartState })[] => {
  const inOrder = items.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  let later = inOrder.reduce((sum, { amount }) => sum + amount, 0);
  let isNextFound = false;
  return inOrder.map((item) => {
    later -= item.amount;
    const open = Math.min(item.amount, Math.max(0, balance - later));
    const isNext = open > 0 && item.date >= today && !isNextFound;
    isNextFound ||= isNext;
    const state = open === 0 ? 'paid' : item.date < today ? 'overdue' : isNext ? 'next' : 'later';
    return { ...item, open, state };
  });
};

/** A line that is neither reversed nor a reversal. `effect` is added to the balance. */
export interface CountedLine {
  readonly id: number;
  readonly isPart: boolean;
  readonly amount: number;
  readonly effect: number;
  readonly on: string;
  readonly due: string | null;
}

/**
 * Returns the items with a due date: charges, and the parts of a payment plan. A plan spreads the balance at the time it was made, so its
 * parts replace the charges that were open then, earliest due date first, up to the plan's total. Other open amounts and later charges keep
 * their due date. `balance` is the current balance.
 */
export const dueItems = <T extends CountedLine>(
  balance: number,
  lines: readonly T[],
): (DueItem & { readonly line: T })[] => {
  const parts = lines.filter(({ isPart }) => isPart);
  const charges = lines.flatMap((line) =>
    line.isPart || line.due === null ? [] : [{ line, date: line.due, amount: line.amount }],
  );
  if (parts.length === 0) return charges;
  const made = Math.min(...parts.map(({ id }) => id));
  const owedThen = lines.reduce((sum, { id, effect }) => (id > made ? sum - effect : sum), balance);
  let left = parts.reduce((sum, { amount }) => sum + amount, 0);
  const before = charges.filter(({ line }) => line.id < made);
  const kept = openOf(owedThen, before, '').map(({ line, date, open }) => {
    const taken = Math.min(open, left);
    left -= taken;
    return { line, date, amount: open - taken };
  });
  return [
    ...kept.filter(({ amount }) => amount > 0),
    ...charges.filter(({ line }) => line.id > made),
    ...parts.map((line) => ({ line, date: line.on, amount: line.amount })),
  ];
};

const dayMs = 86_400_000;

/** Returns whether the figures are so old that the page warns about it. A nightly file that is a few hours late isn't. */
export const isStale = (fedAt: Date | null, now: Date): boolean =>
  fedAt !== null && now.getTime() - fedAt.getTime() > 1.25 * dayMs;
