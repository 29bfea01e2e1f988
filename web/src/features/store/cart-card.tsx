import type { Product } from '#contract/store/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { moneyText } from '../../lib/money-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { setQuantity, useCart } from './cart.ts';
import { QuantityField } from './quantity-field.tsx';
import { titleOf } from './store.data.ts';

/** The cart of a club. Products that are no longer sold drop out of it. */
export function CartCard({
  club,
  products,
  onCheckOut,
}: {
  club: string;
  products: readonly Product[];
  onCheckOut: () => void;
}) {
  const { t, locale } = useMessages();
  const cart = useCart(club);
  const lines = products.flatMap((product) =>
    product.variants.flatMap((variant) => {
      const quantity = cart[variant.id];
      return quantity === undefined ? [] : [{ product, variant, quantity }];
    }),
  );
  const [first] = lines;
  if (first === undefined) return null;
  const total = {
    amount: lines.reduce((sum, { variant, quantity }) => sum + variant.price.amount * quantity, 0),
    currency: first.variant.price.currency,
  };
  return (
    <Card>
      <h2 className="mb-3 text-lg!">{t('store.cart')}</h2>
      <ul className="grid gap-3">
        {lines.map(({ product, variant, quantity }) => {
          const name = titleOf(product, variant);
          return (
            <li key={variant.id} className="grid gap-1">
              <div className="flex items-baseline justify-between gap-2">
                <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
                <bdi className="tabular-nums">
                  {moneyText(locale, {
                    ...variant.price,
                    amount: variant.price.amount * quantity,
                  })}
                </bdi>
              </div>
              <QuantityField
                name={name}
                value={quantity}
                max={Math.min(variant.left ?? Infinity, product.perPerson ?? Infinity)}
                onChange={(value) => setQuantity(club, variant.id, value)}
              />
            </li>
          );
        })}
      </ul>
      <div className="my-3 flex items-baseline justify-between border-t border-line pt-3 text-lg font-bold">
        <span>{t('payments.total')}</span>
        <bdi className="tabular-nums">{moneyText(locale, total)}</bdi>
      </div>
      <Button variant="primary" isBlock onClick={onCheckOut}>
        {t('store.checkOut')}
      </Button>
      <p className="mt-2 text-sm text-ink-2">{t('store.nothingHeld')}</p>
    </Card>
  );
}
