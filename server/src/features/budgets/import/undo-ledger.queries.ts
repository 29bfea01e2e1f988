import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { many } from '../../../kernel/sql.ts';
import type { ImportedBy } from './merge-ledger.queries.ts';

/*
 * The undo of ledger-entries.csv and club-accounts.csv. The ledger is only added to, so the undo reverses what the import posted. The
 * reversals have the days of their entries: no period's figures keep the import.
 */

/** A reason that an import can't be undone, with the first names of its rows. */
export interface EntryBlocker {
  readonly what: string;
  readonly rows: number;
  readonly examples: readonly string[];
}

const ofImport = (id: number) =>
  sql`e.source_kind = 'import' and e.source_id = ${String(id)}::text and e.source_part not like 'undo %'`;
const examples = sql`(array_agg(distinct f.label order by f.label))[1:5] as examples`;

/** Returns why the transactions and accounts of an import can't be undone. The table of added accounts exists (`createUndone`). */
export const selectEntryBlockers = (db: Db, id: number): Promise<EntryBlocker[]> =>
  many(
    db,
    sql<EntryBlocker>`select 'ledger_entries (reversals of earlier transactions)' as what, count(*)::int as rows, ${examples} from (
        select e.title as label from ledger_entries e join ledger_entries o on o.school_id = e.school_id and o.id = e.reverses_id
        where ${ofImport(id)} and (o.source_kind is distinct from 'import' or o.source_id <> e.source_id)) as f having count(*) > 0
      union all select 'club_accounts (transactions)', count(*)::int, ${examples} from (
        select a.code as label from undone_club_accounts l join club_accounts a on a.id = l.id
          join ledger_postings p on p.school_id = a.school_id and p.account_id = a.id
          join ledger_entries e on e.school_id = p.school_id and e.id = p.entry_id
        where l.before is null and a.code is not null and not (e.source_kind is not distinct from 'import' and e.source_id = ${String(id)}::text)
          and not exists (select from ledger_entries o where o.school_id = e.school_id and o.id = e.reverses_id
            and o.source_kind = 'import' and o.source_id = ${String(id)}::text)) as f having count(*) > 0`,
  );

/** Reverses an import's transactions that aren't reversed yet. Returns the number. */
export const reverseImported = async (
  db: Db,
  school: SchoolId,
  id: number,
  { by, now }: ImportedBy,
): Promise<number> => {
  await sql`create temp table undone_entries on commit drop as
    select e.id, new_id() as new_id from ledger_entries e where ${ofImport(id)} and e.reverses_id is null
      and not exists (select from ledger_entries r where r.school_id = e.school_id and r.reverses_id = e.id)`.execute(
    db,
  );
  await sql`create index on undone_entries (id)`.execute(db);
  await sql`select from club_account_balances b where b.account_id in (
      select p.account_id from undone_entries u join ledger_postings p on p.entry_id = u.id)
    order by b.account_id for update`.execute(db);
  const { numAffectedRows } =
    await sql`insert into ledger_entries (school_id, id, on_date, title, category, kind, source_kind, source_id, source_part, reverses_id, reason, created_by, created_at)
    select ${school}::int, u.new_id, e.on_date, e.title, e.category, e.kind, 'import', e.source_id, 'undo ' || e.id, e.id,
      ${`Import ${id} undone`}::text, ${by}::bigint, ${now}::timestamptz
    from undone_entries u join ledger_entries e on e.id = u.id`.execute(db);
  await sql`insert into ledger_postings (school_id, entry_id, account_id, currency, amount)
    select ${school}::int, u.new_id, p.account_id, p.currency, -p.amount
    from undone_entries u join ledger_entries e on e.id = u.id join ledger_postings p on p.school_id = e.school_id and p.entry_id = e.id
    order by e.on_date, e.id, p.account_id, p.number`.execute(db);
  return Number(numAffectedRows ?? 0);
};

/**
 * Archives the accounts that the import added if they have transactions; the others are deleted afterwards. Accounts that the import moved
 * go back first, because their new parent may be deleted.
 */
export const archiveImported = async (db: Db, now: Date): Promise<void> => {
  await sql`update club_accounts a set archived_at = coalesce(a.archived_at, ${now}::timestamptz), parent_id = null, is_main = false, version = a.version + 1
    from undone_club_accounts l where l.id = a.id and l.before is null and a.code is not null
      and exists (select from ledger_postings p where p.school_id = a.school_id and p.account_id = a.id)`.execute(
    db,
  );
  await sql`update club_accounts a set parent_id = (l.before ->> 'parent_id')::bigint from undone_club_accounts l
    where l.id = a.id and l.before is not null and jsonb_exists(l.before, 'parent_id')`.execute(db);
};
