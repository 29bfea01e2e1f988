import { useNavigate } from '@tanstack/react-router';
import { createOrder } from '#contract/payments/calls.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { staleOrders } from '../payments/payments.data.ts';
import { emptyCart, useCart } from './cart.ts';
import { staleProducts } from './store.data.ts';

interface Draft {
  discount: string;
}
const { TextField } = fieldsOf<Draft>();

/** Places an order for the cart, which holds its items, and leads to the order, where the buyer pays. */
export function CheckoutDialog({ club, onClose }: { club: string; onClose: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const cart = useCart(club);
  return (
    <FormDialog<Draft, { id: string }>
      size="sm"
      title={t('store.checkOut')}
      submitLabel={t('store.placeOrder')}
      defaultValues={{ discount: '' }}
      isComplete={() => true}
      save={({ discount }, clientId) =>
        call(createOrder, {
          clientId,
          club,
          items: Object.entries(cart).map(([variant, quantity]) => ({ variant, quantity })),
          ...(discount.trim() !== '' && { discount: discount.trim() }),
        })
      }
      invalidates={[...staleOrders, ...staleProducts]}
      onSuccess={({ id }) => {
        emptyCart(club);
        void navigate({ to: paths.order, params: { orderId: id } });
      }}
      onClose={onClose}
    >
      <p className="text-ink-2 text-pretty">
        {t('store.checkOutBody', { minutes: paymentLimits.holdMinutes })}
      </p>
      <TextField
        name="discount"
        label={t('store.discount')}
        maxLength={paymentLimits.discountCode}
      />
    </FormDialog>
  );
}
