import { Ban, Check, Clock, Package, ShieldAlert, TimerOff, Undo2 } from 'lucide-react';
import type { OrderSummary } from '#contract/payments/shapes.ts';
import { useMessages } from '../../lib/messages.ts';
import { Pill } from '../../ui/pill.tsx';

type Stated = Pick<
  OrderSummary,
  'state' | 'isDisputed' | 'hasRefundRequest' | 'refunded' | 'total' | 'readyAt'
>;

/** What people call the state of an order: what needs someone first, then refunds, then its progress. */
const stateOf = ({ state, isDisputed, hasRefundRequest, refunded, total, readyAt }: Stated) => {
  if (isDisputed) return 'disputed';
  if (hasRefundRequest) return 'refundRequested';
  if (refunded.amount > 0 && refunded.amount >= total.amount) return 'refunded';
  if (refunded.amount > 0) return 'partlyRefunded';
  if (state === 'paid' && readyAt !== null) return 'ready';
  return state;
};

const looks = {
  pending: { tone: 'warn', icon: Clock },
  paid: { tone: 'good', icon: Check },
  ready: { tone: 'brand', icon: Package },
  fulfilled: { tone: 'good', icon: Check },
  expired: { tone: 'quiet', icon: TimerOff },
  canceled: { tone: 'quiet', icon: Ban },
  disputed: { tone: 'bad', icon: ShieldAlert },
  refundRequested: { tone: 'warn', icon: Undo2 },
  refunded: { tone: 'quiet', icon: Undo2 },
  partlyRefunded: { tone: 'quiet', icon: Undo2 },
} as const;

/** The state of an order, as a pill. */
export function OrderState({ order }: { order: Stated }) {
  const { t } = useMessages();
  const state = stateOf(order);
  const { tone, icon } = looks[state];
  return (
    <Pill tone={tone} icon={icon}>
      {t(`payments.state_${state}`)}
    </Pill>
  );
}
