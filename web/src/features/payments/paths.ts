export const paths = {
  orders: '/orders',
  order: '/orders/$orderId',
  adminPayments: '/admin/payments',
} as const;
