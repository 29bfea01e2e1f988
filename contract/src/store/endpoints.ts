import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { money } from '../finances/shapes.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { moneyInput } from '../payments/shapes.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { storeLimits as limits } from './limits.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const officer = { ...signedIn, inClub: 'store.manage' } as const;
const idText = z.string().max(40);
const id = z.strictObject({ id: idText });
const count = z.number().int();

export const variant = z.object({
  id: z.string(),
  name: z.string().describe('Empty if the product has only one variant.'),
  price: money.describe('The caller’s price, including tax.'),
  left: count.nullable().describe('Number of units left. Null for no limit.'),
  stock: count
    .nullable()
    .optional()
    .describe('Units in stock, including those that unpaid orders hold. Only for officers.'),
  hasNotice: z.boolean().describe('True if the caller gets a notification when it is back.'),
});
schemaNames.add(variant, { id: 'Variant' });
export type Variant = z.output<typeof variant>;

export const product = z.object({
  id: z.string(),
  club: z.object({ id: z.string(), name: z.string() }),
  name: z.string(),
  description: z.string(),
  picture: uploadedFile.nullable(),
  price: money.describe('The caller’s price, including tax.'),
  regularPrice: money,
  memberPrice: money.nullable().describe('Price for the club’s members. Null for none.'),
  isMemberPrice: z.boolean().describe('True if the caller pays the members’ price.'),
  taxBasisPoints: count.describe(
    'Tax included in the price, in basis points (hundredths of a percent).',
  ),
  perPerson: count.nullable().describe('Maximum units per person. Null for no limit.'),
  pickUp: z.string().describe('Location and times for picking it up. Empty for none.'),
  isDigital: z.boolean().describe('True if buyers download files instead of picking it up.'),
  files: z.array(z.object({ id: z.string(), name: z.string(), size: count })),
  isPublished: z.boolean(),
  isArchived: z.boolean(),
  variants: z.array(variant),
  version: wholeNumber,
  can: z.object({ buy: z.boolean(), manage: z.boolean() }),
});
schemaNames.add(product, { id: 'Product' });
export type Product = z.output<typeof product>;

const stock = z.number().int().min(0).max(limits.stock).nullable();
const variantInput = z.strictObject({
  id: idText.optional().describe('ID of an existing variant. Omit it for a new variant.'),
  name: text().max(limits.variantName),
  stock: stock
    .optional()
    .describe(
      'Units in stock. Null for no limit. If omitted, the product’s; an existing variant keeps its own.',
    ),
  price: moneyInput.nullable().optional().describe('Own price. Null for the product’s price.'),
});
export type VariantInput = z.output<typeof variantInput>;

const fields = {
  name: text().min(1).max(limits.name),
  description: text().max(limits.description).optional(),
  picture: idText.nullable().optional().describe('ID of an upload.'),
  price: moneyInput,
  memberPrice: moneyInput.nullable().optional(),
  taxBasisPoints: z.number().int().min(0).max(10_000).optional(),
  perPerson: z.number().int().min(1).max(limits.perPerson).nullable().optional(),
  pickUp: text().max(limits.pickUp).optional(),
  files: z
    .array(idText)
    .max(limits.files)
    .optional()
    .describe('IDs of uploads that buyers download.'),
  isPublished: z.boolean().optional(),
  stock: stock.optional().describe('Stock of each variant without its own. Null for no limit.'),
  variants: z.array(variantInput).min(1).max(limits.variants).optional(),
};

export const listProducts = endpoint({
  ...signedIn,
  name: 'store.products',
  summary: 'List a club’s products',
  description:
    'Newest first. Officers also get unpublished ones, and archived ones with `archived`.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/products',
  scope: 'read',
  params: id,
  query: cursorQuery.extend({ archived: z.stringbool().optional() }),
  reply: pageOf(product).extend({
    currency: z.string().describe('School’s currency (ISO 4217), used for new products.'),
    can: z.object({ create: z.boolean() }),
  }),
  errors: ['not_found', 'bad_cursor'],
});

export const createProduct = endpoint({
  ...officer,
  name: 'store.create-product',
  summary: 'Create a product',
  description: 'Without `variants`, the product gets one without a name. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/products',
  params: id,
  body: z.strictObject({ clientId, ...fields }),
  reply: product,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'amount_invalid',
    'currency_differs',
    'too_many_products',
    'invalid_input',
  ],
});

export const getProduct = endpoint({
  ...signedIn,
  name: 'store.product',
  summary: 'Get a product',
  method: 'GET',
  path: '/api/v1/products/{id}',
  scope: 'read',
  params: id,
  reply: product,
  errors: ['not_found'],
});

export const updateProduct = endpoint({
  ...officer,
  name: 'store.update-product',
  summary: 'Update a product',
  description:
    'Send only the fields to change, with the `version` you read. `variants` replaces all variants; those that are missing are archived. Placed orders keep their prices.',
  method: 'PATCH',
  path: '/api/v1/products/{id}',
  params: id,
  body: z
    .strictObject(fields)
    .partial()
    .extend({ version: wholeNumber, isArchived: z.boolean().optional() }),
  reply: product,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'amount_invalid',
    'currency_differs',
    'product_changed',
    'stock_too_low',
    'invalid_input',
  ],
});

const notice = z.object({ hasNotice: z.boolean() });

export const addStockNotice = endpoint({
  ...signedIn,
  name: 'store.add-notice',
  summary: 'Get notified when it’s back',
  description: 'One notification when a sold-out variant is back in stock. Idempotent.',
  method: 'PUT',
  path: '/api/v1/variants/{id}/notice',
  params: id,
  reply: notice,
  errors: ['not_found'],
});

export const removeStockNotice = endpoint({
  ...signedIn,
  name: 'store.remove-notice',
  summary: 'Remove a stock notice',
  description: 'Idempotent.',
  method: 'DELETE',
  path: '/api/v1/variants/{id}/notice',
  params: id,
  reply: notice,
  errors: ['not_found'],
});

export const listOrderFiles = endpoint({
  ...signedIn,
  name: 'store.order-files',
  summary: 'List the files of an order',
  description: 'For the buyer of a paid order.',
  method: 'GET',
  path: '/api/v1/orders/{id}/files',
  params: id,
  reply: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        line: z.string(),
        name: z.string(),
        size: count,
        downloadsLeft: count,
      }),
    ),
  }),
  errors: ['not_found'],
});

export const downloadOrderFile = endpoint({
  ...signedIn,
  name: 'store.download-file',
  summary: 'Download a file of an order',
  description: `Returns the signed address of the file, up to ${limits.downloads} times per order. Idempotent by \`clientId\`.`,
  method: 'POST',
  path: '/api/v1/orders/{id}/files/{file}/downloads',
  keepsReply: 'day',
  params: id.extend({ file: idText }),
  body: z.strictObject({ clientId }),
  reply: z.object({ url: z.string(), downloadsLeft: count }),
  errors: ['not_found', 'downloads_used'],
});
