import type { PaymentProvider } from '#contract/payments/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import { hasReversal, selectEntryOfSource } from '../../budgets/ledger/ledger.queries.ts';
import {
  clubAccountOf,
  postEntry,
  reverseEntry,
  systemAccountOf,
} from '../../budgets/ledger/posting.ts';
import { selectToday } from '../../finances/staff/account-list.queries.ts';
import { refundPart } from '../payments.rules.ts';
import { selectLines, type LockedOrder } from './orders.queries.ts';

/* Each happening of an order is one entry of the clubs' ledger: the paid order, its fee, each refund, and each payout to the school. */

type Who = Pick<Context, 'db' | 'school' | 'clock'>;

/** The system account where the money of a provider is. */
const roles = {
  stripe: 'provider',
  desk: 'desk',
  invoice: 'invoice',
  school: 'school',
} as const satisfies Record<PaymentProvider, string>;

const accountsOf = async (
  { db, school }: Who,
  order: Pick<LockedOrder, 'club_id' | 'currency'>,
  provider: PaymentProvider,
) => {
  const id = school.school_id;
  const { currency } = order;
  const money = await systemAccountOf(db, id, roles[provider], currency);
  // The money of a deleted club belongs to the school.
  const club =
    order.club_id === null
      ? await systemAccountOf(db, id, 'external', currency)
      : await clubAccountOf(db, id, order.club_id, currency);
  const tax = await systemAccountOf(db, id, 'tax', currency);
  return { money: money.id, club: club.id, tax: tax.id };
};

/** The donations in an order, and the account that gets them: all of an order have the same. */
interface Donated {
  readonly account: number | null;
  readonly total: number;
}

const donatedIn = async ({ db }: Who, order: LockedOrder): Promise<Donated> => {
  // The money of a deleted club belongs to the school.
  const lines =
    order.club_id === null
      ? []
      : (await selectLines(db, order.id)).filter(({ account_id: account }) => account !== null);
  return {
    account: lines[0]?.account_id ?? null,
    total: lines.reduce((sum, { total }) => sum + total, 0),
  };
};

const categoryOf = (order: LockedOrder, { total }: Donated): string =>
  total > 0 && total === order.total ? 'Donations' : 'Store';

/** Returns the postings of the club's own money: `donation`, a part of `net`, to the account of donations. */
const sharesOf = (
  club: number,
  { account }: Donated,
  { net, donation }: { readonly net: number; readonly donation: number },
) =>
  account === null || account === club
    ? [{ account: club, amount: net }]
    : [
        { account, amount: donation },
        { account: club, amount: net - donation },
      ];

/** Books a paid order: the net amount for the club, and its tax. */
export const postIncome = async (
  context: Who,
  order: LockedOrder,
  { provider, title, by }: { provider: PaymentProvider; title: string; by: number | null },
): Promise<void> => {
  const { money, club, tax } = await accountsOf(context, order, provider);
  const donated = await donatedIn(context, order);
  await postEntry(context.db, {
    schoolId: context.school.school_id,
    date: await selectToday(context.db, context.clock.now()),
    title,
    category: categoryOf(order, donated),
    kind: 'income',
    source: { kind: 'order', id: order.id },
    createdBy: by,
    now: context.clock.now(),
    postings: [
      ...sharesOf(club, donated, { net: order.total - order.tax, donation: donated.total }),
      { account: tax, amount: order.tax },
      { account: money, amount: -order.total },
    ],
  });
};

/** Books the provider's fee, which the club pays. */
export const postFee = async (
  context: Who,
  order: LockedOrder,
  { fee, title, provider }: { fee: number; title: string; provider: PaymentProvider },
): Promise<void> => {
  if (fee === 0) return;
  const { club } = await accountsOf(context, order, provider);
  const fees = await systemAccountOf(context.db, context.school.school_id, 'fees', order.currency);
  await postEntry(context.db, {
    schoolId: context.school.school_id,
    date: await selectToday(context.db, context.clock.now()),
    title,
    category: 'Fees',
    kind: 'fee',
    source: { kind: 'order', id: order.id },
    createdBy: null,
    now: context.clock.now(),
    postings: [
      { account: club, amount: -fee },
      { account: fees.id, amount: fee },
    ],
  });
};

/** Books a refund that succeeded. */
export const postRefund = async (
  context: Who,
  order: LockedOrder,
  refund: {
    readonly id: number;
    readonly amount: number;
    readonly tax: number;
    readonly provider: PaymentProvider;
    readonly title: string;
    readonly by: number | null;
    /** What was refunded before. */
    readonly before: number;
  },
): Promise<void> => {
  const { money, club, tax } = await accountsOf(context, order, refund.provider);
  const donated = await donatedIn(context, order);
  const donation = refundPart({ total: order.total, part: donated.total }, refund);
  await postEntry(context.db, {
    schoolId: context.school.school_id,
    date: await selectToday(context.db, context.clock.now()),
    title: refund.title,
    category: categoryOf(order, donated),
    kind: 'refund',
    source: { kind: 'refund', id: refund.id },
    createdBy: refund.by,
    now: context.clock.now(),
    postings: [
      ...sharesOf(club, donated, { net: -(refund.amount - refund.tax), donation: -donation }),
      { account: tax, amount: -refund.tax },
      { account: money, amount: refund.amount },
    ],
  });
};

/** Reverses the entry of a refund that the bank returned, unless someone has reversed it. */
export const reverseRefund = async ({ db, school, clock }: Who, refund: number): Promise<void> => {
  const source = { kind: 'refund', id: String(refund), part: '' } as const;
  const entry = await selectEntryOfSource(db, 'refund', source);
  if (entry === undefined || (await hasReversal(db, entry.id))) return;
  await reverseEntry(db, {
    schoolId: school.school_id,
    entry: entry.id,
    date: await selectToday(db, clock.now()),
    reason: 'The bank returned the refund.',
    createdBy: null,
    now: clock.now(),
  });
};

/** Books a payout: money left the provider or the desk for the school's bank, and the provider kept its fees. */
export const postPayout = async (
  context: Who,
  payout: {
    readonly id: string;
    readonly from: 'stripe' | 'desk';
    readonly date: string;
    readonly title: string;
    readonly currency: string;
    readonly amount: number;
    readonly fees: number;
    readonly by: number;
  },
): Promise<{ id: number }> => {
  const { db, school } = context;
  const account = async (role: 'provider' | 'desk' | 'external' | 'fees') =>
    (await systemAccountOf(db, school.school_id, role, payout.currency)).id;
  return postEntry(db, {
    schoolId: school.school_id,
    date: payout.date,
    title: payout.title,
    category: 'Payouts',
    kind: 'payout',
    source: { kind: 'payout', id: payout.id },
    createdBy: payout.by,
    now: context.clock.now(),
    postings: [
      { account: await account(roles[payout.from]), amount: payout.amount + payout.fees },
      { account: await account('external'), amount: -payout.amount },
      { account: await account('fees'), amount: -payout.fees },
    ],
  });
};
