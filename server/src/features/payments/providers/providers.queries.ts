import { sql } from 'kysely';
import type { PaymentProvider } from '#contract/payments/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { clubCode } from '../../clubs/import/club-code.ts';
import { definedOnly, first, hasChangedRows, many } from '../../../kernel/sql.ts';

export interface ProviderRow {
  readonly id: number;
  readonly provider: PaymentProvider;
  readonly club_id: number | null;
  readonly is_on: boolean;
  readonly secret_key: string | null;
  readonly key_hint: string | null;
  readonly webhook_secret: string | null;
  readonly account: string | null;
  readonly address: string | null;
  readonly fee_basis_points: number;
  readonly fee_fixed: number;
  readonly hold_hours: number | null;
}

const columns = sql`id, provider, club_id, is_on, secret_key, key_hint, webhook_secret, account, address, fee_basis_points, fee_fixed, hold_hours`;

/** Returns the school's ways to pay, and those of one club or of all clubs. */
export const selectProviders = (db: Db, club: number | null | 'all'): Promise<ProviderRow[]> =>
  many(
    db,
    sql<ProviderRow>`select ${columns} from payment_providers
      where ${club === 'all' ? sql`true` : sql`(club_id is null or club_id = ${club})`} order by id`,
  );

export const selectProvider = (db: Db, id: number): Promise<ProviderRow | undefined> =>
  first(db, sql<ProviderRow>`select ${columns} from payment_providers where id = ${id}`);

export const selectClubAccounts = (db: Db) =>
  many(
    db,
    sql<{ id: number; name: string; account: string }>`select c.id, c.name, p.account
      from payment_providers p join clubs c on c.school_id = p.school_id and c.id = p.club_id
      where p.account is not null order by c.sort_name, c.id`,
  );

/** The columns of a way to pay that people and operators set. Undefined leaves a column unchanged. */
export interface ProviderColumns {
  readonly is_on?: boolean | undefined;
  readonly secret_key?: string | undefined;
  readonly key_hint?: string | undefined;
  readonly webhook_secret?: string | undefined;
  readonly account?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly fee_basis_points?: number | undefined;
  readonly fee_fixed?: number | undefined;
  readonly hold_hours?: number | undefined;
}

/** Creates or changes a way to pay. Its id never changes, because payments refer to it. */
export const upsertProvider = async (
  db: Db,
  school: SchoolId,
  which: { readonly provider: PaymentProvider; readonly club: number | null },
  set: ProviderColumns,
  now: Date,
): Promise<void> => {
  const changes = { ...definedOnly(set), updated_at: now };
  const updated = await db
    .updateTable('payment_providers')
    .set(changes)
    .where('provider', '=', which.provider)
    .where('club_id', which.club === null ? 'is' : '=', which.club)
    .executeTakeFirst();
  if (updated.numUpdatedRows > 0n) return;
  await db
    .insertInto('payment_providers')
    .values({
      school_id: school,
      provider: which.provider,
      club_id: which.club,
      is_on: which.provider === 'stripe' || which.provider === 'desk',
      ...changes,
    })
    .execute();
};

export const selectSettingsVersion = async (db: Db): Promise<number> =>
  (await first(db, sql<{ version: number }>`select version from payment_settings`))?.version ?? 0;

/** Returns false if someone else changed the settings since `version`; 0 means that there are none yet. */
export const updateSettingsVersion = (
  db: Db,
  school: SchoolId,
  version: number,
): Promise<boolean> =>
  hasChangedRows(
    db,
    version === 0
      ? sql`insert into payment_settings (school_id) values (${school}) on conflict do nothing`
      : sql`update payment_settings set version = version + 1 where version = ${version}`,
  );

/** Returns a club by its code in the school's files, or by its id. */
export const selectClubOfCode = (
  db: Db,
  code: string,
): Promise<{ id: number; name: string } | undefined> =>
  first(
    db,
    sql<{
      id: number;
      name: string;
    }>`select c.id, c.name from clubs c where c.deleted_at is null and (${sql.raw(clubCode('c'))} = ${code} or c.id::text = ${code})
      order by c.code is null limit 1`,
  );
