import type { Money } from '#contract/finances/money.ts';
import type { PaymentProvider } from '#contract/payments/limits.ts';
import type {
  Order,
  OrderLine,
  OrderSummary,
  Payment,
  Refund,
  RefundRequest,
} from '#contract/payments/shapes.ts';
import { faceView } from '../../people/people.views.ts';
import type {
  OrderEventRow,
  OrderLineRow,
  OrderRow,
  PaymentRow,
  RefundRequestRow,
  RefundRow,
} from './orders.queries.ts';

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

export const paymentView = (row: PaymentRow): Payment => ({
  id: String(row.id),
  provider: row.provider,
  state: row.state,
  amount: { amount: row.amount, currency: row.currency },
  url: row.state === 'open' ? row.url : null,
  method: row.method,
  createdAt: row.created_at.toISOString(),
  settledAt: time(row.settled_at),
});

export const refundView = (row: RefundRow): Refund => ({
  id: String(row.id),
  amount: { amount: row.amount, currency: row.currency },
  reason: row.reason,
  state: row.state,
  isAutomatic: row.is_automatic,
  createdAt: row.created_at.toISOString(),
  by: row.by && faceView(row.by),
});

export const refundRequestView = (row: RefundRequestRow): RefundRequest => ({
  id: String(row.id),
  state: row.state,
  reason: row.reason,
  lines: [...row.lines],
  answer: row.answer,
  createdAt: row.created_at.toISOString(),
});

const lineView = (row: OrderLineRow, money: (amount: number) => Money): OrderLine => ({
  id: String(row.id),
  kind: row.kind,
  item: row.item_id === null ? null : String(row.item_id),
  title: row.title,
  isGuests: row.detail['guests'] !== undefined,
  quantity: row.quantity,
  price: money(row.unit_price),
  discount: money(row.discount),
  tax: money(row.tax),
  total: money(row.total),
  restocked: row.restocked,
  message: row.kind === 'donation' ? (row.detail['message'] ?? '') : '',
});

const headView = (row: OrderRow) => {
  const money = (amount: number): Money => ({ amount, currency: row.currency });
  return {
    id: String(row.id),
    number: row.number,
    club: { id: String(row.club_id ?? 0), name: row.club_name ?? '' },
    state: row.state,
    buyer: row.buyer && faceView(row.buyer),
    total: money(row.total),
    tax: money(row.tax),
    refunded: money(row.refunded),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    paidAt: time(row.paid_at),
    readyAt: time(row.ready_at),
    isDisputed: row.disputed_at !== null,
    hasRefundRequest: row.has_request,
    isAnonymous: row.is_anonymous,
  };
};

export const orderSummaryView = (row: OrderRow): OrderSummary => ({
  ...headView(row),
  title: row.title,
  units: row.units,
});

/** The parts of an order. */
export interface OrderParts {
  readonly lines: readonly OrderLineRow[];
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  readonly requests: readonly RefundRequestRow[];
  readonly events: readonly OrderEventRow[];
  readonly providers: readonly PaymentProvider[];
}

/** The person who looks at an order. */
export interface OrderViewer {
  readonly isBuyer: boolean;
  readonly isOfficer: boolean;
  readonly now: Date;
}

/** Returns whether an order is paid, also after an officer handed it over. */
export const isPaid = ({ state }: Pick<OrderRow, 'state'>): boolean =>
  state === 'paid' || state === 'fulfilled';

export const orderView = (
  row: OrderRow,
  { lines, payments, refunds, requests, events, providers }: OrderParts,
  { isBuyer, isOfficer, now }: OrderViewer,
): Order => {
  const money = (amount: number): Money => ({ amount, currency: row.currency });
  const isWaiting = row.state === 'pending' && row.expires_at > now;
  const paid = isPaid(row)
    ? payments
        .filter(({ state, is_unapplied: isUnapplied }) => state === 'succeeded' && !isUnapplied)
        .reduce((sum, { amount }) => sum + amount, 0)
    : 0;
  const refundable = paid - row.refunded - row.refunding;
  return {
    ...headView(row),
    lines: lines.map((line) => lineView(line, money)),
    subtotal: money(row.subtotal),
    discount: money(row.discount),
    discountCode: row.discount_code,
    payments: payments.map(paymentView),
    refunds: refunds.map(refundView),
    refundRequests: requests.map(refundRequestView),
    refundable: money(refundable),
    providers: isWaiting ? [...providers] : [],
    pickUpCode:
      isBuyer && isPaid(row) && lines.some(({ needs_handover: needs }) => needs)
        ? row.pick_up_code
        : null,
    history: events.map(({ kind, at, by }) => ({
      kind,
      at: at.toISOString(),
      by: by && (isBuyer || !row.is_anonymous || by.id !== row.buyer_id) ? faceView(by) : null,
    })),
    version: row.version,
    can: {
      pay: isBuyer && isWaiting,
      cancel: row.state === 'pending',
      requestRefund: isBuyer && refundable > 0 && !row.has_request,
      takePayment: isOfficer && isWaiting,
      refund: isOfficer && refundable > 0,
      handOver:
        isOfficer && row.state === 'paid' && lines.some(({ needs_handover: needs }) => needs),
    },
  };
};
