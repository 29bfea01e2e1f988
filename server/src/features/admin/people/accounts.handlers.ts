import {
  exportSchoolPeople,
  getSchoolPerson,
  listSchoolPeople,
} from '#contract/admin/people.endpoints.ts';
import { peopleAdminLimits, type PeopleSort } from '#contract/admin/limits.ts';
import { handle } from '../../../kernel/handle.ts';
import { pageOfRows, readAll, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { csvFile, csvOfPages } from '../../forms/results/csv-text.ts';
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
const exportRate = { max: peopleAdminLimits.exports, seconds: 3_600 };

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

const header = [
  'username',
  'firstName',
  'lastName',
  'email',
  'accountType',
  'isAdmin',
  'isAdvisor',
  'roles',
  'state',
  'lastSeenAt',
  'addedAt',
];
const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

const cellsOf = (row: AccountRow): string[] => [
  row.username,
  row.first_name,
  row.last_name,
  row.email ?? '',
  row.account_type,
  yesNo(row.is_admin),
  yesNo(row.is_advisor),
  row.roles.join('; '),
  row.state,
  row.last_seen_at.getTime() === 0 ? '' : row.last_seen_at.toISOString(),
  row.created_at.toISOString(),
];

type Position = readonly [string | number, number];

export const accountsHandlers = [
  handle(exportSchoolPeople, async (call, { search, state, type, sort, descending }) => {
    const { db, me } = call;
    await countUse(call, `people-export:${me.userId}`, exportRate);
    // Visits during the export would move people past the page that is being read.
    const order = sort === 'seen' ? 'added' : sort;
    const filter = { search: search.trim(), state, type, sort: order, isDown: descending };
    let count = 0;
    const pages = async function* pages() {
      for await (const rows of readAll(
        (page: { after: Position | null; size: number }) => selectAccounts(db, filter, page),
        (row): Position => [keyOf[order](row), row.id],
      )) {
        count += rows.length;
        yield rows.map(cellsOf);
      }
    };
    const csv = await csvOfPages(header, pages());
    await record(call, 'people_exported', {
      count,
      hasSearch: filter.search !== '',
      state: state ?? '',
      type: type ?? '',
    });
    return csvFile('people.csv', csv);
  }),

  handle(
    listSchoolPeople,
    async ({ db }, { search, state, type, sort, descending, cursor, size }) => {
      const after = readCursor<Position>(
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
    return accountDetailView(row, {
      sessions,
      reports,
      isSso,
      isOwn: row.id === me.userId,
    });
  }),
];
