import { sql, type RawBuilder } from 'kysely';
import type { RequestKind, RequestState } from '#contract/budgets/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { selectFileUse, type PersonalData, type UploadReference } from '../../../kernel/feature.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { exists, first, hasChangedRows, many } from '../../../kernel/sql.ts';
import { accountName } from '../budgets.queries.ts';
import {
  personSummaryOrNull,
  type PersonSummaryRow,
} from '../../people/summary/summary.queries.ts';
import type { ClubState } from '../../clubs/clubs.rules.ts';
import type { WholeUploadRow } from '../../uploads/uploads.views.ts';

/** A line of a request, with its files. */
export interface RequestLineRow {
  id: number;
  title: string;
  category: string;
  vendor: string;
  quantity: number;
  price: number;
  club_pays: number;
  asked: number;
  granted: number | null;
  spent: number;
  files: WholeUploadRow[];
}

export interface ExpenseRow {
  id: number;
  line_id: number;
  entry_id: number;
  on_date: string;
  amount: number;
  vendor: string;
  files: WholeUploadRow[];
  is_reversed: boolean;
  author: PersonSummaryRow | null;
}

interface RequestHead {
  id: number;
  kind: RequestKind;
  state: RequestState;
  title: string;
  club_id: number | null;
  club_name: string | null;
  account_id: number;
  account_code: string;
  account_name: string;
  currency: string;
  asked: number;
  granted: number;
  spent: number;
  requester: PersonSummaryRow | null;
  created_at: Date;
  submitted_at: Date | null;
  version: number;
}

export interface RequestRow extends RequestHead {
  purpose: string;
  event: { id: string; title: string } | null;
  decided_at: Date | null;
  closed_at: Date | null;
  account_archived_at: Date | null;
  account_club_id: number | null;
  available: number;
  lines: RequestLineRow[];
  expenses: ExpenseRow[];
  reviewer: PersonSummaryRow | null;
  reviewed_until: Date | null;
}

const uploadJson = sql`jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width, 'height', f.height)`;
const filesOf = (table: string, column: string, id: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_agg(${uploadJson} order by n.position) from ${sql.table(table)} n
    join uploads f on f.school_id = n.school_id and f.id = n.upload_id where n.school_id = r.school_id and n.${sql.ref(column)} = ${id}), '[]')`;

const head = sql`r.id, r.kind, r.state, r.title, r.club_id, c.name as club_name, r.account_id, a.code as account_code,
    ${accountName('a', 'ac')} as account_name, a.currency, sums.asked, sums.granted, sums.spent, ${personSummaryOrNull('u')} as requester,
    r.created_at, r.submitted_at, r.version`;
const joins = sql`join club_accounts a on a.school_id = r.school_id and a.id = r.account_id
    left join clubs ac on ac.school_id = a.school_id and ac.id = a.club_id
    left join clubs c on c.school_id = r.school_id and c.id = r.club_id
    left join users u on u.school_id = r.school_id and u.id = r.created_by
    cross join lateral (select coalesce(sum(l.asked), 0)::bigint as asked, coalesce(sum(l.granted), 0)::bigint as granted,
      coalesce(sum(l.spent), 0)::bigint as spent from budget_request_lines l where l.school_id = r.school_id and l.request_id = r.id) sums`;

/** Returns a request with its lines and expenses. `now` decides who is reviewing it. */
export const selectRequest = (db: Db, id: number, now: Date): Promise<RequestRow | undefined> =>
  first(
    db,
    sql<RequestRow>`select ${head}, r.purpose, r.decided_at, r.closed_at, a.archived_at as account_archived_at, a.club_id as account_club_id,
        b.balance - b.promised as available,
        (select jsonb_build_object('id', e.id::text, 'title', e.title) from events e where e.school_id = r.school_id and e.id = r.event_id) as event,
        coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'category', l.category, 'vendor', l.vendor,
            'quantity', l.quantity, 'price', l.price, 'club_pays', l.club_pays, 'asked', l.asked, 'granted', l.granted, 'spent', l.spent,
            'files', ${filesOf('budget_line_files', 'line_id', sql`l.id`)}) order by l.position)
          from budget_request_lines l where l.school_id = r.school_id and l.request_id = r.id), '[]') as lines,
        coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'line_id', x.line_id, 'entry_id', x.entry_id, 'on_date', y.on_date::text,
            'amount', (select -p.amount from ledger_postings p where p.school_id = x.school_id and p.entry_id = x.entry_id
              and p.account_id = r.account_id and p.currency = a.currency limit 1),
            'vendor', x.vendor, 'files', ${filesOf('budget_expense_files', 'expense_id', sql`x.id`)},
            'is_reversed', exists (select from ledger_entries z where z.school_id = y.school_id and z.reverses_id = y.id),
            'author', ${personSummaryOrNull('w')}) order by y.on_date desc, y.created_at desc, x.id)
          from budget_request_lines l join budget_expenses x on x.school_id = l.school_id and x.line_id = l.id
          join ledger_entries y on y.school_id = x.school_id and y.id = x.entry_id
          left join users w on w.school_id = y.school_id and w.id = y.created_by
          where l.school_id = r.school_id and l.request_id = r.id), '[]') as expenses,
        case when r.reviewed_until > ${now}::timestamptz then ${personSummaryOrNull('v')} end as reviewer, r.reviewed_until
      from budget_requests r ${joins}
      join club_account_balances b on b.school_id = a.school_id and b.account_id = a.id
      left join users v on v.school_id = r.school_id and v.id = r.reviewed_by
      where r.id = ${id}`,
  );

export interface RequestItemRow extends RequestHead {
  step: { name: string; place: number; count: number } | null;
  waiting_since: Date | null;
  score: number | null;
  reviewer: PersonSummaryRow | null;
}

interface RequestFilters {
  readonly club: number | null;
  readonly account: number | null;
  readonly kind: RequestKind | null;
  readonly state: RequestState | null;
  readonly search: string;
  readonly order: 'newest' | 'waiting';
  /** False without the club's own drafts. */
  readonly drafts: boolean;
  /** Decides who is reviewing a request. */
  readonly now: Date;
  readonly after: readonly [Date, number] | null;
  readonly size: number;
}

/** Returns requests, newest first or longest wait first. */
export const selectRequests = (
  db: Db,
  { club, account, kind, state, search, order, drafts, now, after, size }: RequestFilters,
): Promise<RequestItemRow[]> => {
  const since = sql`coalesce(r.submitted_at, r.created_at)`;
  const [at, id] = [after?.[0] ?? null, after?.[1] ?? 0];
  const [isAfter, inOrder] =
    order === 'waiting'
      ? [sql`(${since}, r.id) > (${at}::timestamptz, ${id}::bigint)`, sql`${since}, r.id`]
      : [
          sql`(r.created_at, r.id) < (${at}::timestamptz, ${id}::bigint)`,
          sql`r.created_at desc, r.id desc`,
        ];
  return many(
    db,
    sql<RequestItemRow>`select ${head},
        case when s.step is not null and r.state in ('submitted', 'changes_requested') then jsonb_build_object('place', s.step,
          'name', coalesce((select t.name from approval_stages t where t.school_id = s.school_id and t.submission_id = s.id and t.position = s.step), ''),
          'count', (select count(*) from approval_stages t where t.school_id = s.school_id and t.submission_id = s.id)) end as step,
        s.waiting_since, (select round(avg(g.score), 1)::float8 from budget_scores g where g.school_id = r.school_id and g.request_id = r.id) as score,
        case when r.reviewed_until > ${now}::timestamptz then ${personSummaryOrNull('v')} end as reviewer
      from budget_requests r ${joins}
      left join users v on v.school_id = r.school_id and v.id = r.reviewed_by
      left join approval_submissions s on s.school_id = r.school_id and s.kind = 'budget_request' and s.subject_id = r.id and s.ended_at is null
      where (${club}::bigint is null or r.club_id = ${club}::bigint) and (${account}::bigint is null or r.account_id = ${account}::bigint)
        and (${kind}::text is null or r.kind = ${kind}) and (${state}::text is null or r.state = ${state})
        and (${drafts} or r.submitted_at is not null)
        and (${search} = '' or strpos(fold(r.title), fold(${search})) > 0 or strpos(fold(coalesce(c.name, '')), fold(${search})) > 0)
        and (${after === null} or ${isAfter})
      order by ${inOrder} limit ${size}`,
  );
};

/** Locks a request, so that changes of it wait for each other. */
export const lockRequest = (db: Db, id: number) =>
  first(
    db,
    sql<{
      id: number;
      state: RequestState;
      version: number;
      account_id: number;
    }>`select id, state, version, account_id from budget_requests where id = ${id} for update`,
  );

export const clearGrants = async (db: Db, request: number): Promise<void> => {
  await sql`update budget_request_lines set granted = null where request_id = ${request}`.execute(
    db,
  );
};

/** Returns the parts of a club that decide whether it accepts changes. */
export const selectClubWritable = async (
  db: Db,
  club: number,
): Promise<Pick<ClubState, 'status' | 'deleted_at'> | null> =>
  (await first(
    db,
    sql<
      Pick<ClubState, 'status' | 'deleted_at'>
    >`select status, deleted_at from clubs where id = ${club}`,
  )) ?? null;

export const countDrafts = async (db: Db, club: number): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from budget_requests where club_id = ${club} and state = 'draft'`,
    )
  )?.n ?? 0;

interface RequestColumns {
  readonly kind: RequestKind;
  readonly account_id: number;
  readonly title: string;
  readonly purpose: string;
  readonly event_id: number | null;
}

export const insertRequest = (
  db: Db,
  school: SchoolId,
  columns: RequestColumns & { club_id: number; created_by: number; created_at: Date },
): Promise<{ id: number }> =>
  db
    .insertInto('budget_requests')
    .values({ school_id: school, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Updates the content of a locked request, and increments its version. */
export const updateRequest = async (
  db: Db,
  id: number,
  columns: Partial<RequestColumns> = {},
): Promise<void> => {
  await db
    .updateTable('budget_requests')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

/** Changes the state of a locked request. Its version is that of its content, and stays. */
export const updateState = async (
  db: Db,
  id: number,
  columns: { state: RequestState; submitted_at?: Date; decided_at?: Date; closed_at?: Date },
): Promise<void> => {
  await db
    .updateTable('budget_requests')
    .set({ ...columns, reviewed_by: null, reviewed_until: null })
    .where('id', '=', id)
    .execute();
};

export const deleteRequest = async (db: Db, id: number): Promise<void> => {
  await sql`delete from budget_requests where id = ${id}`.execute(db);
};

export interface NewLine {
  readonly title: string;
  readonly category: string;
  readonly vendor: string;
  readonly quantity: number;
  readonly price: number;
  readonly club_pays: number;
  readonly asked: number;
  readonly files: readonly number[];
}

/** Replaces the lines of a locked request, with their files. */
export const replaceLines = async (
  db: Db,
  school: SchoolId,
  request: number,
  lines: readonly NewLine[],
): Promise<void> => {
  await sql`delete from budget_request_lines where request_id = ${request}`.execute(db);
  if (lines.length === 0) return;
  await sql`with given as (
      select (one ->> 'position')::int as position, one from jsonb_array_elements(${JSON.stringify(
        lines.map((line, position) => ({ ...line, position })),
      )}::jsonb) as one
    ), made as (
      insert into budget_request_lines (school_id, request_id, position, title, category, vendor, quantity, price, club_pays, asked)
      select ${school}::int, ${request}::bigint, g.position, g.one ->> 'title', g.one ->> 'category', g.one ->> 'vendor', (g.one ->> 'quantity')::int,
        (g.one ->> 'price')::bigint, (g.one ->> 'club_pays')::bigint, (g.one ->> 'asked')::bigint
      from given g returning id, position
    )
    insert into budget_line_files (school_id, line_id, upload_id, position)
    select ${school}::int, m.id, f.id::bigint, f.place from made m join given g on g.position = m.position
      cross join lateral jsonb_array_elements_text(g.one -> 'files') with ordinality as f (id, place)`.execute(
    db,
  );
};

/** Returns the files that the lines of a request have. */
export const selectLineFiles = async (db: Db, request: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct n.upload_id as id from budget_line_files n join budget_request_lines l on l.school_id = n.school_id and l.id = n.line_id
        where l.request_id = ${request}`,
    )
  ).map(({ id }) => id);

/** Sets the granted amounts of lines of a locked request. */
export const updateGrants = async (
  db: Db,
  request: number,
  grants: readonly { line: number; granted: number }[],
): Promise<void> => {
  await sql`update budget_request_lines l set granted = g.granted
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g (line bigint, granted bigint)
    where l.request_id = ${request} and l.id = g.line`.execute(db);
};

/** Grants the asked amount on lines without a granted one, and returns the granted sum. */
export const updateMissingGrants = async (db: Db, request: number): Promise<number> => {
  await sql`update budget_request_lines set granted = asked where request_id = ${request} and granted is null`.execute(
    db,
  );
  const row = await first(
    db,
    sql<{
      sum: number;
    }>`select coalesce(sum(granted), 0)::bigint as sum from budget_request_lines where request_id = ${request}`,
  );
  return row?.sum ?? 0;
};

/** Adds to the spent amount of a line. Returns false if that is more than was granted. */
export const addSpent = (db: Db, line: number, amount: number): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update budget_request_lines set spent = spent + ${amount} where id = ${line} and spent + ${amount} <= coalesce(granted, 0)`,
  );

export const insertExpense = async (
  db: Db,
  school: SchoolId,
  expense: { line: number; entry: number; vendor: string; files: readonly number[] },
): Promise<void> => {
  await sql`with made as (
      insert into budget_expenses (school_id, line_id, entry_id, vendor) values (${school}, ${expense.line}, ${expense.entry}, ${expense.vendor}) returning id
    )
    insert into budget_expense_files (school_id, expense_id, upload_id, position)
    select ${school}, made.id, f.id, f.position from made, unnest(${expense.files as number[]}::bigint[]) with ordinality as f (id, position)`.execute(
    db,
  );
};

/** Returns the expense of an entry, with its request. */
export const selectExpenseOf = (db: Db, entry: number) =>
  first(
    db,
    sql<{
      line_id: number;
      request_id: number;
      amount: number;
    }>`select x.line_id, l.request_id, (select -p.amount from ledger_postings p where p.school_id = x.school_id and p.entry_id = x.entry_id
          and p.account_id = r.account_id limit 1) as amount
      from budget_expenses x join budget_request_lines l on l.school_id = x.school_id and l.id = x.line_id
      join budget_requests r on r.school_id = l.school_id and r.id = l.request_id
      where x.entry_id = ${entry}`,
  );

/** Sets or removes a reviewer's score. */
export const saveScore = async (
  db: Db,
  school: SchoolId,
  { request, person, score }: { request: number; person: number; score: number | null },
): Promise<void> => {
  if (score === null)
    await sql`delete from budget_scores where request_id = ${request} and user_id = ${person}`.execute(
      db,
    );
  else
    await sql`insert into budget_scores (school_id, request_id, user_id, score) values (${school}, ${request}, ${person}, ${score})
      on conflict (school_id, request_id, user_id) do update set score = excluded.score`.execute(
      db,
    );
};

export const selectScores = async (db: Db, request: number, person: number) => {
  const row = await first(
    db,
    sql<{
      own: number | null;
      average: number | null;
      count: number;
    }>`select max(score) filter (where user_id = ${person}) as own, round(avg(score), 1)::float8 as average, count(*)::int as count
      from budget_scores where request_id = ${request}`,
  );
  return row ?? { own: null, average: null, count: 0 };
};

/**
 * Records that a reviewer has a request open, unless another one does. Reviewers have one request open at a time, so those that they left
 * are free again; locked ones are skipped, because two reviewers could wait for each other.
 */
export const updateReviewing = async (
  db: Db,
  {
    request,
    person,
    now,
    minutes,
  }: { request: number; person: number; now: Date; minutes: number },
): Promise<void> => {
  await sql`with former as (
      select id from budget_requests where reviewed_by = ${person} and id <> ${request} for update skip locked
    )
    update budget_requests r set reviewed_by = null, reviewed_until = null from former where r.id = former.id`.execute(
    db,
  );
  await sql`update budget_requests set reviewed_by = ${person}, reviewed_until = ${now}::timestamptz + ${minutes} * interval '1 minute'
    where id = ${request} and (reviewed_by is not distinct from ${person} or reviewed_until is null or reviewed_until <= ${now})`.execute(
    db,
  );
};

/** Returns the people whose position in the club of a request lets them request money. */
export const selectRequesters = async (db: Db, request: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct g.user_id as id from budget_requests q join current_grants g on g.scope_id = q.club_id
        join roles o on o.school_id = g.school_id and o.id = g.role_id
        join users u on u.school_id = g.school_id and u.id = g.user_id and not u.is_disabled
        where q.id = ${request} and o.scope = 'club' and 'budgets.request' = any(o.permissions)`,
    )
  ).map(({ id }) => id);

/** Returns whether a person reviews a request at any step of its submissions. */
export const isReviewer = (db: Db, request: number, person: number): Promise<boolean> =>
  exists(
    db,
    sql`select from approval_submissions s join approval_assignees a on a.school_id = s.school_id and a.submission_id = s.id
      where s.kind = 'budget_request' and s.subject_id = ${request} and (a.user_id = ${person} or a.role_id is not null
        and exists (select from current_grants g where g.user_id = ${person} and g.role_id = a.role_id and g.scope_id = a.scope_id))`,
  );

/** The quotes and receipts of requests and expenses. */
export const budgetUploads: UploadReference = {
  kind: 'budget_request',
  isUsed: sql`(exists (select from budget_line_files n where n.upload_id = f.id) or exists (select from budget_expense_files n where n.upload_id = f.id))`,
  isReferencedBy: (request) =>
    sql`exists (select from budget_request_lines l where l.request_id = ${request} and (
      exists (select from budget_line_files n where n.school_id = l.school_id and n.line_id = l.id and n.upload_id = f.id)
      or exists (select from budget_expenses x join budget_expense_files n on n.school_id = x.school_id and n.expense_id = x.id
        where x.school_id = l.school_id and x.line_id = l.id and n.upload_id = f.id)))`,
  storageType: 'forms',
  uses: selectFileUse(
    'budget_request',
    sql`r.id`,
    sql`from budget_requests r where r.school_id = f.school_id and exists (select from budget_request_lines l
      where l.school_id = r.school_id and l.request_id = r.id and (
        exists (select from budget_line_files n where n.school_id = l.school_id and n.line_id = l.id and n.upload_id = f.id)
        or exists (select from budget_expenses x join budget_expense_files n on n.school_id = x.school_id and n.expense_id = x.id
          where x.school_id = l.school_id and x.line_id = l.id and n.upload_id = f.id)))`,
    { title: sql`case when r.created_by = f.owner_id then r.title end` },
  ),
};

/** Removes a person from requests. Requests and money stay with the club. */
export const forgetRequester = async (db: Db, person: number): Promise<void> => {
  await sql`update budget_requests set created_by = null where created_by = ${person}`.execute(db);
  await sql`update budget_requests set reviewed_by = null, reviewed_until = null where reviewed_by = ${person}`.execute(
    db,
  );
  await sql`delete from budget_scores where user_id = ${person}`.execute(db);
};

/** The person's requests, entries, accounts and scores, for their data export. */
export const personalData: PersonalData = (me) => ({
  budgetRequests: sql`(select jsonb_agg(jsonb_build_object('title', r.title, 'kind', r.kind, 'purpose', r.purpose, 'state', r.state,
        'club', (select c.name from clubs c where c.school_id = r.school_id and c.id = r.club_id), 'createdAt', r.created_at,
        'lines', (select jsonb_agg(jsonb_build_object('title', l.title, 'quantity', l.quantity, 'asked', l.asked, 'granted', l.granted) order by l.position)
          from budget_request_lines l where l.school_id = r.school_id and l.request_id = r.id)) order by r.created_at)
        from budget_requests r where r.created_by = ${me})`,
  budgetReviews: sql`(select jsonb_agg(jsonb_build_object('title', r.title, 'until', r.reviewed_until) order by r.created_at)
        from budget_requests r where r.reviewed_by = ${me})`,
  budgetScores: sql`(select jsonb_agg(jsonb_build_object('title', r.title, 'score', g.score) order by r.created_at)
        from budget_scores g join budget_requests r on r.school_id = g.school_id and r.id = g.request_id where g.user_id = ${me})`,
  ledgerEntries: sql`(select jsonb_agg(jsonb_build_object('title', e.title, 'date', e.on_date, 'kind', e.kind, 'at', e.created_at) order by e.created_at)
        from ledger_entries e where e.created_by = ${me})`,
  clubAccounts: sql`(select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'createdAt', a.created_at) order by a.created_at)
        from club_accounts a where a.created_by = ${me})`,
});
