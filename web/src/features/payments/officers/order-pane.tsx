import { useQuery } from '@tanstack/react-query';
import { Check, Package } from 'lucide-react';
import { useState } from 'react';
import { handOverOrder } from '#contract/payments/calls.ts';
import type { Order } from '#contract/payments/shapes.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { rowOf } from '../../../lib/table-row.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { SidePane } from '../../../ui/side-pane.tsx';
import { nameOf } from '../../people/person.ts';
import { OrderHistory } from '../order/order-history.tsx';
import { OrderLines } from '../order/order-lines.tsx';
import { OrderState } from '../order-state.tsx';
import { orderQuery, staleOrders } from '../payments.data.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { TakePaymentDialog } from './take-payment-dialog.tsx';

type Task = 'refund' | 'decline' | 'payment';

interface OrderPaneProps {
  id: string;
  /** `side`: next to the table. */
  as: 'side' | 'modal';
  onClose: () => void;
}

/** An order for officers, with what they can do. */
export function OrderPane({ id, as, onClose }: OrderPaneProps) {
  const { t } = useMessages();
  const order = useQuery(orderQuery(id));
  const [task, setTask] = useState<Task | null>(null);
  const end = () => setTask(null);
  return (
    <>
      <SidePane
        of={id}
        as={as}
        opener={() => rowOf(id)}
        title={
          order.data === undefined
            ? t('payments.order')
            : t('payments.orderNumber', { number: order.data.number })
        }
        onClose={onClose}
      >
        <QueryBoundary query={order} skeleton={['h-24', 'h-48']} isEmpty={() => false}>
          {(data) => <Shown order={data} onTask={setTask} />}
        </QueryBoundary>
      </SidePane>
      {order.data !== undefined && task === 'refund' && (
        <RefundDialog order={order.data} onClose={end} />
      )}
      {order.data !== undefined && task === 'decline' && (
        <DeclineDialog order={order.data} onClose={end} />
      )}
      {order.data !== undefined && task === 'payment' && (
        <TakePaymentDialog order={order.data} onClose={end} />
      )}
    </>
  );
}

function Shown({ order, onTask }: { order: Order; onTask: (task: Task) => void }) {
  const { t, date } = useMessages();
  const handOver = useAction(
    (state: 'ready' | 'fulfilled') => call(handOverOrder, { id: order.id, state }),
    {
      invalidates: staleOrders,
      success: (_, state) => t(`payments.toast_${state}`),
    },
  );
  const canMarkReady = order.can.handOver && order.readyAt === null;
  useShortcuts([
    ...(canMarkReady
      ? [{ key: 'r', label: t('payments.key_ready'), run: () => handOver.run('ready') }]
      : []),
    ...(order.can.handOver
      ? [{ key: 'p', label: t('payments.key_pickedUp'), run: () => handOver.run('fulfilled') }]
      : []),
  ]);
  const request = order.refundRequests.find(({ state }) => state === 'open');
  const name = order.isAnonymous
    ? t('payments.anonymous')
    : order.buyer === null
      ? t('payments.erased')
      : nameOf(order.buyer);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Avatar name={name} photoUrl={order.buyer?.photoUrl ?? null} size={2.5} />
        <span className="grid min-w-0 flex-1">
          <bdi className="font-medium">{name}</bdi>
          <span className="text-sm text-ink-2">{date(order.createdAt, 'moment')}</span>
        </span>
        <OrderState order={order} />
      </div>
      {request !== undefined && (
        <Note
          tone="warn"
          title={t('payments.askedRefund', { date: date(request.createdAt, 'moment') })}
        >
          <p dir="auto" className="wrap-anywhere">
            {request.reason}
          </p>
        </Note>
      )}
      <OrderLines order={order} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {order.can.takePayment && (
          <Button variant="primary" onClick={() => onTask('payment')}>
            {t('payments.takePayment')}
          </Button>
        )}
        {canMarkReady && (
          <Button
            icon={Package}
            isPending={handOver.isPending}
            onClick={() => handOver.run('ready')}
          >
            {t('payments.markReady')}
          </Button>
        )}
        {order.can.handOver && (
          <Button
            icon={Check}
            isPending={handOver.isPending}
            onClick={() => handOver.run('fulfilled')}
          >
            {t('payments.markPickedUp')}
          </Button>
        )}
        {order.can.refund && (
          <Button
            {...(request !== undefined && { variant: 'primary' as const })}
            onClick={() => onTask('refund')}
          >
            {t('payments.refund')}
          </Button>
        )}
        {request !== undefined && (
          <Button onClick={() => onTask('decline')}>{t('payments.decline')}</Button>
        )}
      </div>
      <OrderHistory order={order} />
    </div>
  );
}
