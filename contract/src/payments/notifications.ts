import { quiet, urgent } from '../notifications/defaults.ts';
import type { NotificationKinds, NotificationKeys } from '../notifications/declaring.ts';

export const notificationKinds = {
  store_purchase: null,
  donation: null,
  anonymous_donation: null,
  refund_requested: null,
  anonymous_refund_requested: null,
  order_ready: null,
  order_refunded: null,
  order_late_payment: null,
  refund_declined: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    orders: urgent,
  },
  officer: {
    newStorePurchase: quiet,
    refundRequestReceived: urgent,
  },
} as const satisfies NotificationKeys;
