import { Link } from '@tanstack/react-router';
import { ShoppingBag } from 'lucide-react';
import type { OrderSummary } from '#contract/payments/shapes.ts';
import { Row, RowIcon } from '../../kit/row-list.tsx';
import { useMessages } from '../../lib/messages.ts';
import { moneyText } from '../../lib/money-text.ts';
import { paths } from '../../paths.ts';
import { OrderState } from './order-state.tsx';

/** One of the user's orders in a list. */
export function OrderRow({ order, isOfClub = false }: { order: OrderSummary; isOfClub?: boolean }) {
  const { t, date, locale } = useMessages();
  return (
    <Row
      {...(!isOfClub && {
        mark: (
          <RowIcon>
            <ShoppingBag size={20} aria-hidden />
          </RowIcon>
        ),
      })}
      title={
        <Link
          to={paths.order}
          params={{ orderId: order.id }}
          className="rounded-sm hover:underline"
        >
          {order.title}
        </Link>
      }
      aside={<OrderState order={order} />}
      lines={[
        !isOfClub && <bdi key="club">{order.club.name}</bdi>,
        t('payments.orderLine', {
          number: order.number,
          date: date(order.createdAt, 'medium'),
          total: moneyText(locale, order.total),
        }),
      ]}
    />
  );
}
