import type { OrderSummary } from '#contract/payments/shapes.ts';
import { useMessages } from '../../../lib/messages.ts';
import { nameOf } from '../../people/person.ts';

/** Labels for the bags of selected orders. Only visible on paper. */
export function OrderLabels({ orders }: { orders: readonly OrderSummary[] }) {
  const { t } = useMessages();
  return (
    <div data-print className="hidden grid-cols-2 gap-3 print:grid" aria-hidden>
      {orders.map((order) => (
        <div key={order.id} className="grid break-inside-avoid gap-1 border border-black p-4">
          <p className="text-2xl font-bold">
            <bdi>{order.number}</bdi>
          </p>
          <p className="text-lg">
            <bdi>{order.buyer === null ? t('payments.erased') : nameOf(order.buyer)}</bdi>
          </p>
          <p>
            <bdi>{order.title}</bdi>
          </p>
        </div>
      ))}
    </div>
  );
}
