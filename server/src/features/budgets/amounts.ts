import { budgetLimits } from '#contract/budgets/limits.ts';
import type { AmountInput } from '#contract/budgets/shapes.ts';
import { problem } from '../../kernel/http/problem.ts';

/** Returns an amount of a body in the account's currency. Throws if it isn't a whole number of minor units within the limit. */
export const signedAmount = (input: AmountInput, currency: string): number => {
  const amount = typeof input === 'number' ? input : input.amount;
  if (typeof input !== 'number' && input.currency !== currency) throw problem('currency_differs');
  if (!Number.isSafeInteger(amount) || Math.abs(amount) > budgetLimits.amount)
    throw problem('amount_invalid');
  return amount;
};

/** Returns an amount that can't be negative. */
export const amountOf = (input: AmountInput, currency: string): number => {
  const amount = signedAmount(input, currency);
  if (amount < 0) throw problem('amount_invalid');
  return amount;
};

/** Returns an amount that can't be negative or zero. */
export const positiveAmountOf = (input: AmountInput, currency: string): number => {
  const amount = signedAmount(input, currency);
  if (amount <= 0) throw problem('amount_invalid');
  return amount;
};
