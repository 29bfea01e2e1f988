import type { Product, Variant } from '#contract/store/endpoints.ts';
import { listProducts } from '#contract/store/calls.ts';
import { call } from '../../lib/call.ts';

/** Calls to repeat after a product changes. */
export const staleProducts = [listProducts] as const;

/** A club's products, page by page. */
export const productPages = (id: string, isArchived = false) => ({
  queryKey: [listProducts, 'pages', id, isArchived] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listProducts,
      {
        id,
        ...(isArchived && { archived: 'true' }),
        ...(pageParam !== null && { cursor: pageParam }),
      },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

/** Below this number, the store says how many are left. */
export const fewLeft = 5;

export const isSoldOut = ({ left }: Pick<Variant, 'left'>): boolean => left === 0;

/** Returns how many of a product are left. Null for no limit. */
export const leftOf = ({ variants }: Pick<Product, 'variants'>): number | null =>
  variants.some(({ left }) => left === null)
    ? null
    : variants.reduce((sum, { left }) => sum + (left ?? 0), 0);

/** Returns the name of a variant with its product. */
export const titleOf = (product: Product, variant: Variant): string =>
  variant.name === '' ? product.name : `${product.name}, ${variant.name}`;
