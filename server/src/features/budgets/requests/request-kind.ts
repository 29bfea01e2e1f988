import { decimalText } from '#contract/finances/money.ts';
import { memberOf, type Context } from '../../../kernel/context.ts';
import type { ApprovalContent, ApprovalKind, ApprovalOutcome } from '../../../kernel/feature.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { promise } from '../ledger/posting.ts';
import * as queries from './requests.queries.ts';
import type { RequestLineRow, RequestRow } from './requests.queries.ts';

const amountText = (amount: number, { currency }: Pick<RequestRow, 'currency'>): string =>
  `${decimalText({ amount, currency })} ${currency}`;

const lineText = (line: RequestLineRow, row: RequestRow): string => {
  const details = [line.category, line.vendor].filter((one) => one !== '').join(', ');
  const count = line.quantity === 1 ? '' : `${line.quantity} × `;
  return `${count}${line.title}${details === '' ? '' : ` (${details})`}: ${amountText(line.asked, row)}`;
};

/** Runs at each submission, so that no call can submit an empty request, or one whose account is archived. */
const describe = async (context: Context, subject: number): Promise<ApprovalContent> => {
  const { db, clock } = context;
  await queries.lockRequest(db, subject);
  const row = orNotFound(await queries.selectRequest(db, subject, clock.now()));
  if (row.lines.length === 0) throw problem('budget_request_empty');
  if (row.account_archived_at !== null) throw problem('account_archived');
  await queries.updateState(db, subject, { state: 'submitted', submitted_at: clock.now() });
  const fields = [
    { key: 'kind', label: 'Type', value: row.kind },
    { key: 'asked', label: 'Amount', value: amountText(row.asked, row) },
    { key: 'account', label: 'Account', value: `${row.account_code} ${row.account_name}` },
    { key: 'event', label: 'Event', value: row.event?.title ?? '' },
    { key: 'purpose', label: 'Purpose', value: row.purpose },
    {
      key: 'lines',
      label: 'Items',
      value: row.lines.map((line) => lineText(line, row)).join('\n'),
    },
  ];
  return {
    title: row.title,
    link: `/budget-requests/${row.id}`,
    club: row.club_id,
    fields: fields.filter(({ value }) => value !== ''),
  };
};

const locked = async (context: Context, { subject }: ApprovalOutcome) =>
  orNotFound(await queries.lockRequest(context.db, subject));

const settle =
  (state: 'denied' | 'changes_requested' | 'withdrawn'): ApprovalKind['onApproved'] =>
  async (context, outcome) => {
    const { id } = await locked(context, outcome);
    const now = context.clock.now();
    await queries.updateState(context.db, id, {
      state,
      ...(state === 'denied' && { decided_at: now }),
    });
  };

/** A club's request for money. Approving it promises the granted sum, if the account has that much available. */
export const requestKind: ApprovalKind = {
  kind: 'budget_request',
  name: 'Budget request',
  isOfClub: true,
  describe,
  // By a position in the club: an admin who has all permissions reviews requests, and doesn't act for every club.
  canAct: async (context, subject) =>
    (await queries.selectRequesters(context.db, subject)).includes(memberOf(context).userId),
  denialNotice: {
    key: 'officer.budgetSubmissionRejected',
    kind: 'budget_request_denied',
    people: ({ db }, subject) => queries.selectRequesters(db, subject),
  },
  onApproved: async (context, outcome) => {
    const { db, clock } = context;
    const { id, account_id: account } = await locked(context, outcome);
    const row = orNotFound(await queries.selectRequest(db, id, clock.now()));
    if (row.account_archived_at !== null) throw problem('account_archived');
    const granted = await queries.updateMissingGrants(db, id);
    await promise(db, account, granted);
    await queries.updateState(db, id, { state: 'approved', decided_at: clock.now() });
  },
  onDenied: settle('denied'),
  onChangesRequested: settle('changes_requested'),
  onWithdrawn: settle('withdrawn'),
};
