import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, hasChangedRows, many } from '../../../kernel/sql.ts';

/** A variant with its product, for the price of an order. */
export interface SoldVariantRow {
  readonly id: number;
  readonly product_id: number;
  readonly club_id: number;
  readonly product_name: string;
  readonly variant_name: string;
  readonly currency: string;
  readonly price: number;
  readonly member_price: number | null;
  readonly variant_price: number | null;
  readonly tax_basis_points: number;
  readonly has_files: boolean;
  readonly is_member: boolean;
  /** Units left in stock. Null if the stock is unlimited. */
  readonly left: number | null;
}

/** Returns the variants that a person can order from a club. */
export const selectSoldVariants = (
  db: Db,
  { club, buyer }: { club: number; buyer: number },
  variants: readonly number[],
): Promise<SoldVariantRow[]> =>
  many(
    db,
    sql<SoldVariantRow>`select v.id, p.id as product_id, p.club_id, p.name as product_name, v.name as variant_name, p.currency, p.price,
      p.member_price, v.price as variant_price, p.tax_basis_points, v.stock - v.held as left,
      exists (select from product_files x where x.school_id = p.school_id and x.product_id = p.id) as has_files,
      exists (select from club_members m where m.school_id = p.school_id and m.club_id = p.club_id and m.user_id = ${buyer} and m.status = 'member') as is_member
    from product_variants v join products p on p.school_id = v.school_id and p.id = v.product_id
    where v.id = any(${variants as number[]}::bigint[]) and p.club_id = ${club} and p.is_published and p.archived_at is null
      and v.archived_at is null`,
  );

/** Locks the products of variants in the order of ids, so that two orders of one person count their units one after another. */
export const lockProductsOf = (db: Db, variants: readonly number[]) =>
  many(
    db,
    sql<{
      id: number;
      name: string;
      per_person: number | null;
    }>`select id, name, per_person from products
      where id in (select product_id from product_variants where id = any(${variants as number[]}::bigint[])) order by id for no key update`,
  );

export interface LockedVariant {
  readonly id: number;
  readonly product_id: number;
  readonly stock: number | null;
  readonly held: number;
  readonly is_archived: boolean;
}

/** Locks variants in the order of ids. */
export const lockVariants = (db: Db, variants: readonly number[]): Promise<LockedVariant[]> =>
  many(
    db,
    sql<LockedVariant>`select id, product_id, stock, held, archived_at is not null as is_archived from product_variants
      where id = any(${variants as number[]}::bigint[]) order by id for no key update`,
  );

/** Returns how many units of a product a person holds or has bought, without those that they gave back. */
export const countUnits = async (db: Db, person: number, product: number): Promise<number> =>
  (
    await first(
      db,
      sql<{ n: number }>`select coalesce(sum(s.quantity - s.returned), 0)::int as n
        from product_sales s join product_variants v on v.school_id = s.school_id and v.id = s.variant_id
        where s.user_id = ${person} and v.product_id = ${product} and s.state in ('held', 'sold')`,
    )
  )?.n ?? 0;

export const insertSale = async (
  db: Db,
  school: SchoolId,
  it: { line: number; variant: number; person: number | null; quantity: number },
): Promise<void> => {
  await sql`insert into product_sales (school_id, line_id, variant_id, user_id, quantity, state)
    values (${school}, ${it.line}, ${it.variant}, ${it.person}, ${it.quantity}, 'held')`.execute(
    db,
  );
};

/** Moves held units to another state. Returns the quantity, or undefined if the line doesn't hold any. */
export const updateHeld = (
  db: Db,
  line: number,
  state: 'sold' | 'released',
): Promise<{ variant_id: number; quantity: number } | undefined> =>
  first(
    db,
    sql<{
      variant_id: number;
      quantity: number;
    }>`update product_sales set state = ${state} where line_id = ${line} and state = 'held' returning variant_id, quantity`,
  );

/** Counts returned units of a sold line. Returns the variant, or undefined if the line has fewer. */
export const updateReturned = (
  db: Db,
  line: number,
  quantity: number,
): Promise<{ variant_id: number } | undefined> =>
  first(
    db,
    sql<{ variant_id: number }>`update product_sales set returned = returned + ${quantity}
      where line_id = ${line} and state = 'sold' and returned + ${quantity} <= quantity returning variant_id`,
  );

/** Changes the units of a variant in stock and of those that orders hold. */
export const changeStock = (
  db: Db,
  variant: number,
  by: { readonly stock: number; readonly held: number },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update product_variants set stock = stock + ${by.stock}, held = held + ${by.held} where id = ${variant}`,
  );

/** Returns whether a variant has units left, and whether people wait for it. */
export const selectWaited = (db: Db, variant: number) =>
  first(
    db,
    sql<{
      has_left: boolean;
      is_waited: boolean;
    }>`select v.stock is null or v.stock > v.held as has_left,
      exists (select from stock_notices n where n.school_id = v.school_id and n.variant_id = v.id) as is_waited
      from product_variants v where v.id = ${variant}`,
  );

/** Removes and returns the people who wait for a variant that is back in stock. */
export const takeNotices = async (db: Db, variant: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        user_id: number;
      }>`delete from stock_notices where variant_id = ${variant} returning user_id`,
    )
  ).map(({ user_id: id }) => id);

export const selectVariantTitle = (db: Db, variant: number) =>
  first(
    db,
    sql<{
      title: string;
      product_id: number;
      club_id: number;
    }>`select p.name || case when v.name = '' then '' else ' (' || v.name || ')' end as title,
      p.id as product_id, p.club_id from product_variants v join products p on p.school_id = v.school_id and p.id = v.product_id
      where v.id = ${variant}`,
  );

export interface OrderFileRow {
  readonly upload_id: number;
  readonly line_id: number;
  readonly product_id: number;
  readonly name: string;
  readonly size: number;
  readonly downloads: number;
}

/** Returns the files of a paid order of this buyer. Returned units don't count, and an order that was refunded in full has none. */
export const selectOrderFiles = (db: Db, order: number, buyer: number): Promise<OrderFileRow[]> =>
  many(
    db,
    sql<OrderFileRow>`select f.id as upload_id, l.id as line_id, v.product_id, f.name, f.size, coalesce(d.count, 0) as downloads
      from orders o join order_lines l on l.school_id = o.school_id and l.order_id = o.id and l.kind = 'product'
        join product_sales s on s.school_id = l.school_id and s.line_id = l.id and s.state = 'sold' and s.returned < s.quantity
        join product_variants v on v.school_id = s.school_id and v.id = s.variant_id
        join product_files x on x.school_id = v.school_id and x.product_id = v.product_id
        join uploads f on f.school_id = x.school_id and f.id = x.upload_id
        left join product_downloads d on d.school_id = l.school_id and d.line_id = l.id and d.upload_id = f.id
      where o.id = ${order} and o.buyer_id = ${buyer} and o.state in ('paid', 'fulfilled')
        and not exists (select from payments p where p.school_id = o.school_id and p.order_id = o.id and p.state = 'succeeded' and not p.is_unapplied
          and p.amount <= (select coalesce(sum(r.amount), 0) from refunds r
            where r.school_id = p.school_id and r.payment_id = p.id and r.state in ('pending', 'succeeded')))
      order by l.position, x.position`,
  );

/** Counts a download. Returns the number of downloads, or undefined if the maximum is reached. */
export const countDownload = (
  db: Db,
  school: SchoolId,
  { line, upload, max }: { line: number; upload: number; max: number },
): Promise<{ count: number } | undefined> =>
  first(
    db,
    sql<{
      count: number;
    }>`insert into product_downloads as d (school_id, line_id, upload_id, count) values (${school}, ${line}, ${upload}, 1)
      on conflict (school_id, line_id, upload_id) do update set count = d.count + 1 where d.count < ${max} returning count`,
  );
