import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { selectFileUse, type PersonalData, type UploadReference } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, many } from '../../kernel/sql.ts';
import type { WholeUploadRow } from '../uploads/uploads.views.ts';

export interface VariantRow {
  readonly id: number;
  readonly name: string;
  readonly price: number | null;
  readonly stock: number | null;
  readonly held: number;
  readonly has_notice: boolean;
}

export interface ProductRow {
  readonly id: number;
  readonly club_id: number;
  readonly club_name: string;
  readonly name: string;
  readonly description: string;
  readonly currency: string;
  readonly price: number;
  readonly member_price: number | null;
  readonly tax_basis_points: number;
  readonly per_person: number | null;
  readonly pick_up: string;
  readonly is_published: boolean;
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly version: number;
  readonly picture: WholeUploadRow | null;
  readonly variants: readonly VariantRow[];
  readonly files: readonly { readonly id: number; readonly name: string; readonly size: number }[];
  /** True if the viewer is a member of the club. */
  readonly is_member: boolean;
}

/** Returns whether a person is a member of the club of the row `p`. */
const isMember = (viewer: number) =>
  sql`exists (select from club_members m where m.school_id = p.school_id and m.club_id = p.club_id and m.user_id = ${viewer} and m.status = 'member')`;

const productsSql = (
  viewer: number,
  which: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
): RawBuilder<ProductRow> => sql<ProductRow>`
  select p.id, p.club_id, c.name as club_name, p.name, p.description, p.currency, p.price, p.member_price, p.tax_basis_points, p.per_person,
    p.pick_up, p.is_published, p.archived_at, p.created_at, p.version, ${isMember(viewer)} as is_member,
    (select jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width, 'height', f.height)
      from uploads f where f.school_id = p.school_id and f.id = p.picture_id) as picture,
    coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'price', v.price, 'stock', v.stock, 'held', v.held,
        'has_notice', exists (select from stock_notices n where n.school_id = v.school_id and n.variant_id = v.id and n.user_id = ${viewer}))
        order by v.position, v.id)
      from product_variants v where v.school_id = p.school_id and v.product_id = p.id and v.archived_at is null), '[]') as variants,
    coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size) order by x.position)
      from product_files x join uploads f on f.school_id = x.school_id and f.id = x.upload_id
      where x.school_id = p.school_id and x.product_id = p.id), '[]') as files
  from products p join clubs c on c.school_id = p.school_id and c.id = p.club_id and c.deleted_at is null
  where ${which} ${order}`;

export const selectProduct = (
  db: Db,
  viewer: number,
  id: number,
): Promise<ProductRow | undefined> => first(db, productsSql(viewer, sql`p.id = ${id}`));

export const selectProductByClient = (
  db: Db,
  author: number,
  clientId: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from products where created_by = ${author} and client_id = ${clientId}::uuid`,
  );

export const selectProducts = (
  db: Db,
  viewer: number,
  {
    club,
    isOfficer,
    isArchived,
    after,
    size,
  }: {
    club: number;
    isOfficer: boolean;
    isArchived: boolean;
    after: readonly [Date, number] | null;
    size: number;
  },
): Promise<ProductRow[]> =>
  many(
    db,
    productsSql(
      viewer,
      sql`p.club_id = ${club} and (p.archived_at is not null) = ${isArchived} ${isOfficer ? sql`` : sql`and p.is_published`}
        ${after === null ? sql`` : sql`and (p.created_at, p.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}`,
      sql`order by p.created_at desc, p.id desc limit ${sql.lit(size)}`,
    ),
  );

export const countProducts = async (db: Db, club: number): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from products where club_id = ${club} and archived_at is null`,
    )
  )?.n ?? 0;

/** The columns of a product that officers set. */
export interface ProductColumns {
  readonly name?: string;
  readonly description?: string;
  readonly currency?: string;
  readonly price?: number;
  readonly member_price?: number | null;
  readonly tax_basis_points?: number;
  readonly per_person?: number | null;
  readonly pick_up?: string;
  readonly picture_id?: number | null;
  readonly is_published?: boolean;
  readonly archived_at?: Date | null;
}

/** Adds a product. Returns undefined if the author's client already added it. */
export const insertProduct = (
  db: Db,
  school: SchoolId,
  it: {
    club: number;
    by: number;
    clientId: string;
    now: Date;
    columns: ProductColumns & { name: string; currency: string; price: number };
  },
): Promise<{ id: number } | undefined> =>
  db
    .insertInto('products')
    .values({
      school_id: school,
      club_id: it.club,
      created_by: it.by,
      client_id: it.clientId,
      created_at: it.now,
      ...it.columns,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Changes a product that still has this version. Returns false if someone else changed it. */
export const updateProduct = async (
  db: Db,
  { id, version }: { id: number; version: number },
  columns: ProductColumns,
): Promise<boolean> =>
  (
    await db
      .updateTable('products')
      .set((now) => ({ ...columns, version: now('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** A variant to store. With an id, it replaces the variant with that id. */
export interface StoredVariant {
  readonly id: number | null;
  readonly position: number;
  readonly name: string;
  readonly price: number | null;
  readonly stock: number | null;
}

/** Locks the variants of a product in the order of ids. */
export const lockVariantsOf = (db: Db, product: number) =>
  many(
    db,
    sql<{
      id: number;
      name: string;
      stock: number | null;
      held: number;
    }>`select id, name, stock, held from product_variants where product_id = ${product} order by id for no key update`,
  );

export const insertVariant = async (
  db: Db,
  school: SchoolId,
  product: number,
  { position, name, price, stock }: StoredVariant,
): Promise<void> => {
  await db
    .insertInto('product_variants')
    .values({ school_id: school, product_id: product, position, name, price, stock })
    .execute();
};

export const updateVariant = async (
  db: Db,
  product: number,
  { id, ...columns }: StoredVariant,
): Promise<void> => {
  await db
    .updateTable('product_variants')
    .set({ ...columns, archived_at: null })
    .where('product_id', '=', product)
    .where('id', '=', id)
    .execute();
};

/** Archives the variants of a product that aren't in the list. Their orders stay. */
export const archiveVariants = async (
  db: Db,
  product: number,
  kept: readonly number[],
  now: Date,
): Promise<void> => {
  await sql`update product_variants set archived_at = ${now} where product_id = ${product} and archived_at is null
    and not id = any(${kept as number[]}::bigint[])`.execute(db);
};

/** Replaces the files of a product. */
export const replaceFiles = async (
  db: Db,
  school: SchoolId,
  product: number,
  uploads: readonly number[],
): Promise<void> => {
  await sql`delete from product_files where product_id = ${product} and not upload_id = any(${uploads as number[]}::bigint[])`.execute(
    db,
  );
  await sql`insert into product_files (school_id, product_id, upload_id, position)
    select ${school}::int, ${product}::bigint, u.id, u.nth from unnest(${uploads as number[]}::bigint[]) with ordinality as u (id, nth)
    on conflict (school_id, product_id, upload_id) do update set position = excluded.position`.execute(
    db,
  );
};

/** Returns the club of a variant, if the product is for sale. */
export const selectVariantClub = (
  db: Db,
  variant: number,
): Promise<{ id: number; club_id: number } | undefined> =>
  first(
    db,
    sql<{ id: number; club_id: number }>`select v.id, p.club_id
      from product_variants v join products p on p.school_id = v.school_id and p.id = v.product_id
      where v.id = ${variant} and v.archived_at is null and p.archived_at is null and p.is_published`,
  );

export const insertNotice = async (
  db: Db,
  school: SchoolId,
  variant: number,
  { person, now }: { person: number; now: Date },
): Promise<void> => {
  await sql`insert into stock_notices (school_id, variant_id, user_id, created_at)
    values (${school}, ${variant}, ${person}, ${now}) on conflict do nothing`.execute(db);
};

export const deleteNotice = async (db: Db, variant: number, person: number): Promise<void> => {
  await sql`delete from stock_notices where variant_id = ${variant} and user_id = ${person}`.execute(
    db,
  );
};

/** Uploads that are pictures of products, or files that buyers download. Their addresses contain the id of the product. */
export const productUploads: UploadReference = {
  kind: 'product',
  isUsed: sql`(exists (select from products p where p.picture_id = f.id) or exists (select from product_files x where x.upload_id = f.id))`,
  isReferencedBy: (product) =>
    sql`(exists (select from products p where p.picture_id = f.id and p.id = ${product})
      or exists (select from product_files x where x.upload_id = f.id and x.product_id = ${product}))`,
  storageType: 'club_files',
  uses: selectFileUse(
    'club',
    sql`p.club_id`,
    sql`from products p where p.school_id = f.school_id and (p.picture_id = f.id
      or exists (select from product_files x where x.school_id = p.school_id and x.product_id = p.id and x.upload_id = f.id))`,
  ),
};

/** Removes an erased person from a store. Products belong to the club. */
export const forgetSeller = async (db: Db, person: number): Promise<void> => {
  await sql`update products set created_by = null where created_by = ${person}`.execute(db);
  await sql`update product_sales set user_id = null where user_id = ${person}`.execute(db);
  await sql`delete from stock_notices where user_id = ${person}`.execute(db);
};

export const personalStore: PersonalData = (me) => ({
  products: sql`(select jsonb_agg(jsonb_build_object('name', p.name, 'createdAt', p.created_at)) from products p where p.created_by = ${me})`,
  purchases: sql`(select jsonb_agg(jsonb_build_object('product', p.name, 'variant', v.name, 'quantity', s.quantity, 'state', s.state))
    from product_sales s join product_variants v on v.school_id = s.school_id and v.id = s.variant_id
      join products p on p.school_id = v.school_id and p.id = v.product_id where s.user_id = ${me})`,
  stockNotices: sql`(select jsonb_agg(jsonb_build_object('product', p.name, 'variant', v.name, 'createdAt', n.created_at))
    from stock_notices n join product_variants v on v.school_id = n.school_id and v.id = n.variant_id
      join products p on p.school_id = v.school_id and p.id = v.product_id where n.user_id = ${me})`,
});

/** True while a variant has units left. */
export const isVariantLeft = (variant: number) =>
  sql`exists (select from product_variants v where v.id = ${variant} and (v.stock is null or v.stock > v.held))`;
