/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  product_changed: {
    status: 409,
    message: 'Someone else just changed this product. Reload the page, then edit it again.',
  },
  too_many_products: {
    status: 409,
    message: 'A store can have up to {max} products. Archive one first.',
  },
  stock_too_low: {
    status: 409,
    message: 'Orders already hold {min} of {title}. Enter a larger stock.',
  },
  downloads_used: {
    status: 409,
    message: 'This file was downloaded {max} times. Ask the club for help.',
  },
} as const;
