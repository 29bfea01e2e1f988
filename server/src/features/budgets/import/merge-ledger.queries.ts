import { sql, type RawBuilder } from 'kysely';
import { systemRoles } from '#contract/budgets/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { countChangedRows, first } from '../../../kernel/sql.ts';
import type { Merged } from '../../finances/import/merge-finances.queries.ts';
import { clubCode } from '../../clubs/import/club-code.ts';
import type { AccountColumn } from './staged-ledger.queries.ts';

/** Who imports, and when. */
export interface ImportedBy {
  readonly by: number | null;
  readonly now: Date;
}

/**
 * Writes the accounts of club-accounts.csv. `columns`: the columns of the file; other values don't change. An account of a club
 * becomes its main account if the file doesn't say so and the club has none.
 */
export const mergeClubAccounts = async (
  db: Db,
  school: SchoolId,
  columns: readonly AccountColumn[],
  { by, now }: ImportedBy,
): Promise<Merged> => {
  const has = (column: AccountColumn) => columns.includes(column);
  const clubOf = sql`(select c.id from clubs c where c.deleted_at is null and ${sql.raw(clubCode('c'))} = s.club_code)`;
  const nameOf = sql`coalesce(nullif(s.name, (select c.name from clubs c where c.deleted_at is null and ${sql.raw(clubCode('c'))} = s.club_code)), '')`;
  const archivedOf = (before: RawBuilder<unknown>) =>
    sql`case when s.is_archived is null then ${before} when s.is_archived then coalesce(${before}, ${now}::timestamptz) end`;
  const added = await countChangedRows(
    db,
    sql`insert into club_accounts (school_id, role, code, name, club_id, currency, carries_over, archived_at, created_by, created_at)
      select ${school}::int, coalesce(s.role, case when s.club is null then 'fund' else 'club' end), s.code, ${nameOf}, ${clubOf}, s.currency,
        coalesce(s.carries_over, true), case when s.is_archived then ${now}::timestamptz end, ${by}::bigint, ${now}
      from staged_club_accounts s where s.id is null order by s.line`,
  );
  await sql`create temp table merged_club_accounts on commit drop as
    select a.id, s.line, s.id is null as is_new,
      ${has('name') ? sql`case when s.id is null then a.name else ${nameOf} end` : sql`a.name`} as name,
      ${has('parent') ? sql`p.id` : sql`a.parent_id`} as parent_id,
      ${has('club') ? clubOf : sql`a.club_id`} as club_id,
      ${has('carries_over') ? sql`coalesce(s.carries_over, a.carries_over)` : sql`a.carries_over`} as carries_over,
      ${archivedOf(sql`a.archived_at`)} as archived_at, ${has('is_main') ? sql`s.is_main` : sql`null::boolean`} as wants_main
    from staged_club_accounts s join club_accounts a on a.code = s.code and a.currency = s.currency
      left join club_accounts p on p.code = s.parent and p.currency = s.currency`.execute(db);
  const wanted = sql`(m.name, m.parent_id, m.club_id, m.carries_over, m.archived_at, coalesce(m.wants_main, a.is_main))`;
  const stored = sql`(a.name, a.parent_id, a.club_id, a.carries_over, a.archived_at, a.is_main)`;
  // A club has one main account, so the previous one gives it up before the next gets it.
  await sql`update club_accounts a set is_main = false from merged_club_accounts m where m.id = a.id and a.is_main
    and (m.wants_main = false or m.club_id is distinct from a.club_id)`.execute(db);
  const changed = await first(
    db,
    sql<{ n: number }>`with written as (
        update club_accounts a set name = m.name, parent_id = m.parent_id, club_id = m.club_id, carries_over = m.carries_over,
          archived_at = m.archived_at, is_main = coalesce(m.wants_main, a.is_main), version = case when m.is_new then a.version else a.version + 1 end
        from merged_club_accounts m where m.id = a.id and ${wanted} is distinct from ${stored} returning m.is_new)
      select count(*) filter (where not is_new)::int as n from written`,
  );
  await sql`update club_accounts a set is_main = true from (
      select distinct on (a.club_id, a.currency) a.id from merged_club_accounts m join club_accounts a on a.id = m.id
      where m.is_new and m.wants_main is null and a.club_id is not null and a.archived_at is null
        and not exists (select from club_accounts o where o.club_id = a.club_id and o.currency = a.currency and o.is_main)
      order by a.club_id, a.currency, m.line
    ) as found where found.id = a.id`.execute(db);
  const total = await first(
    db,
    sql<{ n: number }>`select count(*)::int as n from staged_club_accounts`,
  );
  const n = changed?.n ?? 0;
  return { added, changed: n, ended: 0, unchanged: (total?.n ?? 0) - added - n };
};

/**
 * Writes the transactions of ledger-entries.csv that the ledger doesn't have. Their source is the import. Locks the balances in the order
 * of the accounts first, because the postings are written in the order of their days.
 */
export const mergeEntries = async (
  db: Db,
  school: SchoolId,
  { by, now }: ImportedBy,
): Promise<Merged> => {
  const roles = sql.raw(systemRoles.map((role) => `'${role}'`).join(', '));
  await sql`insert into club_accounts (school_id, role, currency)
    select distinct ${school}::int, s.account, s.currency from staged_ledger s where s.account in (${roles}) on conflict do nothing`.execute(
    db,
  );
  await sql`alter table pg_temp.staged_ledger add column account_id bigint`.execute(db);
  await sql`update staged_ledger s set account_id = a.id from club_accounts a
    where a.currency = s.currency and a.code = s.account and s.account not in (${roles})`.execute(
    db,
  );
  await sql`update staged_ledger s set account_id = a.id from club_accounts a
    where a.currency = s.currency and a.code is null and a.role = s.account and s.account in (${roles})`.execute(
    db,
  );
  await sql`select from club_account_balances b where b.account_id in (select s.account_id from staged_ledger s)
    order by b.account_id for update`.execute(db);
  const importId = sql`coalesce(nullif(current_setting('commons.import_id', true), ''), '0')`;
  const added = await countChangedRows(
    db,
    sql`insert into ledger_entries (school_id, id, on_date, title, category, kind, source_kind, source_id, source_part, reverses_id, reason, created_by, created_at)
      select ${school}::int, e.new_id, e.on_date, e.title, e.category, e.kind, 'import', ${importId}, e.entry,
        coalesce(o.new_id, r.id), e.reason, ${by}::bigint, ${now}::timestamptz
      from staged_entries e left join staged_entries o on o.entry = e.reverses and o.old_id is null left join stored_entries r on r.name = e.reverses
      where e.old_id is null`,
  );
  await sql`insert into ledger_postings (school_id, entry_id, account_id, currency, amount)
    select ${school}::int, e.new_id, s.account_id, s.currency, s.minor::bigint
    from staged_entries e join staged_ledger s on s.entry = e.entry where e.old_id is null order by e.on_date, e.line, s.line`.execute(
    db,
  );
  const total = await first(db, sql<{ n: number }>`select count(*)::int as n from staged_entries`);
  return { added, changed: 0, ended: 0, unchanged: (total?.n ?? 0) - added };
};
