import { useInfiniteQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Pencil, Store } from 'lucide-react';
import { useState } from 'react';
import { updateProduct } from '#contract/store/calls.ts';
import type { Product } from '#contract/store/endpoints.ts';
import { ListPage } from '../../../kit/list-page.tsx';
import { LoadMore, Row, RowList } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { MoreHorizontal } from 'lucide-react';
import { Segmented } from '../../../ui/segmented.tsx';
import { ProductPicture } from '../product-picture.tsx';
import { leftOf, productPages, staleProducts } from '../store.data.ts';
import { ProductForm } from './product-form.tsx';

/** The products of a club, for its officers. */
export function ProductList({ club }: { club: string }) {
  const { t } = useMessages();
  const [view, setView] = useState<'current' | 'archived'>('current');
  const [edited, setEdited] = useState<Product | 'new' | null>(null);
  const products = useInfiniteQuery(productPages(club, view === 'archived'));
  const first = products.data?.pages[0];
  return (
    <>
      <ListPage
        query={products}
        intro={t('store.productsIntro')}
        {...(first?.can.create === true && {
          add: { label: t('store.newProduct'), onAdd: () => setEdited('new') },
        })}
        filters={
          <Segmented
            label={t('store.view')}
            value={view}
            options={[
              { value: 'current', label: t('store.current') },
              { value: 'archived', label: t('store.archived') },
            ]}
            onChange={setView}
          />
        }
        isNarrowed={view === 'archived'}
        empty={{ icon: Store, title: t('store.none') }}
        nothingFound={{ title: t('store.noneArchived'), body: t('store.noneArchivedBody') }}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList label={t('store.part_products')} isCard>
              {pages
                .flatMap(({ items }) => items)
                .map((product) => (
                  <ProductRow
                    key={product.id}
                    product={product}
                    onEdit={() => setEdited(product)}
                  />
                ))}
            </RowList>
            <LoadMore query={products} />
          </div>
        )}
      </ListPage>
      {edited !== null && first !== undefined && (
        <ProductForm
          club={club}
          currency={first.currency}
          product={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

function ProductRow({ product, onEdit }: { product: Product; onEdit: () => void }) {
  const { t, locale } = useMessages();
  const left = leftOf(product);
  const archive = useAction(
    (isArchived: boolean) =>
      call(updateProduct, { id: product.id, version: product.version, isArchived }),
    {
      invalidates: staleProducts,
      success: t(product.isArchived ? 'store.restoredToast' : 'store.archivedToast'),
    },
  );
  return (
    <Row
      mark={<ProductPicture product={product} className="size-14 shrink-0 rounded-control" />}
      title={product.name}
      aside={!product.isPublished && <Pill>{t('store.hidden')}</Pill>}
      lines={[
        moneyText(locale, product.regularPrice),
        left === null ? t('store.unlimited') : t('store.left', { count: left }),
      ]}
      end={
        product.can.manage && (
          <>
            {!product.isArchived && (
              <Button
                icon={Pencil}
                onClick={onEdit}
                label={t('store.editNamed', { name: product.name })}
              >
                {t('store.edit')}
              </Button>
            )}
            <MenuButton
              label={t('store.moreNamed', { name: product.name })}
              icon={MoreHorizontal}
              variant="quiet"
              items={[
                product.isArchived
                  ? { id: 'restore', label: t('store.restore'), icon: ArchiveRestore }
                  : { id: 'archive', label: t('store.archive'), icon: Archive },
              ]}
              onAction={() => archive.run(!product.isArchived)}
            />
          </>
        )
      }
    />
  );
}
