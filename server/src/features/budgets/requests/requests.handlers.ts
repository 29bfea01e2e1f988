import * as contract from '#contract/budgets/requests.endpoints.ts';
import { budgetLimits as limits, editableStates } from '#contract/budgets/limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { definedOnly, idOf, lockTable, ok, orNotFound } from '../../../kernel/sql.ts';
import { submit } from '../../approvals/submissions.ts';
import { seenEvent } from '../../events/event-access.ts';
import { lockUploads } from '../../uploads/uploads.queries.ts';
import { selectAccount, type AccountRow } from '../budgets.queries.ts';
import { amountOf, positiveAmountOf } from '../amounts.ts';
import { budgetAccess, readClub, readRequestingClub } from '../budgets-access.ts';
import { lockBalances } from '../ledger/ledger.queries.ts';
import { clubAccountOf, giveBack, postEntry, systemAccountOf } from '../ledger/posting.ts';
import { readForChange, readForClosing, readRequest, readRequestRow } from './reading.ts';
import { requestKind } from './request-kind.ts';
import * as queries from './requests.queries.ts';
import type { RequestRow } from './requests.queries.ts';
import { requestItemView } from './requests.views.ts';

const recordRequest = (
  call: Call,
  { id, title, club_id: club }: Pick<RequestRow, 'id' | 'title' | 'club_id'>,
  act: 'granted' | 'spent' | 'closed' | 'deleted',
) =>
  record(call, 'budget_request_changed', {
    request: String(id),
    title,
    club: club === null ? '' : String(club),
    act,
  });

/** Returns the account that pays. Throws if the club can't request money from it. */
const payingAccount = async (call: Call, id: string, club: number): Promise<AccountRow> => {
  const row = orNotFound(await selectAccount(call.db, idOf(id)));
  if (row.role === 'club' && row.club_id !== club) {
    // Only people who see the account learn that it exists.
    const access = await budgetAccess(call, [row.club_id]);
    throw problem(access.reads(row.club_id) ? 'account_foreign' : 'not_found');
  }
  if (row.role === 'group') throw problem('account_group');
  if (row.archived_at !== null) throw problem('account_archived');
  return row;
};

/** Returns uploads of the caller, or files that the request already has. Throws a 404 for others. */
const checkFiles = async (
  call: Call,
  files: readonly string[],
  had: readonly number[],
): Promise<void> => {
  const wanted = [...new Set(files.map(idOf))].filter((one) => !had.includes(one));
  if ((await lockUploads(call.db, wanted, call.me.userId)).length < wanted.length)
    throw problem('not_found');
};

/** Returns the lines to store, with the amount asked for each. */
const checkedLines = async (
  call: Call,
  lines: readonly contract.LineInput[],
  { currency, had }: { currency: string; had: readonly number[] },
): Promise<queries.NewLine[]> => {
  await checkFiles(
    call,
    lines.flatMap(({ files = [] }) => files),
    had,
  );
  let sum = 0;
  const checked = lines.map((line) => {
    const { quantity, title, category, vendor = '', files = [] } = line;
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > limits.quantity)
      throw problem('amount_invalid');
    const price = positiveAmountOf(line.price, currency);
    const clubPays = line.clubPays === undefined ? 0 : amountOf(line.clubPays, currency);
    const asked = quantity * price - clubPays;
    if (asked < 0 || asked > limits.amount) throw problem('amount_invalid');
    sum += asked;
    return {
      title,
      category,
      vendor,
      quantity,
      price,
      club_pays: clubPays,
      asked,
      files: [...new Set(files.map(idOf))],
    };
  });
  if (sum > limits.amount) throw problem('amount_invalid');
  return checked;
};

const checkedEvent = async (call: Call, event: string | null): Promise<number | null> =>
  event === null ? null : (await seenEvent(call, event)).id;

export const requestsHandlers = [
  handle(contract.listBudgetRequests, async (call, { club, account, cursor, size, ...filters }) => {
    const after = readCursor<readonly [Date, number]>(cursor, ['time', 'number']);
    const clubId = club === undefined ? null : idOf(club);
    const access = await budgetAccess(call, [clubId]);
    if (clubId !== null) await readClub(call, access, clubId);
    if (
      !access.isManager &&
      (clubId === null || !(access.reads(clubId) || access.requests(clubId)))
    )
      throw problem('forbidden');
    const rows = await queries.selectRequests(call.db, {
      club: clubId,
      account: account === undefined ? null : idOf(account),
      kind: filters.kind ?? null,
      state: filters.state ?? null,
      search: filters.search ?? '',
      order: filters.order,
      drafts: clubId !== null,
      now: call.now,
      after,
      size: size + 1,
    });
    return {
      ...pageOfRows(rows, size, {
        view: (row) => requestItemView(row, { isStaff: access.isManager, me: call.me.userId }),
        keyOf: (row) => [
          filters.order === 'waiting' ? (row.submitted_at ?? row.created_at) : row.created_at,
          row.id,
        ],
      }),
      can: { create: clubId !== null && access.requests(clubId) },
    };
  }),

  handle(contract.createBudgetRequest, async (call, input) => {
    const { row: club } = await readRequestingClub(call, idOf(input.club));
    await lockTable(call.db, 'budget_requests');
    const max = limits.drafts;
    if ((await queries.countDrafts(call.db, club.id)) >= max)
      throw problem('too_many_requests_open', { max });
    const account = await payingAccount(call, input.account, club.id);
    const lines = await checkedLines(call, input.lines, { currency: account.currency, had: [] });
    // A club has an account from its first request on, also if a fund pays.
    await clubAccountOf(call.db, call.schoolId, club.id, account.currency);
    const { id } = await queries.insertRequest(call.db, call.schoolId, {
      kind: input.kind,
      club_id: club.id,
      account_id: account.id,
      title: input.title,
      purpose: input.purpose ?? '',
      event_id: await checkedEvent(call, input.event ?? null),
      created_by: call.me.userId,
      created_at: call.now,
    });
    await queries.replaceLines(call.db, call.schoolId, id, lines);
    return readRequest(call, id);
  }),

  handle(contract.getBudgetRequest, (call, { id }) => readRequest(call, idOf(id))),

  handle(contract.updateBudgetRequest, async (call, { id, version, lines, ...sent }) => {
    const { row } = await readForChange(call, id);
    if (row.version !== version) throw problem('budget_request_changed');
    if (!editableStates.includes(row.state)) throw problem('budget_request_state');
    const account = await payingAccount(
      call,
      sent.account ?? String(row.account_id),
      row.club_id ?? 0,
    );
    // Amounts don't change their meaning, so another currency needs new lines.
    if (account.currency !== row.currency && lines === undefined && row.lines.length > 0)
      throw problem('currency_differs');
    await queries.updateRequest(
      call.db,
      row.id,
      definedOnly({
        kind: sent.kind,
        account_id: account.id,
        title: sent.title,
        purpose: sent.purpose,
        event_id:
          sent.event === undefined
            ? undefined
            : sent.event === row.event?.id
              ? Number(sent.event)
              : await checkedEvent(call, sent.event),
      }),
    );
    if (lines !== undefined) {
      const had = await queries.selectLineFiles(call.db, row.id);
      const checked = await checkedLines(call, lines, { currency: account.currency, had });
      await queries.replaceLines(call.db, call.schoolId, row.id, checked);
    }
    return readRequest(call, row.id);
  }),

  handle(contract.deleteBudgetRequest, async (call, { id }) => {
    const { row } = await readForChange(call, id);
    if (row.state !== 'draft') throw problem('budget_request_state');
    await queries.deleteRequest(call.db, row.id);
    await recordRequest(call, row, 'deleted');
    return ok;
  }),

  handle(contract.submitBudgetRequest, async (call, { id, version }) => {
    const { row } = await readForChange(call, id);
    if (version !== undefined && row.version !== version) throw problem('budget_request_changed');
    if (row.state === 'submitted') throw problem('submission_open');
    if (!editableStates.includes(row.state)) throw problem('budget_request_state');
    // A request that starts again is decided again, line by line.
    if (row.state === 'denied' || row.state === 'withdrawn')
      await queries.clearGrants(call.db, row.id);
    await submit(call, requestKind, row.id);
    return readRequest(call, row.id);
  }),

  handle(contract.setGrants, async (call, { id, version, lines }) => {
    const before = await readRequest(call, idOf(id));
    await queries.lockRequest(call.db, idOf(id));
    const { row } = await readRequestRow(call, idOf(id));
    if (row.state !== 'submitted') throw problem('budget_request_state');
    if (!before.can.grant) throw problem('forbidden');
    if (row.version !== version) throw problem('budget_request_changed');
    const grants = lines.map((one) => {
      const line = orNotFound(row.lines.find((other) => String(other.id) === one.id));
      const granted = amountOf(one.granted, row.currency);
      if (granted > line.asked) throw problem('grant_too_large');
      return { line: line.id, granted };
    });
    await queries.updateGrants(call.db, row.id, grants);
    await queries.updateRequest(call.db, row.id);
    await recordRequest(call, row, 'granted');
    return readRequest(call, row.id);
  }),

  handle(contract.scoreBudgetRequest, async (call, { id, score }) => {
    const { can } = await readRequest(call, idOf(id));
    if (!can.score) throw problem('forbidden');
    const given = { request: idOf(id), person: call.me.userId, score };
    await queries.saveScore(call.db, call.schoolId, given);
    return readRequest(call, idOf(id));
  }),

  handle(contract.startBudgetReview, async (call, { id }) => {
    const { can } = await readRequest(call, idOf(id));
    if (!can.grant) throw problem('forbidden');
    await queries.updateReviewing(call.db, {
      request: idOf(id),
      person: call.me.userId,
      now: call.now,
      minutes: limits.reviewMinutes,
    });
    return readRequest(call, idOf(id));
  }),

  handle(
    contract.createBudgetExpense,
    async (call, { id, line: lineId, amount, date, ...more }) => {
      const { row } = await readForChange(call, id);
      const spent = positiveAmountOf(amount, row.currency);
      if (row.state !== 'approved') throw problem('budget_request_state');
      const line = orNotFound(row.lines.find((one) => String(one.id) === lineId));
      const files = more.files ?? [];
      await checkFiles(
        call,
        files,
        line.files.map((file) => file.id),
      );
      if (!(await queries.addSpent(call.db, line.id, spent))) throw problem('expense_too_large');
      const external = await systemAccountOf(call.db, call.schoolId, 'external', row.currency);
      await lockBalances(call.db, [row.account_id, external.id]);
      await giveBack(call.db, row.account_id, spent);
      const entry = await postEntry(call.db, {
        schoolId: call.schoolId,
        date,
        title: line.title,
        category: line.category,
        kind: 'expense',
        source: { kind: 'request', id: row.id, part: more.clientId },
        createdBy: call.me.userId,
        postings: [
          { account: row.account_id, amount: -spent },
          { account: external.id, amount: spent },
        ],
        now: call.now,
      });
      await queries.insertExpense(call.db, call.schoolId, {
        line: line.id,
        entry: entry.id,
        vendor: more.vendor ?? line.vendor,
        files: [...new Set(files.map(idOf))],
      });
      await recordRequest(call, row, 'spent');
      return readRequest(call, row.id);
    },
  ),

  handle(contract.closeBudgetRequest, async (call, { id, version }) => {
    const { row } = await readForClosing(call, id);
    if (version !== undefined && row.version !== version) throw problem('budget_request_changed');
    if (row.state !== 'approved') throw problem('budget_request_state');
    await giveBack(call.db, row.account_id, row.granted - row.spent);
    await queries.updateState(call.db, row.id, { state: 'closed', closed_at: call.now });
    await recordRequest(call, row, 'closed');
    return readRequest(call, row.id);
  }),
];
