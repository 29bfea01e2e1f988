import { sql, type RawBuilder } from 'kysely';
import { budgetLimits as limits, systemRoles } from '#contract/budgets/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import {
  selectStagedProblems,
  type RowProblems,
} from '../../../kernel/database/staged-problems.ts';
import { clubCode } from '../../clubs/import/club-code.ts';
import { schoolCurrency } from '../../finances/import/staged-finances.queries.ts';

/*
 * The rows of club-accounts.csv and ledger-entries.csv are streamed into these tables, checked as a whole, and then merged
 * (merge-ledger.queries.ts). The tables exist until the transaction ends. Clubs are staged before.
 */

const accountColumns = {
  name: 'text',
  role: 'text',
  parent: 'text',
  club: 'text',
  currency: 'text',
  is_main: 'boolean',
  carries_over: 'boolean',
  is_archived: 'boolean',
  allocated: 'text',
  income: 'text',
  spent: 'text',
  promised: 'text',
  balance: 'text',
  available: 'text',
} as const;
export type AccountColumn = keyof typeof accountColumns;

const entryColumns = {
  on_date: 'date',
  title: 'text',
  category: 'text',
  kind: 'text',
  account: 'text',
  amount: 'numeric',
  currency: 'text',
  reverses: 'text',
  reason: 'text',
} as const;
export type EntryColumn = keyof typeof entryColumns;

const listed = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

export const createStagedClubMoney = async (db: Db): Promise<void> => {
  await sql
    .raw(
      `drop table if exists pg_temp.staged_club_accounts;
      create temp table staged_club_accounts (line int not null, code text, ${listed(accountColumns)}) on commit drop;
      drop table if exists pg_temp.staged_ledger;
      create temp table staged_ledger (line int not null, entry text, ${listed(entryColumns)}) on commit drop`,
    )
    .execute(db);
};

/** True if an entry was imported and this import was undone, or if it's the reversal that the undo wrote. */
const isUndone = (e: string): string =>
  `(${e}.source_part like 'undo %' or exists (select from ledger_entries x where x.school_id = ${e}.school_id and x.reverses_id = ${e}.id
    and x.source_kind = 'import' and x.source_part like 'undo %'))`;

/** The name of an entry in files: the one that it was imported with, or its ID. */
export const entryName = (e: string): string =>
  `case when ${e}.source_kind = 'import' and not ${isUndone(e)} then ${e}.source_part else ${e}.id::text end`;

const systemList = sql.raw(systemRoles.map((role) => `'${role}'`).join(', '));

/**
 * Completes the staged accounts: their currency, the stored account, and the code of their club. An account's currency and code are its
 * key. A file names a club by its code, or by its name if no other club has it. Clubs are staged before.
 */
export const completeStagedAccounts = async (db: Db): Promise<void> => {
  await sql`update staged_club_accounts set currency = ${schoolCurrency} where currency is null`.execute(
    db,
  );
  await sql`alter table pg_temp.staged_club_accounts add column id bigint, add column club_code text, add column clubs int`.execute(
    db,
  );
  await sql`update staged_club_accounts s set id = a.id from club_accounts a where a.code = s.code and a.currency = s.currency`.execute(
    db,
  );
  const code = sql.raw(clubCode('c'));
  await sql`update staged_club_accounts s set club_code = f.code, clubs = f.n from (
      select s.line, min(k.code) as code, count(k.code) as n from staged_club_accounts s
      left join lateral (
        select s.club as code where exists (select from clubs c where c.deleted_at is null and ${code} = s.club)
          or exists (select from staged_clubs n where n.code = s.club)
        union select ${code} from clubs c where c.deleted_at is null and c.name = s.club
          and not exists (select from clubs o where o.deleted_at is null and ${sql.raw(clubCode('o'))} = s.club)
          and not exists (select from staged_clubs n where n.code = s.club)
      ) as k on true where s.club is not null group by s.line) as f
    where f.line = s.line`.execute(db);
  await sql`create index on staged_club_accounts (currency, code)`.execute(db);
  await sql`analyze staged_club_accounts`.execute(db);
};

const accountRule = (
  column: string,
  reason: RawBuilder<unknown> | string,
  when: RawBuilder<unknown>,
) =>
  sql`select s.line, ${column}::text, ${typeof reason === 'string' ? sql`${reason}::text` : reason}
    from staged_club_accounts s left join club_accounts a on a.id = s.id where ${when}`;

/** All accounts as they will be: staged rows, and stored accounts without one. `columns`: the columns of the file. */
const finalAccounts = (columns: readonly AccountColumn[]) => {
  const has = (column: AccountColumn) => columns.includes(column);
  return sql`
    select s.line, s.code, s.currency, ${has('parent') ? sql`s.parent` : sql`p.code`} as parent,
      coalesce(a.role, s.role, case when s.club is null then 'fund' else 'club' end) as role,
      ${has('club') ? sql`s.club_code` : sql.raw(clubCode('c'))} as club_code,
      ${has('is_main') ? sql`coalesce(s.is_main, a.is_main, false)` : sql`coalesce(a.is_main, false)`} as is_main,
      ${has('is_archived') ? sql`coalesce(s.is_archived, a.archived_at is not null)` : sql`a.archived_at is not null`} as is_archived
    from staged_club_accounts s left join club_accounts a on a.id = s.id left join club_accounts p on p.id = a.parent_id
      left join clubs c on c.id = a.club_id
    union all
    select null, a.code, a.currency, p.code, a.role, ${sql.raw(clubCode('c'))}, a.is_main, a.archived_at is not null
    from club_accounts a left join club_accounts p on p.id = a.parent_id left join clubs c on c.id = a.club_id
    where a.code is not null and not exists (select from staged_club_accounts s where s.id = a.id)`;
};

/** Returns the rows of club-accounts.csv that can't be imported. */
export const selectAccountProblems = async (
  db: Db,
  columns: readonly AccountColumn[],
  limit: number,
): Promise<RowProblems> => {
  await sql`drop table if exists pg_temp.final_club_accounts`.execute(db);
  await sql`create temp table final_club_accounts on commit drop as ${finalAccounts(columns)}`.execute(
    db,
  );
  await sql`create index on final_club_accounts (currency, parent)`.execute(db);
  return selectStagedProblems(
    db,
    [
      sql`select line, 'code', 'is already in line ' || first from (
        select s.line, min(s.line) over (partition by s.currency, s.code) as first from staged_club_accounts s) s where line <> first`,
      accountRule('code', 'is the name of a system account', sql`s.code in (${systemList})`),
      accountRule(
        'role',
        sql`'the account is a ' || a.role || '; its role cannot change'`,
        sql`s.role <> a.role`,
      ),
      accountRule(
        'club',
        sql`case when s.clubs = 0 then 'no club has the code or name ' || quote_literal(s.club)
          else 'several clubs have the name ' || quote_literal(s.club) || '; write the code' end`,
        sql`s.club is not null and s.clubs <> 1`,
      ),
      accountRule(
        'club',
        'only an account with the role club has one',
        sql`s.club is not null and coalesce(a.role, s.role, 'club') <> 'club'`,
      ),
      accountRule(
        'name',
        'is empty; an account without a club needs one',
        sql`s.name is null and s.club is null and ${columns.includes('name') ? sql`true` : sql`a.id is null`} and a.club_id is null`,
      ),
      accountRule(
        'parent',
        sql`'there is no account ' || quote_literal(s.parent) || ' in ' || s.currency`,
        sql`s.parent is not null and not exists (select from final_club_accounts f where f.currency = s.currency and f.code = s.parent)`,
      ),
      sql`select s.line, 'parent', ${`the account is in a circle, or below more than ${limits.levels} levels`}::text
        from staged_club_accounts s where s.parent is not null
          and exists (select from final_club_accounts f where f.currency = s.currency and f.code = s.parent)
          and not exists (select from (
            with recursive levels as (
              select f.currency, f.code, 1 as level from final_club_accounts f where f.parent is null
              union all select f.currency, f.code, l.level + 1 from levels l join final_club_accounts f on f.currency = l.currency and f.parent = l.code
                where l.level < ${limits.levels}
            ) select currency, code from levels) as l where l.currency = s.currency and l.code = s.code)`,
      sql`select f.line, 'main', 'another account is the main account of this club' from (
          select f.line, count(*) over (partition by f.currency, f.club_code) as mains from final_club_accounts f where f.is_main and f.club_code is not null
        ) as f where f.line is not null and f.mains > 1`,
      accountRule(
        'archived',
        'the account has money or open requests',
        sql`s.is_archived and a.archived_at is null and (
          exists (select from club_account_balances b where b.account_id = a.id and (b.balance <> 0 or b.promised <> 0))
          or exists (select from budget_requests r where r.account_id = a.id and r.state in ('submitted', 'changes_requested', 'approved')))`,
      ),
      sql`select min(s.line), 'code', ${`the school would have more than ${limits.accounts} accounts`}::text from staged_club_accounts s
        having (select count(*) from final_club_accounts) > ${limits.accounts}`,
    ],
    limit,
  );
};

/**
 * Completes the staged rows of ledger-entries.csv: their currency and amount in minor units, and one row per
 * entry in staged_entries. The names of stored entries are computed once.
 */
export const completeStagedEntries = async (db: Db): Promise<void> => {
  await sql`update staged_ledger set currency = ${schoolCurrency} where currency is null`.execute(
    db,
  );
  await sql`alter table pg_temp.staged_ledger add column minor numeric`.execute(db);
  // server/database/functions/currency_digits.sql
  await sql`update staged_ledger s set minor = s.amount * 10::numeric ^ currency_digits(s.currency)`.execute(
    db,
  );
  await sql`create index on staged_ledger (entry)`.execute(db);
  await sql`analyze staged_ledger`.execute(db);
  await sql`drop table if exists pg_temp.stored_entries`.execute(db);
  await sql`create temp table stored_entries on commit drop as
    select e.id, ${sql.raw(entryName('e'))} as name, e.reverses_id, e.on_date, e.title, e.category, e.kind from ledger_entries e`.execute(
    db,
  );
  await sql`create index on stored_entries (name)`.execute(db);
  await sql`create index on stored_entries (reverses_id)`.execute(db);
  await sql`analyze stored_entries`.execute(db);
  await sql`drop table if exists pg_temp.staged_entries`.execute(db);
  await sql`create temp table staged_entries on commit drop as
    select x.*, stored.id as old_id, new_id() as new_id from (
      select s.entry, min(s.line) as line, min(s.on_date) as on_date, (array_agg(s.title order by s.line) filter (where s.title is not null))[1] as title,
        coalesce((array_agg(s.category order by s.line) filter (where s.category is not null))[1], '') as category,
        coalesce(min(s.kind), 'manual') as kind, min(s.reverses) as reverses,
        coalesce((array_agg(s.reason order by s.line) filter (where s.reason is not null))[1], '') as reason,
        count(distinct s.on_date) > 1 or count(distinct s.title) > 1 or count(distinct s.category) > 1 or count(distinct s.kind) > 1
          or count(distinct s.reverses) > 1 or count(distinct s.reason) > 1 as differs
      from staged_ledger s group by s.entry
    ) as x left join stored_entries stored on stored.name = x.entry`.execute(db);
  await sql`create index on staged_entries (entry)`.execute(db);
  await sql`create index on staged_entries (old_id)`.execute(db);
  await sql`analyze staged_entries`.execute(db);
};

/** The postings of a row's entry or of a stored entry, by account, in a form that can be compared. */
const postingsOfFile = (entry: RawBuilder<unknown>) => sql`
  (select jsonb_object_agg(z.account, z.amount) from (select s.currency || ' ' || s.account as account, sum(s.minor) as amount
    from staged_ledger s where s.entry = ${entry} group by 1) as z)`;
const postingsOfStored = (id: RawBuilder<unknown>, sign: string) => sql`
  (select jsonb_object_agg(z.account, z.amount) from (select p.currency || ' ' || coalesce(a.code, a.role) as account, ${sql.raw(sign)}sum(p.amount) as amount
    from ledger_postings p join club_accounts a on a.school_id = p.school_id and a.id = p.account_id where p.entry_id = ${id} group by 1) as z)`;
const oppositeOfFile = (entry: RawBuilder<unknown>) => sql`
  (select jsonb_object_agg(z.account, z.amount) from (select s.currency || ' ' || s.account as account, -sum(s.minor) as amount
    from staged_ledger s where s.entry = ${entry} group by 1) as z)`;

const rowRule = (column: string, reason: RawBuilder<unknown> | string, when: RawBuilder<unknown>) =>
  sql`select s.line, ${column}::text, ${typeof reason === 'string' ? sql`${reason}::text` : reason}
    from staged_ledger s where ${when}`;
const entryRule = (
  column: string,
  reason: RawBuilder<unknown> | string,
  when: RawBuilder<unknown>,
) =>
  sql`select e.line, ${column}::text, ${typeof reason === 'string' ? sql`${reason}::text` : reason}
    from staged_entries e where ${when}`;

const knownAccount = (which: RawBuilder<unknown>) => sql`(
  exists (select from club_accounts a where a.code = s.account and a.currency = s.currency and ${which})
  or exists (select from staged_club_accounts a where a.code = s.account and a.currency = s.currency))`;
const isSystem = sql`s.account in (${systemList})`;

/** Returns the rows of ledger-entries.csv that can't be imported. */
export const selectEntryProblems = (db: Db, limit: number): Promise<RowProblems> =>
  selectStagedProblems(
    db,
    [
      rowRule(
        'account',
        sql`'there is no account ' || quote_literal(s.account) || ' in ' || s.currency`,
        sql`s.account is not null and not ${isSystem} and not ${knownAccount(sql`true`)}`,
      ),
      rowRule(
        'account',
        'is a group, which holds no money',
        sql`not ${isSystem} and (exists (select from club_accounts a where a.code = s.account and a.currency = s.currency and a.role = 'group')
          or exists (select from staged_club_accounts a where a.code = s.account and a.currency = s.currency and a.role = 'group'))`,
      ),
      rowRule(
        'account',
        'is archived',
        sql`exists (select from staged_entries e where e.entry = s.entry and e.old_id is null)
          and exists (select from club_accounts a where a.code = s.account and a.currency = s.currency and a.archived_at is not null)
          and not exists (select from staged_club_accounts a where a.code = s.account and a.currency = s.currency and a.is_archived = false)`,
      ),
      rowRule(
        'amount',
        sql`'has more decimals than ' || s.currency`,
        sql`s.minor <> trunc(s.minor)`,
      ),
      rowRule('amount', 'is zero', sql`s.minor = 0`),
      rowRule(
        'amount',
        'is larger than any amount can be (amount_invalid)',
        sql`abs(s.minor) > ${limits.amount}`,
      ),
      sql`select min(s.line), 'amount', 'the balance of the account would be larger than it can be (amount_invalid)' from staged_ledger s
        where s.account is not null group by s.account, s.currency having sum(abs(s.minor)) + coalesce((select abs(b.balance) from club_accounts a
          join club_account_balances b on b.account_id = a.id where coalesce(a.code, a.role) = s.account and a.currency = s.currency limit 1), 0) > 9007199254740991`,
      entryRule('date', 'is empty; a transaction needs a day', sql`e.on_date is null`),
      entryRule('title', 'is empty; a transaction needs one', sql`e.title is null`),
      entryRule(
        'entry',
        'the rows of this transaction differ in date, title, category, kind, reverses or reason',
        sql`e.differs`,
      ),
      entryRule(
        'entry',
        'a transaction needs two or more rows (entry_unbalanced)',
        sql`(select count(*) from staged_ledger s where s.entry = e.entry) < 2`,
      ),
      entryRule(
        'entry',
        `has more than ${limits.postings} rows`,
        sql`(select count(*) from staged_ledger s where s.entry = e.entry) > ${limits.postings}`,
      ),
      sql`select min(s.line), 'amount', 'the rows of ' || quote_literal(s.entry) || ' add up to ' || trim_scale(sum(s.amount)) || ' ' || s.currency
          || ', not to zero (entry_unbalanced)'
        from staged_ledger s where s.amount is not null group by s.entry, s.currency having sum(s.amount) <> 0 and count(*) > 0
          and (select count(*) from staged_ledger o where o.entry = s.entry) >= 2`,
      entryRule(
        'entry',
        'the recorded transaction differs; transactions are reversed, not changed',
        sql`e.old_id is not null and (
          exists (select from stored_entries o where o.id = e.old_id and (o.on_date, o.title, o.category, o.kind)
            is distinct from (e.on_date, e.title, e.category, e.kind))
          or ${postingsOfFile(sql`e.entry`)} is distinct from ${postingsOfStored(sql`e.old_id`, '')})`,
      ),
      entryRule('reason', 'only a reversal has one', sql`e.reverses is null and e.reason <> ''`),
      entryRule(
        'reverses',
        sql`'there is no transaction ' || quote_literal(e.reverses)`,
        sql`e.reverses is not null and e.old_id is null and not exists (select from staged_entries o where o.entry = e.reverses)
          and not exists (select from stored_entries o where o.name = e.reverses)`,
      ),
      entryRule(
        'reverses',
        'a reversal cannot be reversed',
        sql`exists (select from staged_entries o where o.entry = e.reverses and o.reverses is not null)
          or e.old_id is null and exists (select from stored_entries o where o.name = e.reverses and o.reverses_id is not null)`,
      ),
      entryRule(
        'reverses',
        'the transaction is reversed already (entry_reversed)',
        sql`exists (select from staged_entries o where o.reverses = e.reverses and o.line < e.line)
          or e.old_id is null and e.reverses is not null and exists (select from stored_entries o join stored_entries r on r.reverses_id = o.id
            where o.name = e.reverses)`,
      ),
      entryRule(
        'reverses',
        'the amounts are not the opposite of those of the reversed transaction',
        sql`e.old_id is null and e.reverses is not null and (
          exists (select from staged_entries o where o.entry = e.reverses and ${oppositeOfFile(sql`o.entry`)} is distinct from ${postingsOfFile(sql`e.entry`)})
          or exists (select from stored_entries o where o.name = e.reverses
            and ${postingsOfStored(sql`o.id`, '-')} is distinct from ${postingsOfFile(sql`e.entry`)}))`,
      ),
    ],
    limit,
  );
