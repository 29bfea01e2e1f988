import { financeLimits as limits } from './limits.ts';

/* The parts of an installment plan, as the server stores them and the browser shows them beforehand. */

export interface PlanPart {
  /** Such as 2026-12-01. */
  readonly date: string;
  /** In minor units. */
  readonly amount: number;
}

/** The same day so many months later, or the last day of a month that has no such day. */
const monthsLater = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)))
    .toISOString()
    .slice(0, 10);
};

/**
 * A total in monthly parts. They add up to it exactly: what does not divide is one minor unit more for each of the first parts. Null
 * where a part would be nothing.
 */
export const planParts = (total: number, count: number, first: string): PlanPart[] | null => {
  if (count < 2 || count > limits.planParts || total < count) return null;
  const each = Math.floor(total / count);
  const more = total - each * count;
  return Array.from({ length: count }, (_, nth) => ({
    date: monthsLater(first, nth),
    amount: each + (nth < more ? 1 : 0),
  }));
};
