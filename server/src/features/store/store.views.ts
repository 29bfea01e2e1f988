import type { Product, Variant } from '#contract/store/endpoints.ts';
import type { Signer } from '../uploads/upload-address.ts';
import { uploadView } from '../uploads/uploads.views.ts';
import type { ProductRow, VariantRow } from './store.queries.ts';
import { priceFor } from './store.rules.ts';

export const productView = (
  signer: Signer,
  row: ProductRow,
  { isOfficer, isSelling }: { readonly isOfficer: boolean; readonly isSelling: boolean },
): Product => {
  const money = (amount: number) => ({ amount, currency: row.currency });
  const variantView = (variant: VariantRow): Variant => ({
    id: String(variant.id),
    name: variant.name,
    price: money(priceFor(row, row.is_member, variant.price)),
    left: variant.stock === null ? null : variant.stock - variant.held,
    ...(isOfficer && { stock: variant.stock }),
    hasNotice: variant.has_notice,
  });
  const own = priceFor(row, row.is_member, null);
  const isForSale = isSelling && row.is_published && row.archived_at === null;
  return {
    id: String(row.id),
    club: { id: String(row.club_id), name: row.club_name },
    name: row.name,
    description: row.description,
    picture: row.picture && uploadView(signer, { kind: 'product', holder: row.id }, row.picture),
    price: money(own),
    regularPrice: money(row.price),
    memberPrice: row.member_price === null ? null : money(row.member_price),
    isMemberPrice: row.is_member && row.member_price !== null && row.member_price < row.price,
    taxBasisPoints: row.tax_basis_points,
    perPerson: row.per_person,
    pickUp: row.pick_up,
    isDigital: row.files.length > 0,
    files: row.files.map(({ id, name, size }) => ({ id: String(id), name, size })),
    isPublished: row.is_published,
    isArchived: row.archived_at !== null,
    variants: row.variants.map(variantView),
    version: row.version,
    can: {
      buy: isForSale && row.variants.some(({ stock, held }) => stock === null || stock > held),
      manage: isOfficer,
    },
  };
};
