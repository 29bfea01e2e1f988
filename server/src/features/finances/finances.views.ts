import type {
  FinanceAccount,
  FinanceContact,
  FinanceHold,
  FinanceLine,
  FinanceSource,
  SharedAccount,
} from '#contract/finances/shapes.ts';
import { financeLimits, holdActions, type ProxyItem } from '#contract/finances/limits.ts';
import { faceView } from '../people/people.views.ts';
import type { AccountLineRow, ContactRow, HoldRow, FinanceContextRow } from './finances.queries.ts';
import { dueItems, dueOf, isStale, openOf } from './due-dates.ts';

/** The name of the account without a name, for programs. The web app translates it. */
const mainName = 'Student account';

/** The day and the time of the previous visit, on which the view of an account depends. */
interface Looking {
  readonly today: string;
  readonly since: Date | null;
}

type Line = AccountLineRow & { readonly id: number };
const isLine = (row: AccountLineRow): row is Line => row.id !== null;
type ShownLine = Line & { readonly kind: FinanceLine['kind'] };
const isShown = (row: Line): row is ShownLine => row.kind !== 'installment';

const lineView = (row: ShownLine, isReversed: boolean, since: Date | null): FinanceLine => ({
  id: String(row.id),
  place: row.position,
  kind: row.kind,
  title: row.title,
  detail: row.detail,
  date: row.on_date,
  due: row.due_on,
  amount: { amount: row.amount, currency: row.currency },
  balance: { amount: row.balance, currency: row.currency },
  ...(row.reverses_id !== null && { reverses: String(row.reverses_id) }),
  isReversed,
  reason: row.reason,
  isNew: since !== null && row.created_at > since,
});

/** Returns how a line changes the balance, in minor units. */
const effectOf = ({ kind, amount, reverses_id }: Line): number => {
  const sign = { charge: 1, refund: 1, payment: -1, credit: -1, pending: 0, installment: 0 }[kind];
  return sign * amount * (reverses_id === null ? 1 : -1);
};

const accountView = (
  rows: readonly [AccountLineRow, ...AccountLineRow[]],
  { today, since }: Looking,
): FinanceAccount => {
  const [head] = rows;
  const { currency } = head;
  const money = (amount: number) => ({ amount, currency });
  const lines = rows.filter(isLine).slice(0, financeLimits.lines);
  // A line and its reversal belong to the same account.
  const reversed = new Set(lines.map(({ reverses_id }) => reverses_id));
  /** Returns true if a transaction is neither reversed nor a reversal. */
  const stands = ({ id, reverses_id }: Line) => reverses_id === null && !reversed.has(id);
  const sums = head.sums ?? { total: 0, charged: 0, credited: 0, paid: 0, pending: 0 };
  const balance = sums.total;
  const items = dueItems(
    balance,
    lines.filter(stands).map((row) => ({
      id: row.id,
      isPart: row.kind === 'installment',
      title: row.title,
      amount: row.amount,
      effect: effectOf(row),
      on: row.on_date,
      due: row.due_on,
    })),
  );
  const due = dueOf(balance, items, today);
  const terms = new Map<string | null, ShownLine[]>();
  // Parts of a plan aren't lines, so they don't add a term.
  for (const row of lines.filter(isShown)) {
    const same = terms.get(row.term);
    if (same === undefined) terms.set(row.term, [row]);
    else same.push(row);
  }
  return {
    id: String(head.account_id),
    name: head.account === '' ? mainName : head.account,
    isMain: head.account === '',
    currency,
    balance: money(balance),
    dueNow: money(due.now),
    nextDue: due.next && { date: due.next.date, amount: money(due.next.amount) },
    totals: {
      charged: money(sums.charged),
      credited: money(sums.credited),
      paid: money(sums.paid),
      pending: money(sums.pending),
    },
    plan: openOf(balance, items, today)
      .filter(({ line }) => line.isPart)
      .map(({ line, date, amount, open, state }) => ({
        id: String(line.id),
        title: line.title,
        date,
        amount: money(amount),
        open: money(open),
        state,
      })),
    terms: [...terms].map(([code, own]) => ({
      term: code === null ? null : { code, name: own[0]?.term_name ?? code },
      balance: money(own.reduce((sum, row) => sum + effectOf(row), 0)),
      lines: own.map((row) => lineView(row, reversed.has(row.id), since)),
    })),
    isCut: rows.length > financeLimits.lines,
  };
};

/** Makes accounts from their lines, in the order of the rows. */
export const accountsView = (
  rows: readonly AccountLineRow[],
  looking: Looking,
): FinanceAccount[] => {
  const accounts = new Map<number, [AccountLineRow, ...AccountLineRow[]]>();
  for (const row of rows) {
    const same = accounts.get(row.account_id);
    if (same === undefined) accounts.set(row.account_id, [row]);
    else same.push(row);
  }
  return [...accounts.values()].map((own) => accountView(own, looking));
};

/** Returns the shared items of an account. `balance` includes when it is due and the plan, `lines` includes each line. */
export const sharedView = (account: FinanceAccount, items: readonly ProxyItem[]): SharedAccount => {
  const seesBalance = items.includes('balance');
  return {
    ...account,
    ...(!seesBalance && { balance: null, dueNow: null, nextDue: null, totals: null, plan: [] }),
    terms: items.includes('lines')
      ? account.terms.map((term) => ({
          ...term,
          balance: seesBalance ? term.balance : null,
          lines: term.lines.map((line) => ({
            ...line,
            balance: seesBalance ? line.balance : null,
            isNew: false,
          })),
        }))
      : [],
  };
};

export const contactView = (row: ContactRow): FinanceContact => ({
  name: row.contact_name,
  email: row.contact_email,
  phone: row.contact_phone,
  person: row.contact && { ...faceView(row.contact), offersMeetings: row.contact.offers },
  office:
    row.office_id === null || row.office_name === null
      ? null
      : { id: String(row.office_id), name: row.office_name },
});

export const holdView = (row: HoldRow): FinanceHold => ({
  id: String(row.id),
  kind: row.kind,
  office: row.office,
  since: row.since,
  reason: row.reason,
  blocks: row.blocks,
  allows: holdActions.filter((action) => !row.blocks.includes(action)),
  howToClear: row.how_to_clear,
  amount:
    row.amount === null || row.currency === null
      ? null
      : { amount: row.amount, currency: row.currency },
  contact: contactView(row),
});

export const sourceView = (
  { imported_at }: Pick<FinanceContextRow, 'imported_at'>,
  now: Date,
): FinanceSource => ({
  at: imported_at?.toISOString() ?? null,
  isStale: isStale(imported_at, now),
});
