import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ShoppingBag, Store } from 'lucide-react';
import type { Product } from '#contract/store/endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore, RowList } from '../../kit/row-list.tsx';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { moneyText } from '../../lib/money-text.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Pill } from '../../ui/pill.tsx';
import { DonateCard } from '../payments/donations/donate-card.tsx';

import { OrderRow } from '../payments/order-row.tsx';
import { donationQuery, orderPages } from '../payments/payments.data.ts';
import { useCart } from './cart.ts';
import { CartCard } from './cart-card.tsx';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { ProductDialog } from './product-dialog.tsx';
import { ProductPicture } from './product-picture.tsx';
import { fewLeft, leftOf, productPages } from './store.data.ts';
import paymentWords from 'messages:en/payments.*';
import english from './messages/en.json';

addEnglish({ ...english, ...paymentWords });

const ordersShown = 3;

/** The products of a club, with the user's cart and orders. */
export function ClubStore({ club }: { club: string }) {
  const { t } = useMessages();
  const products = useInfiniteQuery(productPages(club));
  const donations = useQuery(donationQuery(club));
  const orders = useInfiniteQuery(orderPages(club));
  const navigate = useNavigate();
  const { product: opened } = useSearch();
  /** Notifications link to a product, also from this page. */
  const open = (id: string | null) =>
    void navigate({
      to: paths.club,
      params: { clubId: club },
      search: { tab: 'store', ...(id !== null && { product: id }) },
      replace: true,
      resetScroll: false,
    });
  const [isCheckingOut, setCheckingOut] = useState(false);
  const cart = useCart(club);
  const items = (products.data?.pages ?? []).flatMap((page) => page.items);
  const shown = items.find(({ id }) => id === opened);
  const isEmpty = products.data?.pages.every((page) => page.items.length === 0) === true;
  return (
    <div className="@container grid gap-5">
      {/* A club can accept donations without selling anything. */}
      {isEmpty && <DonateCard club={club} />}
      <QueryBoundary
        query={products}
        skeleton={['h-64', 'h-64']}
        isEmpty={({ pages }) => pages.every((page) => page.items.length === 0)}
        empty={{ icon: Store, title: t('store.none'), body: t('store.noneBody') }}
      >
        {() => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @3xl:grid-cols-[minmax(0,1fr)_18rem]">
            <section className="grid gap-4">
              <h2 className="sr-only">{t('store.title')}</h2>
              <ul className="grid grid-cols-2 gap-4 @xl:grid-cols-3">
                {items.map((product) => (
                  <ProductTile key={product.id} product={product} onOpen={() => open(product.id)} />
                ))}
              </ul>
              <LoadMore query={products} />
            </section>
            <WhenSettled queries={[donations, orders]} skeleton={['h-48']}>
              <div className="grid gap-5">
                {Object.keys(cart).length > 0 && (
                  <CartCard club={club} products={items} onCheckOut={() => setCheckingOut(true)} />
                )}
                <DonateCard club={club} />
                <OwnOrders club={club} />
              </div>
            </WhenSettled>
          </div>
        )}
      </QueryBoundary>
      {shown && <ProductDialog product={shown} onClose={() => open(null)} />}
      {isCheckingOut && <CheckoutDialog club={club} onClose={() => setCheckingOut(false)} />}
    </div>
  );
}

function ProductTile({ product, onOpen }: { product: Product; onOpen: () => void }) {
  const { t, locale } = useMessages();
  const left = leftOf(product);
  const other = product.isMemberPrice ? product.regularPrice : product.memberPrice;
  return (
    <li className="relative grid content-start gap-2">
      <ProductPicture product={product} className="aspect-[4/3] w-full rounded-card" />
      <div className="grid gap-0.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <h3 className="min-w-0 text-base! wrap-anywhere">
            <button
              type="button"
              dir="auto"
              onClick={onOpen}
              className="page-start rounded-sm text-start font-medium after:absolute after:inset-0 after:rounded-card hover:underline"
            >
              {product.name}
            </button>
          </h3>
          <bdi className="font-bold tabular-nums">{moneyText(locale, product.price)}</bdi>
        </div>
        {other !== null && other.amount !== product.price.amount && (
          <p className="text-sm text-ink-2">
            {t(product.isMemberPrice ? 'store.othersPay' : 'store.membersPay', {
              price: moneyText(locale, other),
            })}
          </p>
        )}
        <div className="flex flex-wrap gap-1.5 empty:hidden">
          {!product.isPublished && <Pill>{t('store.hidden')}</Pill>}
          {left === 0 && <Pill>{t('store.soldOut')}</Pill>}
          {left !== null && left > 0 && left < fewLeft && (
            <Pill tone="warn">{t('store.left', { count: left })}</Pill>
          )}
        </div>
      </div>
    </li>
  );
}

/** The user's most recent orders in this club. */
function OwnOrders({ club }: { club: string }) {
  const { t } = useMessages();
  const orders = useInfiniteQuery(orderPages(club));
  const [isWhole, setWhole] = useState(false);
  const items = (orders.data?.pages ?? []).flatMap((page) => page.items);
  if (items.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-1 text-lg!">{t('store.ownOrders')}</h2>
      <RowList label={t('store.ownOrders')}>
        {(isWhole ? items : items.slice(0, ordersShown)).map((order) => (
          <OrderRow key={order.id} order={order} isOfClub />
        ))}
      </RowList>
      {!isWhole && items.length > ordersShown ? (
        <Button icon={ShoppingBag} size="sm" onClick={() => setWhole(true)}>
          {t('store.allOrders')}
        </Button>
      ) : (
        <LoadMore query={orders} />
      )}
    </Card>
  );
}
