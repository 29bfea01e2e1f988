import { sql, type RawBuilder } from 'kysely';
import type { HoldAction, HoldKind, LineKind } from '#contract/finances/limits.ts';
import { financeLimits } from '#contract/finances/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, many } from '../../kernel/sql.ts';
import { schoolZone } from '../courses/courses.queries.ts';

/** A line of an account. An account without lines is one row with `id` null. */
export interface AccountLineRow {
  readonly account_id: number;
  readonly account: string;
  readonly currency: string;
  readonly id: number | null;
  readonly kind: LineKind | 'installment';
  readonly title: string;
  readonly detail: string;
  readonly amount: number;
  readonly on_date: string;
  readonly due_on: string | null;
  readonly reverses_id: number | null;
  readonly reason: string;
  readonly created_at: Date;
  /** The position among all lines of the account, oldest first. */
  readonly position: number;
  readonly term: string | null;
  readonly term_name: string | null;
  /** The balance of the account after this line, in the order of days. */
  readonly balance: number;
  /** The sums of the account. Only its newest line has them. */
  readonly sums: {
    readonly total: number;
    readonly charged: number;
    readonly credited: number;
    readonly paid: number;
    readonly pending: number;
  } | null;
}

/** Sorts lines by day, and lines of the same file by id, with a reversal after its line. */
const inOrder = sql`l.on_date, l.created_at, l.code collate "C", l.revision, (l.reverses_id is not null), l.id`;

/** Selects a person's accounts `a` with their lines `l`. The sums include the lines beyond the limit. */
const accountLines = (which: RawBuilder<unknown>) => sql`
  select a.id as account_id, a.name as account, a.currency, l.*
  from finance_accounts a left join lateral (
    select l.id, l.kind, l.title, l.detail, l.amount, l.on_date::text as on_date, l.due_on::text as due_on, l.reverses_id,
      l.reason, l.created_at, row_number() over ordered as position, t.code as term, t.name as term_name,
      sum(l.effect) over ordered::bigint as balance,
      case when row_number() over ordered = count(*) over whole then jsonb_build_object('total', sum(l.effect) over whole,
        'charged', coalesce(sum(l.effect) filter (where l.kind = 'charge') over whole, 0),
        'credited', coalesce(-sum(l.effect) filter (where l.kind = 'credit') over whole, 0),
        'paid', coalesce(-sum(l.effect) filter (where l.kind in ('payment', 'refund')) over whole, 0),
        'pending', coalesce(sum(case when l.reverses_id is null then l.amount else -l.amount end) filter (where l.kind = 'pending') over whole, 0)) end as sums
    from finance_transactions l left join terms t on t.school_id = l.school_id and t.id = l.term_id
    where l.school_id = a.school_id and l.account_id = a.id
    window ordered as (order by ${inOrder}), whole as ()
    order by position desc limit ${financeLimits.lines + 1}
  ) as l on true
  where ${which}`;

/** Selects all accounts of a person with their lines, newest first. */
export const selectAccountLines = (db: Db, person: number): Promise<AccountLineRow[]> =>
  many(
    db,
    sql<AccountLineRow>`select x.* from (${accountLines(sql`a.user_id = ${person}`)}) as x order by x.account, x.account_id, x.position desc`,
  );

/** Selects some accounts with their lines, newest first. */
export const selectLinesOf = (db: Db, accounts: readonly number[]): Promise<AccountLineRow[]> =>
  many(
    db,
    sql<AccountLineRow>`select x.* from (${accountLines(sql`a.id = any(${accounts as number[]}::bigint[])`)}) as x order by x.account_id, x.position desc`,
  );

export interface ContactRow {
  readonly contact_name: string;
  readonly contact_email: string;
  readonly contact_phone: string;
  readonly contact: {
    readonly id: number;
    readonly first_name: string;
    readonly last_name: string;
    readonly photo: string | null;
    readonly offers: boolean;
  } | null;
  readonly office_id: number | null;
  readonly office_name: string | null;
}

/** Data about all accounts of a person: the current day at the school, the settings, and their last visit. */
export interface FinanceContextRow extends ContactRow {
  readonly today: string;
  readonly currency: string;
  readonly pay_url: string | null;
  readonly pay_key: string | null;
  readonly imported_at: Date | null;
  /** The time when the previous visit ended. */
  readonly seen_at: Date | null;
}

/** The current day at the school, in the time zone of its newest term. */
const today = (now: Date) => sql`(${now}::timestamptz at time zone ${schoolZone})::date::text`;

/** True if a visit has ended. Visits end after half an hour without a page view. */
const isOver = (now: Date) => sql`v.seen_at < ${now}::timestamptz - interval '30 minutes'`;

/** Selects when the previous visit ended. */
const visitBefore = (person: number, now: Date) =>
  sql<{
    at: Date | null;
  }>`select case when ${isOver(now)} then v.seen_at else v.previous_seen_at end as at from finance_visits v where v.user_id = ${person}`;

/** Returns when a person's previous visit ended, or null if there was none. */
export const selectVisitBefore = async (db: Db, person: number, now: Date): Promise<Date | null> =>
  (await first(db, visitBefore(person, now)))?.at ?? null;

const financeContextOf = (person: number, now: Date) => sql`
  select ${today(now)} as today, coalesce(s.currency, 'USD') as currency, s.pay_url, s.pay_key, s.imported_at,
    (${visitBefore(person, now)}) as seen_at,
    coalesce(s.contact_name, '') as contact_name, coalesce(s.contact_email, '') as contact_email, coalesce(s.contact_phone, '') as contact_phone,
    null::jsonb as contact, o.id as office_id, o.name as office_name
  from (values (1)) as one (n) left join finance_settings s on true
    left join booking_offices o on o.school_id = s.school_id and o.id = s.office_id and o.is_open`;

/** Returns the currency that the school set for its accounts. */
export const selectSchoolCurrency = async (db: Db): Promise<string> =>
  (await first(db, sql<{ currency: string }>`select currency from finance_settings`))?.currency ??
  'USD';

export const selectFinanceContext = async (
  db: Db,
  person: number,
  now: Date,
): Promise<FinanceContextRow> => {
  const row = await first(db, sql<FinanceContextRow>`${financeContextOf(person, now)}`);
  if (row === undefined) throw new Error('a select without a table answers a row');
  return row;
};

/** The same with times as in JSON. */
interface FinanceContextJson extends Omit<FinanceContextRow, 'imported_at' | 'seen_at'> {
  readonly imported_at: string | null;
  readonly seen_at: string | null;
}
type OwnRow = { [C in keyof AccountLineRow]: AccountLineRow[C] | null } & {
  /** Only the first row has it. */
  readonly around: FinanceContextJson | null;
};

/** Selects accounts with their lines, and the data about all of them, in one statement. */
export const selectOwn = async (
  db: Db,
  person: number,
  now: Date,
): Promise<{ rows: AccountLineRow[]; financeContext: FinanceContextRow }> => {
  const rows = await many(
    db,
    sql<OwnRow>`select x.*, case when row_number() over (order by x.account, x.account_id, x.position desc) = 1
        then (select to_jsonb(p) from (${financeContextOf(person, now)}) as p) end as around
      from (values (1)) as one (n) left join (${accountLines(sql`a.user_id = ${person}`)}) as x on true order by x.account, x.account_id, x.position desc`,
  );
  const around = rows[0]?.around;
  if (!around) throw new Error('a select without a table answers a row');
  const instant = (at: string | null) => (at === null ? null : new Date(at));
  return {
    // If there is no account, the only row is empty.
    rows: rows.filter((row): row is OwnRow & AccountLineRow => row.account_id !== null),
    financeContext: {
      ...around,
      imported_at: instant(around.imported_at),
      seen_at: instant(around.seen_at),
    },
  };
};

export interface HoldRow extends ContactRow {
  readonly id: number;
  readonly kind: HoldKind;
  readonly office: string;
  readonly since: string;
  readonly reason: string;
  readonly blocks: HoldAction[];
  readonly how_to_clear: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly updated_at: Date;
}

/** The columns of a hold `h` and the tables that they come from. */
export const holdColumns = sql`h.id, h.kind, h.office, h.since::text as since, h.reason, h.blocks, h.how_to_clear, h.amount, h.currency, h.updated_at,
      h.contact_name, h.contact_email, h.contact_phone, o.id as office_id, o.name as office_name,
      (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo,
          'offers', exists (select from booking_offers b where b.school_id = u.school_id and b.user_id = u.id and b.is_open))
        from users u where u.school_id = h.school_id and u.id = h.contact_id and not u.is_disabled) as contact`;
export const holdTables = sql`finance_holds h left join booking_offices o on o.school_id = h.school_id and o.id = h.office_id and o.is_open`;

/** Selects a person's holds that aren't lifted, newest first. */
export const selectHolds = (db: Db, person: number): Promise<HoldRow[]> =>
  many(
    db,
    sql<HoldRow>`select ${holdColumns} from ${holdTables}
    where h.user_id = ${person} and h.released_on is null order by h.since desc, h.id desc`,
  );

/** Records that a person views the page now. */
export const upsertVisit = async (
  db: Db,
  school: SchoolId,
  person: number,
  now: Date,
): Promise<void> => {
  await sql`insert into finance_visits as v (school_id, user_id, seen_at) values (${school}::int, ${person}::bigint, ${now}::timestamptz)
    on conflict (school_id, user_id) do update set seen_at = excluded.seen_at,
      previous_seen_at = case when ${isOver(now)} then v.seen_at else v.previous_seen_at end`.execute(
    db,
  );
};

export interface StudentRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly photo: string | null;
  readonly username: string;
}

export const selectStudent = (db: Db, person: number): Promise<StudentRow | undefined> =>
  first(
    db,
    sql<StudentRow>`select u.id, u.first_name, u.last_name, u.photo, u.username from users u where u.id = ${person}`,
  );

/** Deletes the data of an erased person. Lines are deleted with their account, and lines that staff added lose the name of their author. */
export const deleteFinancesOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from finance_accounts where user_id = ${person}`.execute(db);
  await sql`delete from finance_holds where user_id = ${person}`.execute(db);
  await sql`update finance_holds set contact_id = null where contact_id = ${person}`.execute(db);
  await sql`update finance_transactions set actor_id = null where actor_id = ${person}`.execute(db);
  await sql`delete from finance_visits where user_id = ${person}`.execute(db);
  await sql`delete from finance_proxies where user_id = ${person}`.execute(db);
};

const money = (amount: string, currency: string) =>
  sql.raw(
    `round(${amount} / 10::numeric ^ currency_digits(${currency}), currency_digits(${currency})) || ' ' || ${currency}`,
  );

/** The person's accounts, holds and shared access, for their data export. */
export const personalData: PersonalData = (me) => ({
  financeLines: sql`(select jsonb_agg(jsonb_build_object('account', a.name, 'kind', l.kind, 'title', l.title, 'detail', l.detail, 'date', l.on_date, 'due', l.due_on,
      'amount', ${money('l.amount', 'a.currency')}, 'takesBack', l.reverses_id is not null, 'reason', l.reason) order by l.on_date, l.created_at, l.id)
    from finance_accounts a join finance_transactions l on l.school_id = a.school_id and l.account_id = a.id where a.user_id = ${me})`,
  financeLinesWritten: sql`(select jsonb_agg(jsonb_build_object('kind', l.kind, 'at', l.created_at) order by l.created_at, l.id) from finance_transactions l where l.actor_id = ${me})`,
  financeHolds: sql`(select jsonb_agg(jsonb_build_object('kind', h.kind, 'office', h.office, 'since', h.since, 'reason', h.reason, 'liftedOn', h.released_on) order by h.since, h.id)
    from finance_holds h where h.user_id = ${me})`,
  financeHoldsToAskAbout: sql`(select jsonb_agg(jsonb_build_object('office', h.office, 'since', h.since) order by h.since, h.id) from finance_holds h where h.contact_id = ${me})`,
  financeVisits: sql`(select jsonb_agg(jsonb_build_object('seenAt', v.seen_at)) from finance_visits v where v.user_id = ${me})`,
  financesSharedWith: sql`(select jsonb_agg(jsonb_build_object('name', p.name, 'email', p.email, 'items', p.items, 'createdAt', p.created_at, 'endsAt', p.ends_at,
      'revokedAt', p.revoked_at) order by p.created_at, p.id) from finance_proxies p where p.user_id = ${me})`,
});
