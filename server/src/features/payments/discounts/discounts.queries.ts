import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { definedOnly, first, many } from '../../../kernel/sql.ts';

export interface DiscountRow {
  readonly id: number;
  readonly club_id: number;
  readonly code: string;
  readonly percent: number | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly max_uses: number | null;
  readonly per_person: number | null;
  readonly is_on: boolean;
  readonly created_at: Date;
  readonly version: number;
  readonly uses: number;
}

/** Orders that were paid or still hold their items use a code. Expired and canceled ones don't. */
const usesOf = (buyer?: number) =>
  sql`(select count(*)::int from orders o where o.school_id = d.school_id and o.discount_code_id = d.id
    and o.state in ('pending', 'paid', 'fulfilled') ${buyer === undefined ? sql`` : sql`and o.buyer_id = ${buyer}`})`;
const columns = sql`d.id, d.club_id, d.code, d.percent, d.amount, d.currency, d.starts_at, d.ends_at, d.max_uses, d.per_person, d.is_on,
  d.created_at, d.version, ${usesOf()} as uses`;

export const selectDiscounts = (
  db: Db,
  club: number,
  { after, size }: { after: readonly [Date, number] | null; size: number },
): Promise<DiscountRow[]> =>
  many(
    db,
    sql<DiscountRow>`select ${columns} from discount_codes d where d.club_id = ${club}
      ${after === null ? sql`` : sql`and (d.created_at, d.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}
      order by d.created_at desc, d.id desc limit ${sql.lit(size)}`,
  );

export const selectDiscount = (db: Db, id: number): Promise<DiscountRow | undefined> =>
  first(db, sql<DiscountRow>`select ${columns} from discount_codes d where d.id = ${id}`);

export const selectDiscountByClient = (
  db: Db,
  by: number,
  clientId: string,
): Promise<DiscountRow | undefined> =>
  first(
    db,
    sql<DiscountRow>`select ${columns} from discount_codes d where d.created_by = ${by} and d.client_id = ${clientId}::uuid`,
  );

/** Locks a club's code, so that concurrent orders count its uses one after another. */
export const lockDiscount = async (
  db: Db,
  club: number,
  code: string,
  buyer: number,
): Promise<(DiscountRow & { readonly own_uses: number }) | undefined> => {
  const locked = await first(
    db,
    sql<{
      id: number;
    }>`select id from discount_codes where club_id = ${club} and code = upper(${code}) for no key update`,
  );
  if (locked === undefined) return undefined;
  return first(
    db,
    sql<
      DiscountRow & { own_uses: number }
    >`select ${columns}, ${usesOf(buyer)} as own_uses from discount_codes d where d.id = ${locked.id}`,
  );
};

export const countDiscounts = async (db: Db, club: number): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from discount_codes where club_id = ${club}`,
    )
  )?.n ?? 0;

export interface DiscountColumns {
  readonly starts_at?: Date | null | undefined;
  readonly ends_at?: Date | null | undefined;
  readonly max_uses?: number | null | undefined;
  readonly per_person?: number | null | undefined;
  readonly is_on?: boolean | undefined;
}

/** Adds a code. Returns undefined if the club already has it. */
export const insertDiscount = (
  db: Db,
  school: SchoolId,
  it: {
    club: number;
    code: string;
    percent: number | null;
    amount: number | null;
    currency: string | null;
    columns: DiscountColumns;
    by: number;
    clientId: string;
    now: Date;
  },
): Promise<{ id: number } | undefined> =>
  db
    .insertInto('discount_codes')
    .values({
      school_id: school,
      club_id: it.club,
      code: it.code.toUpperCase(),
      percent: it.percent,
      amount: it.amount,
      currency: it.currency,
      ...definedOnly(it.columns),
      created_by: it.by,
      client_id: it.clientId,
      created_at: it.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Changes a code that still has this version. Returns false if someone else changed it. */
export const updateDiscount = async (
  db: Db,
  { id, version }: { id: number; version: number },
  columns: DiscountColumns,
): Promise<boolean> =>
  (
    await db
      .updateTable('discount_codes')
      .set((now) => ({ ...definedOnly(columns), version: now('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** Removes an erased person's name from codes. The codes belong to the club. */
export const forgetDiscountAuthor = async (db: Db, person: number): Promise<void> => {
  await sql`update discount_codes set created_by = null where created_by = ${person}`.execute(db);
};
