import { paymentLimits } from '#contract/payments/limits.ts';
import { problem } from '../../kernel/http/problem.ts';

/** An amount as a client sends it, before its bounds are checked. */
interface SentMoney {
  readonly amount: number;
  readonly currency: string;
}

/** Throws `amount_invalid` unless the amount is a whole number of minor units from `min` to the maximum. */
export const checkAmount = ({ amount }: SentMoney, min: 0 | 1): number => {
  if (!Number.isSafeInteger(amount) || amount < min || amount > paymentLimits.amount)
    throw problem('amount_invalid');
  return amount;
};

/** Throws `currency_differs` unless the amount has this currency. */
export const checkCurrency = (sent: SentMoney, currency: string): void => {
  if (sent.currency !== currency) throw problem('currency_differs', { currency });
};

/** Returns `amount × share / whole`, rounded half up, without the errors of large products. */
export const shareOf = (amount: number, share: number, whole: number): number => {
  const product = BigInt(amount) * BigInt(share) * 2n + BigInt(whole);
  return Number(product / (BigInt(whole) * 2n));
};

/** Returns the tax that an amount contains, at a rate in hundredths of a percent. */
export const taxWithin = (amount: number, basisPoints: number): number =>
  basisPoints === 0 ? 0 : shareOf(amount, basisPoints, 10_000 + basisPoints);

/**
 * Divides an amount among parts in proportion to their weights, by the largest remainder, so that the shares add up to it. No share is
 * larger than its weight if the amount isn't larger than their sum.
 */
export const divide = (amount: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return {
      index,
      share: Number(product / BigInt(sum)),
      rest: Number(product % BigInt(sum)),
    };
  });
  const missing = amount - exact.reduce((total, { share }) => total + share, 0);
  const first = new Set(
    exact
      .toSorted((a, b) => b.rest - a.rest || a.index - b.index)
      .slice(0, missing)
      .map(({ index }) => index),
  );
  return exact.map(({ share, index }) => share + (first.has(index) ? 1 : 0));
};

/** Returns the discount on an amount: a percentage, or a fixed amount that isn't larger than it. */
export const discountOn = (
  amount: number,
  by: { readonly percent: number | null; readonly amount: number | null },
): number =>
  by.percent === null ? Math.min(amount, by.amount ?? 0) : shareOf(amount, by.percent, 100);

/** Returns the provider's fee, which is never larger than the amount. */
export const feeOn = (
  amount: number,
  fee: { readonly basisPoints: number; readonly fixed: number },
): number => Math.min(amount, shareOf(amount, fee.basisPoints, 10_000) + fee.fixed);

/**
 * Returns how much of a part of an order, such as its tax, a refund contains. It depends on what was refunded before, so that refunds in
 * parts contain together exactly the part.
 */
export const refundPart = (
  { total, part }: { readonly total: number; readonly part: number },
  { before, amount }: { readonly before: number; readonly amount: number },
): number =>
  total === 0 ? 0 : shareOf(before + amount, part, total) - shareOf(before, part, total);

/** Characters of order numbers and pick-up codes: without I, L, O and U, which people confuse. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random code. `random` returns a whole number below its argument. */
export const newCode = (length: number, random: (below: number) => number): string =>
  Array.from({ length }, () => letters[random(letters.length)] ?? '0').join('');
