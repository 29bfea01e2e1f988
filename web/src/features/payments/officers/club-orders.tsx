import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { exportClubOrders } from '#contract/payments/calls.ts';
import { orderNeeds, paymentLimits, type OrderNeed } from '#contract/payments/limits.ts';
import { DataTable } from '../../../kit/data-table.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useSearch } from '../../../lib/page.tsx';
import { moneyText } from '../../../lib/money-text.ts';
import { saveBase64 } from '../../../lib/save-file.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { nameOf } from '../../people/person.ts';
import { OrderState } from '../order-state.tsx';
import { clubOrderPages } from '../payments.data.ts';
import { BulkOrders } from './bulk-orders.tsx';
import { OrderPane } from './order-pane.tsx';

/** The orders of a club for its officers. One opens next to the table, where they take a payment, hand it over or refund it. */
export function ClubOrders({ club }: { club: string }) {
  const { t, date, number, locale } = useMessages();
  const [needs, setNeeds] = useState<OrderNeed | null>(null);
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const { order } = useSearch();
  const isWide = useMinWidth('xl');
  const isBeside = isWide && typeof order === 'string';
  /** Notifications link to an order, also from this page. */
  const open = (id: string | null) =>
    void navigate({
      to: paths.manageClub,
      params: { clubId: club },
      search: { section: 'store', ...(id !== null && { order: id }) },
      replace: true,
      resetScroll: false,
    });
  useDebounced(text, (value) => setSearch(value.trim()));
  const orders = useInfiniteQuery(clubOrderPages(club, { needs, search }));
  const waiting = orders.data?.pages[0]?.waiting;
  const rows = orders.data?.pages.flatMap(({ items }) => items) ?? [];
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const exported = useAction(
    () =>
      call(exportClubOrders, {
        id: club,
        ...(needs !== null && { needs }),
        ...(search !== '' && { search }),
      }),
    { onSuccess: ({ name, content, mediaType }) => saveBase64(name, content, mediaType) },
  );
  const openBeside = (step: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === order);
    const next = at === -1 ? rows[0] : rows[at + step];
    if (next !== undefined) open(next.id);
  };
  useShortcuts([
    { key: 'j', label: t('payments.key_next'), run: () => openBeside(1) },
    { key: 'k', label: t('payments.key_previous'), run: () => openBeside(-1) },
  ]);
  return (
    <div className={isBeside ? 'grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-4' : ''}>
      <div className="grid min-w-0 gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <div className="min-w-0 flex-1 basis-56">
            <SearchField
              label={t('payments.searchOrders')}
              value={text}
              onChange={(value) => setText(value.slice(0, paymentLimits.search))}
              isBusy={orders.isFetching && orders.data !== undefined}
            />
          </div>
          <Button
            size="lg"
            icon={Download}
            isPending={exported.isPending}
            onClick={() => exported.run()}
          >
            {t('payments.export')}
          </Button>
        </div>
        <div className="flex flex-wrap gap-2" role="group" aria-label={t('payments.filter')}>
          {orderNeeds.map((need) => (
            <Chip
              key={need}
              isOn={needs === need}
              aria-pressed={needs === need}
              onClick={() => setNeeds(needs === need ? null : need)}
            >
              {t(`payments.needs_${need}`)} {waiting !== undefined && number(waiting[need])}
            </Chip>
          ))}
        </div>
        <QueryBoundary
          query={orders}
          skeleton={['h-64']}
          isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
          empty={{
            icon: ShoppingBag,
            title: t(
              needs === null && search === '' ? 'payments.noClubOrders' : 'payments.noMatch',
            ),
          }}
        >
          {() => (
            <div className="grid gap-4">
              <DataTable
                label={t('payments.orders')}
                rows={rows}
                selected={selected}
                onSelect={setSelected}
                idOf={({ id }) => id}
                nameOf={(order) => order.number}
                onOpen={({ id }) => open(id)}
                openId={typeof order === 'string' ? order : undefined}
                columns={[
                  {
                    id: 'number',
                    label: t('payments.column_order'),
                    cell: (order) => (
                      <span className="grid">
                        <bdi className="font-medium">{order.number}</bdi>
                        <span className="text-sm whitespace-nowrap text-ink-2">
                          {date(order.createdAt, 'medium')}
                        </span>
                      </span>
                    ),
                  },
                  {
                    id: 'buyer',
                    label: t('payments.column_buyer'),
                    phone: 'line',
                    cell: ({ buyer, isAnonymous }) => (
                      <bdi>
                        {buyer === null
                          ? t(isAnonymous ? 'payments.anonymous' : 'payments.erased')
                          : nameOf(buyer)}
                      </bdi>
                    ),
                  },
                  {
                    id: 'items',
                    label: t('payments.column_items'),
                    phone: 'line',
                    cell: ({ title }) => <bdi className="wrap-anywhere">{title}</bdi>,
                  },
                  {
                    id: 'total',
                    label: t('payments.total'),
                    isEnd: true,
                    phone: 'end',
                    cell: ({ total }) => (
                      <bdi className="whitespace-nowrap tabular-nums">
                        {moneyText(locale, total)}
                      </bdi>
                    ),
                  },
                  {
                    id: 'state',
                    label: t('payments.column_state'),
                    phone: 'line',
                    cell: (order) => <OrderState order={order} />,
                  },
                ]}
              />
              <LoadMore query={orders} />
              <BulkOrders
                club={club}
                orders={rows.filter(({ id }) => selected.has(id))}
                onClear={() => setSelected(new Set())}
              />
            </div>
          )}
        </QueryBoundary>
      </div>
      {typeof order === 'string' && (
        <OrderPane id={order} as={isWide ? 'side' : 'modal'} onClose={() => open(null)} />
      )}
    </div>
  );
}
