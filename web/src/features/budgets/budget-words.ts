import { suggestedCategories, type RequestState } from '#contract/budgets/limits.ts';
import type { Money } from '#contract/finances/money.ts';
import type { Messages } from '../../lib/messages.ts';
import type { Tone } from '../../ui/pill.tsx';

export const stateTones: Readonly<Record<RequestState, Tone>> = {
  draft: 'quiet',
  submitted: 'brand',
  changes_requested: 'warn',
  approved: 'good',
  denied: 'bad',
  withdrawn: 'quiet',
  closed: 'quiet',
};

/** Categories of the transactions that sales post (server/src/features/payments/orders/ledger-entries.ts). */
const posted = {
  Store: 'budgets.category_store',
  Fees: 'budgets.category_fees',
  Payouts: 'budgets.category_payouts',
} as const;
const isPosted = (category: string): category is keyof typeof posted => category in posted;

type Category = (typeof suggestedCategories)[number];
const isSuggested = (category: string): category is Category =>
  (suggestedCategories as readonly string[]).includes(category);

/** Returns the name of a category: a translated suggestion, or the text that someone typed. */
export const categoryName = (t: Messages['t'], category: string): string => {
  if (category === '') return t('budgets.noCategory');
  if (isPosted(category)) return t(posted[category]);
  return isSuggested(category) ? t(`budgets.category_${category}`) : category;
};

export const plus = (one: Money, other: number): Money => ({
  ...one,
  amount: one.amount + other,
});
