import * as store from '#contract/store/endpoints.ts';
import type { Product, VariantInput } from '#contract/store/endpoints.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { storeLimits as limits } from '#contract/store/limits.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { definedOnly, idOf, lockTable, orNotFound } from '../../kernel/sql.ts';
import { isClubStaff } from '../clubs/club-access.ts';
import { selectClubState } from '../clubs/clubs.queries.ts';
import { isWritable } from '../clubs/clubs.rules.ts';
import { selectSchoolCurrency } from '../finances/finances.queries.ts';
import { isOrderOfficer } from '../payments/orders/order-access.ts';
import { checkAmount, checkCurrency } from '../payments/payments.rules.ts';
import { lockUploads } from '../uploads/uploads.queries.ts';
import { uploadUrl } from '../uploads/upload-address.ts';
import * as sales from './sales/sales.queries.ts';
import * as queries from './store.queries.ts';
import type { ProductColumns, ProductRow, StoredVariant } from './store.queries.ts';
import { productView } from './store.views.ts';

type Sent = Omit<HandlerInput<typeof store.updateProduct>, 'id' | 'version'>;

/** Returns a club that the caller can see, and whether they manage its store. Throws 404 otherwise. */
const readStore = async (call: Call, club: number) => {
  const isOfficer = await isOrderOfficer(call, club);
  const who = { viewer: call.me.userId, isStaff: isOfficer || (await isClubStaff(call)) };
  return { club: orNotFound(await selectClubState(call.db, who, club)), isOfficer };
};

/** Returns a store that the caller manages and that accepts changes. */
const managedStore = async (call: Call, club: number) => {
  const read = await readStore(call, club);
  if (!read.isOfficer) throw problem('forbidden');
  if (!isWritable(read.club)) throw problem('club_inactive');
  return read.club;
};

/** Returns a product that the caller can see. Only officers see unpublished and archived ones. */
const readProduct = async (call: Call, id: number): Promise<{ row: ProductRow; view: Product }> => {
  const row = orNotFound(await queries.selectProduct(call.db, call.me.userId, id));
  const { club, isOfficer } = await readStore(call, row.club_id);
  if (!isOfficer && (!row.is_published || row.archived_at !== null)) throw problem('not_found');
  const isSelling = isWritable(club) && club.status !== 'pending';
  return { row, view: productView(call, row, { isOfficer, isSelling }) };
};

/** Throws a 404 unless the caller can use these uploads: their own, and those that the product already has. */
const checkUploads = async (
  call: Call,
  uploads: readonly number[],
  before: ProductRow | null,
): Promise<void> => {
  const known = new Set([
    ...(before?.files.map(({ id }) => id) ?? []),
    ...(before?.picture ? [before.picture.id] : []),
  ]);
  const added = uploads.filter((id) => !known.has(id));
  const found = await lockUploads(call.db, added, call.me.userId);
  if (new Set(found).size !== new Set(added).size) throw problem('not_found');
};

/** Returns the checked columns of a product. All its prices have one currency. */
const columnsOf = (sent: Sent, before: ProductRow | null): ProductColumns => {
  const currency = sent.price?.currency ?? before?.currency ?? '';
  const prices = [
    ...(sent.memberPrice ? [sent.memberPrice] : []),
    ...(sent.variants ?? []).flatMap(({ price }) => (price ? [price] : [])),
  ];
  for (const price of prices) {
    checkAmount(price, 0);
    checkCurrency(price, currency);
  }
  // The stored prices of variants and members would be in the old currency.
  if (before !== null && sent.price !== undefined) checkCurrency(sent.price, before.currency);
  return definedOnly({
    name: sent.name,
    description: sent.description,
    currency: sent.price?.currency,
    price: sent.price === undefined ? undefined : checkAmount(sent.price, 0),
    member_price: sent.memberPrice === null ? null : sent.memberPrice?.amount,
    tax_basis_points: sent.taxBasisPoints,
    per_person: sent.perPerson,
    pick_up: sent.pickUp,
    picture_id: sent.picture === null ? null : sent.picture && idOf(sent.picture),
    is_published: sent.isPublished,
  }) as ProductColumns;
};

/** Stores the variants of a product. Those that are missing are archived. */
const storeVariants = async (
  call: Call,
  product: number,
  variants: readonly VariantInput[],
): Promise<void> => {
  const { db, schoolId, now } = call;
  const before = await queries.lockVariantsOf(db, product);
  const kept: number[] = [];
  const added: StoredVariant[] = [];
  for (const [position, { id, name, stock: sent, price }] of variants.entries()) {
    const columns = { position, name, price: price?.amount ?? null };
    if (id === undefined) {
      added.push({ id: null, ...columns, stock: sent ?? null });
      continue;
    }
    const row = orNotFound(before.find((one) => one.id === idOf(id)));
    // Units may have been sold since the officer read the stock, so it stays if it isn't sent.
    const stock = sent === undefined ? row.stock : sent;
    if (stock !== null && stock < row.held)
      throw problem('stock_too_low', { min: row.held, title: row.name });
    kept.push(row.id);
    await queries.updateVariant(db, product, { id: row.id, ...columns, stock });
    const wasSoldOut = row.stock !== null && row.stock <= row.held;
    if (wasSoldOut && (stock === null || stock > row.held))
      await emit(call, 'variant_back_in_stock', { variant: row.id });
  }
  await queries.archiveVariants(db, product, kept, now);
  for (const one of added) await queries.insertVariant(db, schoolId, product, one);
};

const recordAct = (
  call: Call,
  { id, name, club_id: club }: ProductRow,
  act: Acts['product_changed'],
): Promise<void> =>
  record(call, 'product_changed', { product: String(id), name, club: String(club), act });

/** Returns the variants to store. `stock` is that of each variant without its own. */
const variantsOf = (
  { stock, variants }: Pick<Sent, 'stock' | 'variants'>,
  before: ProductRow | null,
): readonly VariantInput[] | undefined => {
  if (variants !== undefined)
    return variants.map((one) => ({ ...one, stock: one.stock === undefined ? stock : one.stock }));
  if (before === null) return [{ name: '', stock: stock ?? null }];
  if (stock === undefined) return undefined;
  const [only, ...others] = before.variants;
  if (only === undefined || others.length > 0)
    throw problem('invalid_input', {}, [
      { path: 'stock', message: 'Send the stock of each variant.' },
    ]);
  return [
    {
      id: String(only.id),
      name: only.name,
      stock,
      price: only.price === null ? null : { amount: only.price, currency: before.currency },
    },
  ];
};

export const storeHandlers = [
  handle(store.listProducts, async (call, { id, archived = false, cursor, size }) => {
    const { club, isOfficer } = await readStore(call, idOf(id));
    const after = readCursor<readonly [Date, number]>(cursor, ['time', 'number']);
    const rows = await queries.selectProducts(call.db, call.me.userId, {
      club: club.id,
      isOfficer,
      isArchived: archived && isOfficer,
      after,
      size: size + 1,
    });
    const isSelling = isWritable(club) && club.status !== 'pending';
    return {
      ...pageOfRows(rows, size, {
        view: (row) => productView(call, row, { isOfficer, isSelling }),
        keyOf: (row) => [row.created_at, row.id],
      }),
      currency: await selectSchoolCurrency(call.db),
      can: { create: isOfficer && isWritable(club) },
    };
  }),

  handle(store.createProduct, async (call, { id, clientId, ...sent }) => {
    const club = await managedStore(call, idOf(id));
    const before = await queries.selectProductByClient(call.db, call.me.userId, clientId);
    if (before !== undefined) return (await readProduct(call, before.id)).view;
    const variants = variantsOf(sent, null) ?? [];
    const columns = columnsOf(sent, null);
    const files = (sent.files ?? []).map(idOf);
    await checkUploads(call, [...files, ...(columns.picture_id ? [columns.picture_id] : [])], null);
    await lockTable(call.db, 'products');
    const max = limits.products;
    if ((await queries.countProducts(call.db, club.id)) >= max)
      throw problem('too_many_products', { max });
    const made = orNotFound(
      await queries.insertProduct(call.db, call.schoolId, {
        club: club.id,
        by: call.me.userId,
        clientId,
        now: call.now,
        columns: {
          ...columns,
          name: sent.name,
          currency: sent.price.currency,
          price: sent.price.amount,
        },
      }),
    );
    await storeVariants(call, made.id, variants);
    await queries.replaceFiles(call.db, call.schoolId, made.id, files);
    const { row, view } = await readProduct(call, made.id);
    await recordAct(call, row, 'added');
    return view;
  }),

  handle(store.getProduct, async (call, { id }) => (await readProduct(call, idOf(id))).view),

  handle(store.updateProduct, async (call, { id, version, ...sent }) => {
    const { row: before } = await readProduct(call, idOf(id));
    await managedStore(call, before.club_id);
    const variants = variantsOf(sent, before);
    const columns = columnsOf(sent, before);
    const files = sent.files?.map(idOf);
    await checkUploads(
      call,
      [...(files ?? []), ...(columns.picture_id ? [columns.picture_id] : [])],
      before,
    );
    const archived =
      sent.isArchived === undefined ? {} : { archived_at: sent.isArchived ? call.now : null };
    const changed = await queries.updateProduct(
      call.db,
      { id: before.id, version },
      { ...columns, ...archived },
    );
    if (!changed) throw problem('product_changed');
    if (variants !== undefined) await storeVariants(call, before.id, variants);
    if (files !== undefined) await queries.replaceFiles(call.db, call.schoolId, before.id, files);
    await recordAct(call, before, sent.isArchived === true ? 'archived' : 'updated');
    return (await readProduct(call, before.id)).view;
  }),

  handle(store.addStockNotice, async (call, { id }) => {
    const variant = orNotFound(await queries.selectVariantClub(call.db, idOf(id)));
    await readStore(call, variant.club_id);
    await queries.insertNotice(call.db, call.schoolId, variant.id, {
      person: call.me.userId,
      now: call.now,
    });
    return { hasNotice: true };
  }),

  handle(store.removeStockNotice, async (call, { id }) => {
    const variant = orNotFound(await queries.selectVariantClub(call.db, idOf(id)));
    await readStore(call, variant.club_id);
    await queries.deleteNotice(call.db, variant.id, call.me.userId);
    return { hasNotice: false };
  }),

  handle(store.listOrderFiles, async (call, { id }) => {
    const rows = await sales.selectOrderFiles(call.db, idOf(id), call.me.userId);
    if (rows.length === 0) throw problem('not_found');
    return {
      items: rows.map((row) => ({
        id: String(row.upload_id),
        line: String(row.line_id),
        name: row.name,
        size: row.size,
        downloadsLeft: limits.downloads - row.downloads,
      })),
    };
  }),

  handle(store.downloadOrderFile, async (call, { id, file }) => {
    const rows = await sales.selectOrderFiles(call.db, idOf(id), call.me.userId);
    const row = orNotFound(rows.find((one) => one.upload_id === idOf(file)));
    const max = limits.downloads;
    const counted = await sales.countDownload(call.db, call.schoolId, {
      line: row.line_id,
      upload: row.upload_id,
      max,
    });
    if (counted === undefined) throw problem('downloads_used', { max });
    return {
      url: uploadUrl(call, {
        kind: 'product',
        holder: row.product_id,
        upload: row.upload_id,
        form: 'whole',
      }),
      downloadsLeft: max - counted.count,
    };
  }),
];
