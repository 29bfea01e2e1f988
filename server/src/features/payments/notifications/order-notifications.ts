import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { noActor, notifyOfEvents, userEventsFor } from '../../notifications/notify/notify.ts';
import {
  isOrderThere,
  selectNotifiedOrder,
  selectStoreOfficers,
} from './order-notifications.queries.ts';

interface Notice {
  readonly order: number;
  readonly event: number;
  readonly kind: NotificationKind;
  /** The kinds for orders that have only donations, with and without the buyer's name. */
  readonly donation: { readonly named: NotificationKind; readonly anonymous: NotificationKind };
  readonly key: NotificationKey;
}

/** Notifies the officers of the order's club about its buyer. */
const notifyOfficers = async (
  scope: Scope,
  { order, event, kind: other, donation, key }: Notice,
): Promise<void> => {
  const found = await transact(
    scope,
    async ({ db }) => {
      const row = await selectNotifiedOrder(db, order);
      if (row === undefined || row.club_id === null) return undefined;
      return { ...row, club: row.club_id, officers: await selectStoreOfficers(db, row.club_id) };
    },
    { readOnly: true },
  );
  if (found === undefined) return;
  const kind = found.is_anonymous ? donation.anonymous : found.is_donation ? donation.named : other;
  const actor = found.is_anonymous ? noActor : (found.buyer_id ?? noActor);
  await notifyOfEvents(
    scope,
    userEventsFor(
      found.officers.filter((officer) => officer !== found.buyer_id),
      actor,
      event,
    ),
    {
      condition: isOrderThere(order),
      key,
      kind,
      // Each order has a separate notification, because officers act on each.
      collapseKey: `order:${order}:${kind}`,
      club: found.club,
      about: {
        title: found.title,
        path: `/clubs/${found.club}/manage?section=store&order=${order}`,
      },
    },
  );
};

/** Notifies the buyer of an order. */
const notifyBuyer =
  (kind: NotificationKind) =>
  async (
    scope: Scope,
    {
      id: event,
      payload: { order },
    }: OutboxEvent<'order_ready' | 'order_refunded' | 'order_late_payment' | 'refund_declined'>,
  ): Promise<void> => {
    const found = await transact(scope, ({ db }) => selectNotifiedOrder(db, order), {
      readOnly: true,
    });
    if (found === undefined || found.buyer_id === null) return;
    await notifyOfEvents(scope, userEventsFor([found.buyer_id], noActor, event), {
      condition: isOrderThere(order),
      key: 'general.orders',
      kind,
      collapseKey: `order:${order}:${kind}`,
      repeat: 'replace',
      club: 0,
      about: { title: found.title, path: `/orders/${order}` },
    });
  };

export const orderNotifications = [
  onEventWithNumber('payments.notify-paid', 'order_paid', (scope, { id, payload: { order } }) =>
    notifyOfficers(scope, {
      order,
      event: id,
      kind: 'store_purchase',
      donation: { named: 'donation', anonymous: 'anonymous_donation' },
      key: 'officer.newStorePurchase',
    }),
  ),
  onEventWithNumber(
    'payments.notify-refund-request',
    'refund_requested',
    (scope, { id, payload: { order } }) =>
      notifyOfficers(scope, {
        order,
        event: id,
        kind: 'refund_requested',
        donation: { named: 'refund_requested', anonymous: 'anonymous_refund_requested' },
        key: 'officer.refundRequestReceived',
      }),
  ),
  onEventWithNumber('payments.notify-ready', 'order_ready', notifyBuyer('order_ready')),
  onEventWithNumber('payments.notify-refunded', 'order_refunded', notifyBuyer('order_refunded')),
  onEventWithNumber(
    'payments.notify-late-payment',
    'order_late_payment',
    notifyBuyer('order_late_payment'),
  ),
  onEventWithNumber(
    'payments.notify-refund-declined',
    'refund_declined',
    notifyBuyer('refund_declined'),
  ),
];
