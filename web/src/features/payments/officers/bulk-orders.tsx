import { Check, Package, Tag } from 'lucide-react';
import { handOverOrders } from '#contract/payments/calls.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import type { OrderSummary } from '#contract/payments/shapes.ts';
import { BulkBar } from '../../../kit/data-table.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { staleOrders } from '../payments.data.ts';
import { OrderLabels } from './order-labels.tsx';

interface BulkOrdersProps {
  club: string;
  orders: readonly OrderSummary[];
  onClear: () => void;
}

/** Actions for selected orders: ready, picked up, and labels to print. */
export function BulkOrders({ club, orders, onClear }: BulkOrdersProps) {
  const { t, list } = useMessages();
  const ids = orders.slice(0, paymentLimits.bulk).map(({ id }) => id);
  const handOver = useAction(
    (state: 'ready' | 'fulfilled') => call(handOverOrders, { id: club, orders: ids, state }),
    {
      confirm: (state) =>
        state === 'ready'
          ? null
          : {
              title: t('payments.bulkPickedUpTitle', { count: ids.length }),
              body: t('payments.bulkPickedUpBody'),
              confirmLabel: t('payments.bulkPickedUp'),
            },
      invalidates: staleOrders,
      success: ({ changed, skipped }) =>
        skipped.length === 0
          ? t('payments.bulkDone', { count: changed })
          : t('payments.bulkSkipped', { count: changed, numbers: list(skipped.slice(0, 10)) }),
      onSuccess: onClear,
    },
  );
  return (
    <>
      <BulkBar count={ids.length} onClear={onClear}>
        <Button icon={Package} isPending={handOver.isPending} onClick={() => handOver.run('ready')}>
          {t('payments.bulkReady')}
        </Button>
        <Button
          icon={Check}
          isPending={handOver.isPending}
          onClick={() => handOver.run('fulfilled')}
        >
          {t('payments.bulkPickedUp')}
        </Button>
        <Button icon={Tag} onClick={() => window.print()}>
          {t('payments.printLabels')}
        </Button>
      </BulkBar>
      {ids.length > 0 && <OrderLabels orders={orders} />}
    </>
  );
}
