/* Limits and lists of club stores. This file doesn't import zod because the browser uses it at run time. */

export const storeLimits = {
  name: 120,
  description: 4_000,
  pickUp: 400,
  variantName: 60,
  variants: 60,
  products: 500,
  files: 10,
  stock: 1_000_000,
  perPerson: 1_000,
  /** Downloads of each file per order. */
  downloads: 3,
} as const;
