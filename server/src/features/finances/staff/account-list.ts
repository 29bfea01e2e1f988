import type { HandlerInput } from '#contract/endpoint.ts';
import type { listStudentAccounts } from '#contract/finances/staff.endpoints.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { faceView } from '../../people/people.views.ts';
import { selectLinesOf, type StudentRow } from '../finances.queries.ts';
import { accountsView, holdView } from '../finances.views.ts';
import { selectOpenHolds, selectOwing, selectToday } from './account-list.queries.ts';

type Asked = HandlerInput<typeof listStudentAccounts>;

const personView = (row: StudentRow) => ({ ...faceView(row), username: row.username });

/**
 * Overdue accounts by balance. What is due is decided by the rule that students see, for the accounts of one page: a page may hold
 * fewer than `size`.
 */
export const listOverdue = async ({ db, now }: Call, { order, cursor, size }: Asked) => {
  const after = readCursor<readonly [number, number]>(cursor, ['number', 'number']);
  const rows = await selectOwing(db, { isRising: order === 'asc', size: size + 1, after });
  const shown = rows.slice(0, size);
  const [today, lines] = await Promise.all([
    selectToday(db, now),
    selectLinesOf(
      db,
      shown.map((row) => row.account_id),
    ),
  ]);
  const accounts = new Map(
    accountsView(lines, { today, since: null }).map((one) => [one.id, one] as const),
  );
  const page = pageOfRows(rows, size, {
    view: (row) => ({ row, account: accounts.get(String(row.account_id)) }),
    keyOf: (row) => [row.balance, row.account_id],
  });
  return {
    nextCursor: page.nextCursor,
    items: page.items.flatMap(({ row, account }) =>
      account === undefined ||
      account.balance === null ||
      account.dueNow === null ||
      account.dueNow.amount === 0
        ? []
        : [
            {
              person: personView(row.student),
              account: {
                id: account.id,
                name: account.name,
                balance: account.balance,
                dueNow: account.dueNow,
              },
              hold: null,
            },
          ],
    ),
  };
};

/** People with holds, one row for each hold. */
export const listHolds = async ({ db }: Call, { order, cursor, size }: Asked) => {
  const after = readCursor<readonly [string, number]>(cursor, ['text', 'number']);
  if (after !== null && !/^\d{4}-\d\d-\d\d$/.test(after[0])) throw problem('bad_cursor');
  const rows = await selectOpenHolds(db, { isRising: order === 'asc', size: size + 1, after });
  return pageOfRows(rows, size, {
    view: (row) => ({ person: personView(row.student), account: null, hold: holdView(row) }),
    keyOf: (row) => [row.since, row.id],
  });
};
