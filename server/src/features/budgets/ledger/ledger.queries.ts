import { sql } from 'kysely';
import type { EntryKind, EntrySource, SystemRole } from '#contract/budgets/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { exists, first, hasChangedRows, many } from '../../../kernel/sql.ts';

/** The account of a posting. */
export interface PostedAccount {
  id: number;
  role: string;
  currency: string;
  archived_at: Date | null;
}

export const selectPostedAccounts = (db: Db, ids: readonly number[]): Promise<PostedAccount[]> =>
  many(
    db,
    sql<PostedAccount>`select id, role, currency, archived_at from club_accounts where id = any(${ids as number[]}::bigint[])`,
  );

export interface NewEntry {
  readonly date: string;
  readonly title: string;
  readonly category: string;
  readonly kind: EntryKind;
  readonly source: {
    readonly kind: EntrySource;
    readonly id: string;
    readonly part: string;
  } | null;
  readonly reverses: number | null;
  readonly reason: string;
  readonly by: number | null;
  readonly now: Date | null;
}

/** Inserts an entry. Undefined if its source already has one, or the entry that it reverses was reversed before. */
export const insertEntry = (
  db: Db,
  school: SchoolId,
  entry: NewEntry,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into ledger_entries (school_id, on_date, title, category, kind, source_kind, source_id, source_part,
        reverses_id, reason, created_by, created_at)
      values (${school}, ${entry.date}::date, ${entry.title}, ${entry.category}, ${entry.kind}, ${entry.source?.kind ?? null},
        ${entry.source?.id ?? null}, ${entry.source?.part ?? ''}, ${entry.reverses}::bigint, ${entry.reason}, ${entry.by}::bigint,
        coalesce(${entry.now}::timestamptz, now()))
      on conflict do nothing returning id`,
  );

export const selectEntryOfSource = (
  db: Db,
  kind: EntryKind,
  source: NonNullable<NewEntry['source']>,
) =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from ledger_entries where source_kind = ${source.kind} and source_id = ${source.id}
      and source_part = ${source.part} and kind = ${kind}`,
  );

/**
 * Inserts the postings of an entry in the order of their accounts, so that two entries never wait for each other. A trigger changes the
 * balances. [add_to_club_balance](../../../../database/functions/add_to_club_balance.sql)
 */
export const insertPostings = async (
  db: Db,
  school: SchoolId,
  entry: number,
  postings: readonly { account: number; amount: number }[],
): Promise<void> => {
  await sql`insert into ledger_postings (school_id, entry_id, account_id, currency, amount)
    select ${school}, ${entry}, a.id, a.currency, p.amount
    from jsonb_to_recordset(${JSON.stringify(postings.map((one, position) => ({ ...one, position })))}::jsonb)
      as p (account bigint, amount bigint, position int)
    join club_accounts a on a.id = p.account
    order by a.id, p.position`.execute(db);
};

/** Locks an entry that is about to be reversed. */
export const lockEntry = (db: Db, id: number) =>
  first(
    db,
    sql<{
      id: number;
      title: string;
      category: string;
      kind: EntryKind;
      reverses_id: number | null;
      source_kind: EntrySource | null;
      source_id: string | null;
      source_part: string;
    }>`select id, title, category, kind, reverses_id, source_kind, source_id, source_part from ledger_entries where id = ${id} for update`,
  );

export const hasReversal = (db: Db, id: number): Promise<boolean> =>
  exists(db, sql`select from ledger_entries where reverses_id = ${id}`);

export const selectPostings = (db: Db, entry: number) =>
  many(
    db,
    sql<{
      id: number;
      account_id: number;
      currency: string;
      amount: number;
    }>`select id, account_id, currency, amount from ledger_postings where entry_id = ${entry} order by account_id, number`,
  );

export const selectMainAccount = (db: Db, club: number, currency: string) =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from club_accounts where club_id = ${club} and currency = ${currency} and is_main`,
  );

/** Creates a club's main account with the next free code, C001 and so on. Its name is the club's. */
export const insertMainAccount = (
  db: Db,
  school: SchoolId,
  club: number,
  currency: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into club_accounts (school_id, role, code, club_id, currency, is_main)
      select ${school}, 'club', 'C' || lpad((n.highest + 1)::text, greatest(3, length((n.highest + 1)::text)), '0'), c.id, ${currency}, true
      from clubs c, (select coalesce(max(substr(code, 2)::bigint), 0) as highest from club_accounts where code ~ '^C\\d{1,12}$') as n
      where c.id = ${club} returning id`,
  );

export const selectSystemAccount = (db: Db, role: SystemRole, currency: string) =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from club_accounts where role = ${role} and currency = ${currency}`,
  );

export const insertSystemAccount = async (
  db: Db,
  school: SchoolId,
  role: SystemRole,
  currency: string,
): Promise<void> => {
  await sql`insert into club_accounts (school_id, role, currency) values (${school}, ${role}, ${currency}) on conflict do nothing`.execute(
    db,
  );
};

/** Locks the balances of accounts, always in the order of their ids. */
export const lockBalances = (db: Db, accounts: readonly number[]) =>
  many(
    db,
    sql<{
      account_id: number;
      balance: number;
      promised: number;
    }>`select account_id, balance, promised from club_account_balances where account_id = any(${accounts as number[]}::bigint[])
      order by account_id for update`,
  );

/** Adds to the promised amount of an account. */
export const addPromised = (db: Db, account: number, amount: number): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update club_account_balances set promised = promised + ${amount} where account_id = ${account}`,
  );

/** Removes a person from the entries and accounts that they created. The ledger stays. */
export const forgetAuthor = async (db: Db, person: number): Promise<void> => {
  await sql`update ledger_entries set created_by = null where created_by = ${person}`.execute(db);
  await sql`update club_accounts set created_by = null where created_by = ${person}`.execute(db);
};
