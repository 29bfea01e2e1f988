import type { Acts } from '#contract/audit-kinds.ts';
import { feature, type Feature, type OrderItemType } from '../../kernel/feature.ts';
import { discountsHandlers } from './discounts/discounts.handlers.ts';
import { orderNotifications } from './notifications/order-notifications.ts';
import { donationsHandlers } from './donations/donations.handlers.ts';
import { clubOrdersHandlers } from './ordering/club-orders.handlers.ts';
import { ordersHandlers } from './ordering/orders.handlers.ts';
import { orderItemTypes } from './orders/order-items.ts';
import { payingHandlers } from './paying/paying.handlers.ts';
import { webhookHandlers } from './paying/webhook.ts';
import { cleanUpEvents, paymentsJobs, queueForgotten } from './payments.jobs.ts';
import { forgetBuyer, personalOrders } from './erasure/erasure.queries.ts';
import { receiptsHandlers } from './receipts/receipts.handlers.ts';
import { refundsHandlers } from './refunds/refunds.handlers.ts';
import { reportHandlers } from './staff/report.handlers.ts';
import { settingsHandlers } from './staff/settings.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** The time to pay of an order is over. */
    order_due: { order: number };
    /** An open payment is to be read from the provider. `asked`: how often it was before. */
    payment_check_due: { payment: number; asked: number };
    /** A pending refund is to be sent to the provider or read from it. */
    refund_check_due: { refund: number; asked: number };
    /** The buyer gave up an unpaid order. Only the release before emits it. */
    order_given_up: { order: number };
    /**
     * The event of an order's tickets, or one of these dates, doesn't take place. `originals`: null for the whole event. `by`: set if only a
     * registration was canceled.
     */
    order_called_off: {
      order: number;
      event: string;
      originals: string[] | null;
      by?: 'person' | 'host';
    };
    /** The refund of a payment that came too late or twice failed, and is to be started again. */
    late_payment_due: { payment: number };
    order_paid: { order: number };
    order_ready: { order: number };
    order_refunded: { order: number; refund: number };
    /** Money came too late or twice, and is being refunded. */
    order_late_payment: { order: number };
    refund_requested: { order: number; by: number };
    refund_declined: { order: number; by: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  // Details contain no amounts, because people who can read the activity log can't read accounts.
  interface AuditDetails {
    order_changed: { order: string; number: string; club: string; act: Acts['order_changed'] };
    payment_settings_changed: { providers: readonly string[] };
    donations_changed: { club: string; isOn: boolean };
    payout_recorded: { entry: string; from: string };
    discount_changed: { club: string; code: string; act: Acts['discount_changed'] };
  }
}

/** `declared`: the types of items that features sell. */
export const paymentsFeature = (declared: readonly OrderItemType[]): Feature => {
  const types = orderItemTypes(declared);
  return feature({
    name: 'payments',
    handlers: [
      ...ordersHandlers(types),
      ...clubOrdersHandlers,
      ...payingHandlers(types),
      ...refundsHandlers(types),
      ...webhookHandlers(types),
      ...discountsHandlers,
      ...donationsHandlers,
      ...receiptsHandlers,
      ...settingsHandlers,
      ...reportHandlers,
    ],
    jobs: [...paymentsJobs(types), ...orderNotifications],
    erase: forgetBuyer,
    personalData: personalOrders,
    maintenance: [queueForgotten, cleanUpEvents],
  });
};
