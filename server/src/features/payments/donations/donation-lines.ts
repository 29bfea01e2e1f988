import type { OrderItemInput } from '#contract/payments/shapes.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { clubAccountOf } from '../../budgets/ledger/posting.ts';
import type { Context } from '../../../kernel/context.ts';
import type { NewLine } from '../orders/orders.queries.ts';
import { checkAmount, checkCurrency } from '../payments.rules.ts';
import { selectDonationAccounts, selectDonations, type DonationRow } from './donations.queries.ts';

/** A donation in an order. */
export type DonationInput = Extract<OrderItemInput, { donation: unknown }>;

const donationTitle = 'Donation';

/** Returns the account that gets a club's donations now. An account that was archived since gives way to the main account. */
const accountOf = async (
  { db, school }: Pick<Context, 'db' | 'school'>,
  club: number,
  row: DonationRow,
): Promise<number> => {
  const accounts = await selectDonationAccounts(db, club, row.currency);
  return accounts.some(({ id }) => id === row.account_id) && row.account_id !== null
    ? row.account_id
    : (await clubAccountOf(db, school.school_id, club, row.currency)).id;
};

/** Returns the lines of donations before discounts. Throws if the club doesn't accept one of them. */
export const donationLines = async (
  context: Pick<Context, 'db' | 'school'>,
  club: number,
  items: readonly DonationInput[],
): Promise<
  { line: Omit<NewLine, 'discount' | 'tax' | 'total'>; currency: string; taxBasisPoints: number }[]
> => {
  if (items.length === 0) return [];
  const amounts = items.map(({ donation }) => checkAmount(donation, 1));
  const row = await selectDonations(context.db, club);
  if (row === undefined || !row.is_on) throw problem('donations_off');
  for (const { donation } of items) checkCurrency(donation, row.currency);
  const { min_amount: min, max_amount: max, currency } = row;
  if (amounts.some((amount) => amount < min || (max !== null && amount > max)))
    throw problem('donation_amount');
  const account = await accountOf(context, club, row);
  return items.map(({ donation, message = '' }) => ({
    line: {
      kind: 'donation',
      item_id: null,
      account_id: account,
      detail: message.trim() === '' ? {} : { message: message.trim() },
      title: donationTitle,
      quantity: 1,
      unit_price: donation.amount,
      needs_handover: false,
    },
    currency,
    taxBasisPoints: 0,
  }));
};
