import { getSchoolPerson, listSchoolPeople } from '#contract/admin/people.endpoints.ts';
import type { PeopleSort } from '#contract/admin/limits.ts';
import { handle } from '../../../kernel/handle.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { selectSessions } from '../../sessions/sessions.queries.ts';
import { isSsoRequired } from '../../sso/sso.queries.ts';
import {
  selectAccount,
  selectAccounts,
  selectOpenReports,
  type AccountRow,
} from './accounts.queries.ts';
import { accountDetailView, accountView } from './accounts.views.ts';

const reportsShown = 20;

/** The cursor of each order: the values of its columns. */
const cursorKinds = {
  name: ['text', 'number'],
  username: ['text', 'number'],
  seen: ['number', 'number'],
  added: ['number', 'number'],
} as const;
const keyOf: Record<PeopleSort, (row: AccountRow) => string | number> = {
  name: (row) => row.sort_name,
  username: (row) => row.username_key,
  seen: (row) => row.seen_us,
  added: (row) => row.added_us,
};

export const accountsHandlers = [
  handle(
    listSchoolPeople,
    async ({ db }, { search, state, type, sort, descending, cursor, size }) => {
      const after = readCursor<readonly [string | number, number]>(
        cursor,
        // Both columns have the kinds of this order.
        cursorKinds[sort] as never,
      );
      const rows = await selectAccounts(
        db,
        { search: search.trim(), state, type, sort, isDown: descending },
        { after, size: size + 1 },
      );
      return pageOfRows(rows, size, {
        view: accountView,
        keyOf: (row) => [keyOf[sort](row), row.id],
      });
    },
  ),

  handle(getSchoolPerson, async ({ db, me, now }, { uid }) => {
    const row = orNotFound(await selectAccount(db, idOf(uid), now));
    const [sessions, reports, isSso] = await Promise.all([
      selectSessions(db, row.id, now),
      selectOpenReports(db, row.id, reportsShown),
      isSsoRequired(db),
    ]);
    return accountDetailView(row, { sessions, reports, isSso, isOwn: row.id === me.userId });
  }),
];
