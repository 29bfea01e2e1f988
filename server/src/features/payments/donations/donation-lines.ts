import type { OrderItemInput } from '#contract/payments/shapes.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { clubAccountOf } from '../../budgets/ledger/posting.ts';
import type { Context } from '../../../kernel/context.ts';
import type { NewLine } from '../orders/orders.queries.ts';
import { checkAmount, checkCurrency } from '../payments.rules.ts';
import { selectDonationAccounts, selectDonations, type DonationRow } from './donations.queries.ts';

type DonationInput = Extract<OrderItemInput, { donation: unknown }>;

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

/** Returns the line of a donation before discounts. Throws if the club doesn't accept this donation. */
export const donationLine = async (
  context: Pick<Context, 'db' | 'school'>,
  club: number,
  { donation, message }: DonationInput,
): Promise<{ line: Omit<NewLine, 'discount' | 'tax' | 'total'>; currency: string }> => {
  const amount = checkAmount(donation, 1);
  const row = await selectDonations(context.db, club);
  if (row === undefined || !row.is_on) throw problem('donations_off');
  checkCurrency(donation, row.currency);
  if (amount < row.min_amount || (row.max_amount !== null && amount > row.max_amount))
    throw problem('donation_amount');
  const text = message?.trim() ?? '';
  return {
    line: {
      kind: 'donation',
      item_id: null,
      account_id: await accountOf(context, club, row),
      detail: text === '' ? {} : { message: text },
      title: donationTitle,
      quantity: 1,
      unit_price: amount,
      needs_handover: false,
    },
    currency: row.currency,
  };
};
