import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, hasChangedRows, many } from '../../../kernel/sql.ts';

export interface DonationRow {
  readonly is_on: boolean;
  readonly purpose: string;
  readonly currency: string;
  readonly suggested: readonly number[];
  readonly min_amount: number;
  readonly max_amount: number | null;
  readonly account_id: number | null;
  readonly version: number;
}

export const selectDonations = (db: Db, club: number): Promise<DonationRow | undefined> =>
  first(
    db,
    sql<DonationRow>`select is_on, purpose, currency, suggested, min_amount, max_amount, account_id, version
      from donation_settings where club_id = ${club}`,
  );

export interface DonationAccountRow {
  readonly id: number;
  readonly name: string;
  readonly is_main: boolean;
}

/** Returns the accounts of a club that can get donations, the main one first. */
export const selectDonationAccounts = (
  db: Db,
  club: number,
  currency: string,
): Promise<DonationAccountRow[]> =>
  many(
    db,
    sql<DonationAccountRow>`select a.id, coalesce(nullif(a.name, ''), c.name) as name, a.is_main
      from club_accounts a join clubs c on c.school_id = a.school_id and c.id = a.club_id
      where a.club_id = ${club} and a.role = 'club' and a.currency = ${currency} and a.archived_at is null
      order by a.is_main desc, a.code, a.id limit 200`,
  );

/** Stores the settings of a club. Returns false if they don't have this version anymore. */
export const storeDonations = async (
  db: Db,
  school: SchoolId,
  club: number,
  { version, ...it }: DonationRow,
  now: Date,
): Promise<boolean> =>
  version === 0
    ? hasChangedRows(
        db,
        sql`insert into donation_settings (school_id, club_id, is_on, purpose, currency, suggested, min_amount, max_amount, account_id, updated_at)
          values (${school}, ${club}, ${it.is_on}, ${it.purpose}, ${it.currency}, ${it.suggested as number[]}::bigint[], ${it.min_amount},
            ${it.max_amount}, ${it.account_id}, ${now}) on conflict do nothing`,
      )
    : hasChangedRows(
        db,
        sql`update donation_settings set is_on = ${it.is_on}, purpose = ${it.purpose}, currency = ${it.currency},
            suggested = ${it.suggested as number[]}::bigint[], min_amount = ${it.min_amount}, max_amount = ${it.max_amount},
            account_id = ${it.account_id}, updated_at = ${now}, version = version + 1
          where club_id = ${club} and version = ${version}`,
      );
