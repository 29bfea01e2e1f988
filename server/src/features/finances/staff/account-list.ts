import type { HandlerInput } from '#contract/endpoint.ts';
import type { AccountSort } from '#contract/finances/limits.ts';
import { dayInput } from '#contract/finances/shapes.ts';
import type { listStudentAccounts } from '#contract/finances/staff.endpoints.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { faceView } from '../../people/people.views.ts';
import { selectLinesOf, type StudentRow } from '../finances.queries.ts';
import { accountsView, holdView } from '../finances.views.ts';
import {
  selectOpenHolds,
  selectOverdue,
  selectToday,
  type SortKey,
} from './account-list.queries.ts';

type ListInput = HandlerInput<typeof listStudentAccounts>;

const personView = (row: StudentRow) => ({ ...faceView(row), username: row.username });

/** Parses a cursor of this sort order. */
const afterOf = (cursor: string | undefined, sort: AccountSort): SortKey | null => {
  const key: SortKey | null =
    sort === 'amount'
      ? readCursor<readonly [number, number]>(cursor, ['number', 'number'])
      : readCursor<readonly [string, number]>(cursor, ['text', 'number']);
  if (key !== null && sort === 'date' && !dayInput.safeParse(key[0]).success)
    throw problem('bad_cursor');
  return key;
};

/** Lists overdue accounts with the same amounts that students see. */
export const listOverdue = async (
  { db, now }: Call,
  { sort = 'amount', order, cursor, size }: ListInput,
) => {
  const after = afterOf(cursor, sort);
  const today = await selectToday(db, now);
  const rows = await selectOverdue(db, today, {
    sort,
    isRising: order === 'asc',
    size: size + 1,
    after,
  });
  const lines = await selectLinesOf(
    db,
    rows.slice(0, size).map((row) => row.account_id),
  );
  const accounts = new Map(
    accountsView(lines, { today, since: null }).map((one) => [one.id, one] as const),
  );
  const { items, nextCursor } = pageOfRows(rows, size, {
    view: (row) => ({ row, account: accounts.get(String(row.account_id)) }),
    keyOf: (row) => [row.sort_key, row.account_id],
  });
  return {
    nextCursor,
    // If a person was erased between the two statements, their account no longer has transactions.
    items: items.flatMap(({ row, account }) =>
      account === undefined
        ? []
        : [
            {
              person: personView(row.student),
              account: {
                id: account.id,
                name: account.name,
                balance: account.balance,
                dueNow: account.dueNow,
                oldestDue: row.oldest_due,
              },
              hold: null,
            },
          ],
    ),
  };
};

/** Lists people with holds, one row for each hold. */
export const listHolds = async (
  { db }: Call,
  { sort = 'date', order, cursor, size }: ListInput,
) => {
  const after = afterOf(cursor, sort);
  const rows = await selectOpenHolds(db, {
    sort,
    isRising: order === 'asc',
    size: size + 1,
    after,
  });
  return pageOfRows(rows, size, {
    view: (row) => ({ person: personView(row.student), account: null, hold: holdView(row) }),
    keyOf: (row) => [row.sort_key, row.id],
  });
};
