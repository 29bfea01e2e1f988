import { sql, type RawBuilder } from 'kysely';
import type { AccountRole, EntryKind, EntrySource } from '#contract/budgets/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { exists, first, hasChangedRows, many } from '../../kernel/sql.ts';
import { schoolZone } from '../courses/courses.queries.ts';
import { personSummaryOrNull, type PersonSummaryRow } from '../people/summary/summary.queries.ts';

export interface AccountRow {
  id: number;
  role: AccountRole;
  code: string;
  name: string;
  currency: string;
  is_main: boolean;
  carries_over: boolean;
  archived_at: Date | null;
  version: number;
  club_id: number | null;
  club_name: string | null;
  parent_id: number | null;
  parent_name: string | null;
  balance: number;
  promised: number;
}

/** The name of an account `a` of the club `c`. */
export const accountName = (a: string, c: string): RawBuilder<string> =>
  sql.raw(`coalesce(nullif(${a}.name, ''), ${c}.name, ${a}.code)`);

const columns = sql`a.id, a.role, a.code, ${accountName('a', 'c')} as name, a.currency, a.is_main, a.carries_over, a.archived_at, a.version,
    a.club_id, c.name as club_name, a.parent_id, ${accountName('p', 'pc')} as parent_name, b.balance, b.promised`;
const joins = sql`join club_account_balances b on b.school_id = a.school_id and b.account_id = a.id
    left join clubs c on c.school_id = a.school_id and c.id = a.club_id
    left join club_accounts p on p.school_id = a.school_id and p.id = a.parent_id
    left join clubs pc on pc.school_id = p.school_id and pc.id = p.club_id`;

/** Returns accounts by code. `clubs`: only those of these clubs; null for all. */
export const selectAccounts = (
  db: Db,
  {
    clubs,
    archived,
    after,
    size,
  }: {
    clubs: readonly number[] | null;
    archived: boolean;
    after: readonly [string, number] | null;
    size: number;
  },
): Promise<AccountRow[]> =>
  many(
    db,
    sql<AccountRow>`select ${columns} from club_accounts a ${joins}
      where a.code is not null and (${clubs === null} or a.club_id = any(${(clubs ?? []) as number[]}::bigint[]))
        and (${archived} or a.archived_at is null)
        and (${after === null} or (a.code, a.id) > (${after?.[0] ?? ''}, ${after?.[1] ?? 0}::bigint))
      order by a.code, a.id limit ${size}`,
  );

/** Returns an account that people can see. */
export const selectAccount = (db: Db, id: number): Promise<AccountRow | undefined> =>
  first(
    db,
    sql<AccountRow>`select ${columns} from club_accounts a ${joins} where a.id = ${id} and a.code is not null`,
  );

/** Returns accounts by their ids, in the order of their codes. */
export const selectAccountsById = (db: Db, ids: readonly number[]): Promise<AccountRow[]> =>
  many(
    db,
    sql<AccountRow>`select ${columns} from club_accounts a ${joins} where a.id = any(${ids as number[]}::bigint[]) order by a.code, a.id`,
  );

/** Returns the funds from which clubs can request money, by code. */
export const selectFunds = (db: Db) =>
  many(
    db,
    sql<{
      id: number;
      code: string;
      name: string;
      currency: string;
    }>`select id, code, name, currency from club_accounts where role = 'fund' and archived_at is null order by code, id limit 500`,
  );

/** Returns the clubs in which a person has one of the permissions. */
export const selectMoneyClubs = async (db: Db, person: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct g.scope_id as id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        where g.user_id = ${person} and r.scope = 'club' and r.permissions && '{money.read,budgets.request}'`,
    )
  ).map(({ id }) => id);

export interface LineRow {
  id: number;
  number: number;
  entry_id: number;
  on_date: string;
  title: string;
  category: string;
  kind: EntryKind;
  amount: number;
  balance: number;
  currency: string;
  source_kind: EntrySource | null;
  source_id: string | null;
  reverses_id: number | null;
  is_reversed: boolean;
}

export interface LineFilters {
  readonly from: string | null;
  readonly to: string | null;
  readonly category: string | null;
}

interface LinePage {
  readonly after: number | null;
  readonly size: number;
  readonly oldestFirst?: boolean;
}

/** True if the posting's entry `e` matches the filters. */
const matches = ({ from, to, category }: LineFilters) =>
  sql`((${from}::date is null or e.on_date >= ${from}::date) and (${to}::date is null or e.on_date <= ${to}::date)
    and (${category}::text is null or e.category = ${category}::text))`;

/** Returns the postings of an account, newest first. */
export const selectLines = (
  db: Db,
  { id, currency }: Pick<AccountRow, 'id' | 'currency'>,
  { from, to, category, after, size, oldestFirst = false }: LineFilters & LinePage,
): Promise<LineRow[]> =>
  many(
    db,
    sql<LineRow>`select p.id, p.number, p.entry_id, e.on_date::text as on_date, e.title, e.category, e.kind, p.amount, p.balance, p.currency,
        e.source_kind, e.source_id, e.reverses_id,
        exists (select from ledger_entries r where r.school_id = e.school_id and r.reverses_id = e.id) as is_reversed
      from ledger_postings p join ledger_entries e on e.school_id = p.school_id and e.id = p.entry_id
      where p.account_id = ${id} and p.currency = ${currency} and (${after === null} or p.number ${oldestFirst ? sql`>` : sql`<`} ${after ?? 0})
        and ${matches({ from, to, category })}
      order by ${oldestFirst ? sql`p.number` : sql`p.number desc`} limit ${size}`,
  );

/** Counts the matching postings of an account. */
export const countLines = async (
  db: Db,
  { id, currency }: Pick<AccountRow, 'id' | 'currency'>,
  filters: LineFilters,
): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from ledger_postings p join ledger_entries e on e.school_id = p.school_id and e.id = p.entry_id
        where p.account_id = ${id} and p.currency = ${currency} and ${matches(filters)}`,
    )
  )?.n ?? 0;

/** Returns the sums of the matching postings of an account that add to it, and of those that take from it. */
export const selectLineSums = async (
  db: Db,
  { id, currency }: Pick<AccountRow, 'id' | 'currency'>,
  filters: LineFilters,
): Promise<{ added: number; taken: number }> =>
  (await first(
    db,
    sql<{
      added: number;
      taken: number;
    }>`select coalesce(sum(p.amount) filter (where p.amount > 0), 0)::bigint as added,
        coalesce(sum(p.amount) filter (where p.amount < 0), 0)::bigint as taken
      from ledger_postings p join ledger_entries e on e.school_id = p.school_id and e.id = p.entry_id
      where p.account_id = ${id} and p.currency = ${currency} and ${matches(filters)}`,
  )) ?? { added: 0, taken: 0 };

/** Returns the categories of an account's postings. */
export const selectLineCategories = async (db: Db, account: number): Promise<string[]> =>
  (
    await many(
      db,
      sql<{
        category: string;
      }>`select distinct e.category from ledger_postings p join ledger_entries e on e.school_id = p.school_id and e.id = p.entry_id
        where p.account_id = ${account} and e.category <> '' order by e.category limit 200`,
    )
  ).map(({ category }) => category);

export interface EntryRow {
  id: number;
  on_date: string;
  title: string;
  category: string;
  kind: EntryKind;
  source_kind: EntrySource | null;
  source_id: string | null;
  reverses_id: number | null;
  reversed_by: number | null;
  reason: string;
  author: PersonSummaryRow | null;
  created_at: Date;
  postings: {
    id: number;
    account: number;
    role: string;
    name: string | null;
    club: number | null;
    amount: number;
    currency: string;
  }[];
}

/** Returns an entry with its postings, those of system accounts last. */
export const selectEntry = (db: Db, id: number): Promise<EntryRow | undefined> =>
  first(
    db,
    sql<EntryRow>`select e.id, e.on_date::text as on_date, e.title, e.category, e.kind, e.source_kind, e.source_id, e.reverses_id,
        (select r.id from ledger_entries r where r.school_id = e.school_id and r.reverses_id = e.id) as reversed_by, e.reason,
        ${personSummaryOrNull('u')} as author, e.created_at,
        (select jsonb_agg(jsonb_build_object('id', p.id, 'account', a.id, 'role', a.role, 'name', ${accountName('a', 'c')}, 'club', a.club_id,
            'amount', p.amount, 'currency', p.currency) order by a.code is null, a.code, a.id, p.number)
          from ledger_postings p join club_accounts a on a.school_id = p.school_id and a.id = p.account_id
          left join clubs c on c.school_id = a.school_id and c.id = a.club_id
          where p.school_id = e.school_id and p.entry_id = e.id) as postings
      from ledger_entries e left join users u on u.school_id = e.school_id and u.id = e.created_by
      where e.id = ${id}`,
  );

export interface NewAccount {
  readonly role: AccountRole;
  readonly code: string;
  readonly name: string;
  readonly parent: number | null;
  readonly club: number | null;
  readonly currency: string;
  readonly carriesOver: boolean;
  readonly by: number;
  readonly now: Date;
}

/** Inserts an account. A club's first account in a currency is its main one. Undefined if the code is taken. */
export const insertAccount = (
  db: Db,
  school: SchoolId,
  account: NewAccount,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into club_accounts (school_id, role, code, name, parent_id, club_id, currency, is_main, carries_over, created_by, created_at)
      values (${school}, ${account.role}, ${account.code}, ${account.name}, ${account.parent}::bigint, ${account.club}::bigint, ${account.currency},
        ${account.club}::bigint is not null and not exists (select from club_accounts m where m.club_id = ${account.club}::bigint
          and m.currency = ${account.currency} and m.is_main),
        ${account.carriesOver}, ${account.by}, ${account.now})
      on conflict (school_id, currency, code) where code is not null do nothing returning id`,
  );

export const isCodeTaken = (
  db: Db,
  { id, currency }: Pick<AccountRow, 'id' | 'currency'>,
  code: string,
): Promise<boolean> =>
  exists(
    db,
    sql`select from club_accounts where currency = ${currency} and code = ${code} and id <> ${id}`,
  );

/** Updates an account that still has this version. Undefined columns keep their values. */
export const updateAccount = (
  db: Db,
  { id, version }: { id: number; version: number },
  columns: {
    code?: string;
    name?: string;
    parent_id?: number | null;
    carries_over?: boolean;
    archived_at?: Date | null;
  },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update club_accounts set ${sql.join([
      sql`version = version + 1`,
      ...Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    ])} where id = ${id} and version = ${version}`,
  );

/** Returns the ids of an account and those above it, from the account up. */
export const selectAbove = async (db: Db, id: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`with recursive above as (
        select id, parent_id, 1 as level from club_accounts where id = ${id}
        union all select a.id, a.parent_id, above.level + 1 from above join club_accounts a on a.id = above.parent_id where above.level < 100
      ) select id from above order by level`,
    )
  ).map(({ id: one }) => one);

/** Returns the number of levels below an account, itself included. */
export const selectDepth = async (db: Db, id: number): Promise<number> =>
  (
    await first(
      db,
      sql<{ n: number }>`with recursive below as (
        select id, 1 as level from club_accounts where id = ${id}
        union all select a.id, below.level + 1 from below join club_accounts a on a.parent_id = below.id where below.level < 100
      ) select max(level)::int as n from below`,
    )
  )?.n ?? 1;

export const isClubThere = (db: Db, id: number): Promise<boolean> =>
  exists(db, sql`select from clubs where id = ${id} and deleted_at is null`);

export const countAccounts = async (db: Db): Promise<number> =>
  (
    await first(
      db,
      sql<{ n: number }>`select count(*)::int as n from club_accounts where code is not null`,
    )
  )?.n ?? 0;

/** Returns whether an account has accounts below it that aren't archived, or requests that aren't decided. */
export const isAccountUsed = (db: Db, id: number): Promise<boolean> =>
  exists(
    db,
    sql`select from club_accounts where parent_id = ${id} and archived_at is null
      union all select from budget_requests where account_id = ${id} and state in ('submitted', 'changes_requested', 'approved')`,
  );

/** The school's currency, and today in its time zone. */
export const selectSchoolMoney = async (db: Db, now: Date) => {
  const row = await first(
    db,
    sql<{
      currency: string;
      today: string;
    }>`select coalesce((select s.currency from finance_settings s), 'USD') as currency,
      (${now}::timestamptz at time zone ${schoolZone})::date::text as today`,
  );
  return { currency: row?.currency ?? 'USD', today: row?.today ?? '' };
};

/** Days of a period, or null for all time. */
export interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * What a posting `p` of an entry `e` counts as: allocated, own income, or spent. A reversal subtracts.
 * [posting_part](../../../database/functions/posting_part.sql)
 */
const part = sql`posting_part(e.kind, p.amount, e.reverses_id is not null)`;
export const isAllocated = sql`${part} = 'allocated'`;
export const isSpent = sql`${part} = 'spent'`;
export const isIncome = sql`${part} = 'income'`;
