import { useNavigate } from '@tanstack/react-router';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { ManageDonations } from '../../payments/donations/manage-donations.tsx';
import { ClubDiscounts } from '../../payments/officers/club-discounts.tsx';
import { ClubOrders } from '../../payments/officers/club-orders.tsx';
import { ProductList } from './product-list.tsx';
import paymentWords from 'messages:en/payments.*';
import english from '../messages/en.json';

addEnglish({ ...english, ...paymentWords });

const parts = ['orders', 'products', 'discounts', 'donations'] as const;

/** The store of a club for its officers: orders, products, discount codes and donations. */
export function ManageStore({ club }: { club: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const search = useSearch();
  const part = parts.find((value) => value === search['part']) ?? 'orders';
  return (
    <div className="grid gap-4">
      <div>
        <Segmented
          label={t('store.title')}
          value={part}
          options={parts.map((value) => ({ value, label: t(`store.part_${value}`) }))}
          onChange={(value) =>
            void navigate({
              to: paths.manageClub,
              params: { clubId: club },
              search: { section: 'store', ...(value !== 'orders' && { part: value }) },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {part === 'orders' && <ClubOrders club={club} />}
      {part === 'products' && <ProductList club={club} />}
      {part === 'discounts' && <ClubDiscounts club={club} />}
      {part === 'donations' && <ManageDonations club={club} />}
    </div>
  );
}
