import { financeLimits as limits } from './limits.ts';

/* Calculates the installments of a plan. The server stores them, and the browser previews them. */

export interface PlanPart {
  /** A day, such as 2026-12-01. */
  readonly date: string;
  /** Amount in minor units (cents). */
  readonly amount: number;
}

/** Returns the same day a number of months later, or the last day of a month without that day. */
const monthsLater = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)))
    .toISOString()
    .slice(0, 10);
};

/**
 * Splits a total into monthly installments with exactly this sum: the first ones get one minor unit more if it doesn't divide
 * evenly. Null if an installment would be zero.
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
