import {
  Ban,
  Check,
  CircleAlert,
  CreditCard,
  Package,
  ShieldAlert,
  ShoppingBag,
  TimerOff,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { OrderEventKind } from '#contract/payments/limits.ts';
import type { Order } from '#contract/payments/shapes.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/card.tsx';
import type { Tone } from '../../../ui/pill.tsx';
import { Moment, Timeline } from '../../../ui/timeline.tsx';
import { nameOf } from '../../people/person.ts';

const looks: Record<OrderEventKind, readonly [LucideIcon, Tone]> = {
  created: [ShoppingBag, 'quiet'],
  payment_started: [CreditCard, 'quiet'],
  payment_failed: [CircleAlert, 'warn'],
  paid: [Check, 'good'],
  ready: [Package, 'brand'],
  fulfilled: [Check, 'good'],
  expired: [TimerOff, 'quiet'],
  canceled: [Ban, 'quiet'],
  refund_requested: [Undo2, 'warn'],
  refund_declined: [Ban, 'quiet'],
  refund_started: [Undo2, 'brand'],
  refunded: [Undo2, 'good'],
  refund_failed: [CircleAlert, 'bad'],
  late_payment_refunded: [Undo2, 'warn'],
  disputed: [ShieldAlert, 'bad'],
  dispute_won: [Check, 'good'],
  dispute_lost: [ShieldAlert, 'bad'],
};

/** What happened to an order, newest first. */
export function OrderHistory({ order }: { order: Order }) {
  const { t, date } = useMessages();
  return (
    <Card>
      <h2 className="mb-3 text-lg!">{t('payments.history')}</h2>
      <Timeline label={t('payments.history')}>
        {order.history.toReversed().map(({ kind, at, by }, nth) => {
          const [icon, tone] = looks[kind];
          return (
            <Moment
              // The same event can happen twice, such as two refunds.
              key={`${kind} ${at} ${nth}`}
              icon={icon}
              tone={tone}
              title={t(`payments.event_${kind}`)}
              when={<time dateTime={at}>{date(at, 'moment')}</time>}
            >
              {by !== null && <bdi>{nameOf(by)}</bdi>}
            </Moment>
          );
        })}
      </Timeline>
    </Card>
  );
}
