import { useInfiniteQuery } from '@tanstack/react-query';
import { ShoppingBag } from 'lucide-react';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, RowList } from '../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { OrderRow } from './order-row.tsx';
import { orderPages } from './payments.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** Everything that the user ordered from clubs. */
export function OrdersPage() {
  const { t } = useMessages();
  const orders = useInfiniteQuery(orderPages());
  return (
    <Page width="read">
      <PageHeader title={t('payments.orders')} />
      <ListPage
        query={orders}
        intro={t('payments.ordersIntro')}
        empty={{ icon: ShoppingBag, title: t('payments.noOrders') }}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList label={t('payments.orders')} isCard>
              {pages.flatMap(({ items }) =>
                items.map((order) => <OrderRow key={order.id} order={order} />),
              )}
            </RowList>
            <LoadMore query={orders} />
          </div>
        )}
      </ListPage>
    </Page>
  );
}
