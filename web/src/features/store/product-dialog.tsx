import { Bell, BellOff, ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { addStockNotice, removeStockNotice } from '#contract/store/calls.ts';
import type { Product, Variant } from '#contract/store/endpoints.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { moneyText } from '../../lib/money-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { setQuantity, useCart } from './cart.ts';
import { ProductPicture } from './product-picture.tsx';
import { QuantityField } from './quantity-field.tsx';
import { isSoldOut, staleProducts, titleOf } from './store.data.ts';

/** A product with its variants. People choose one and a quantity, or get a notification when it's back. */
export function ProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t, locale } = useMessages();
  const club = product.club.id;
  const cart = useCart(club);
  const [chosen, setChosen] = useState(
    () => (product.variants.find((one) => !isSoldOut(one)) ?? product.variants[0])?.id ?? '',
  );
  const [quantity, setCount] = useState(1);
  const variant = product.variants.find(({ id }) => id === chosen);
  const inCart = cart[chosen] ?? 0;
  const max =
    variant === undefined
      ? 0
      : Math.min(variant.left ?? Infinity, product.perPerson ?? Infinity) - inCart;
  return (
    <Dialog
      title={product.name}
      isOpen
      onClose={onClose}
      footer={
        variant &&
        !isSoldOut(variant) && (
          <Button
            variant="primary"
            icon={ShoppingCart}
            disabled={!product.can.buy || max < 1}
            onClick={() => {
              setQuantity(club, variant.id, inCart + Math.min(quantity, max));
              onClose();
            }}
          >
            {t('store.add')}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <ProductPicture product={product} className="aspect-[4/3] w-full rounded-card" />
        <p className="text-2xl font-bold tabular-nums">
          <bdi>{moneyText(locale, variant?.price ?? product.price)}</bdi>
        </p>
        {product.description !== '' && (
          <p dir="auto" className="page-start whitespace-pre-line text-pretty wrap-anywhere">
            {product.description}
          </p>
        )}
        {product.variants.length > 1 && (
          <fieldset>
            <legend className="mb-2 font-bold">{t('store.choose')}</legend>
            <div className="flex flex-wrap gap-2">
              {product.variants.map((one) => (
                <VariantChoice
                  key={one.id}
                  variant={one}
                  isChosen={one.id === chosen}
                  onChoose={() => setChosen(one.id)}
                />
              ))}
            </div>
          </fieldset>
        )}
        {variant !== undefined &&
          (isSoldOut(variant) ? (
            <StockNotice product={product} variant={variant} />
          ) : (
            <div className="flex flex-wrap items-center gap-3">
              <QuantityField
                name={titleOf(product, variant)}
                value={Math.min(quantity, Math.max(max, 1))}
                min={1}
                max={Math.max(max, 1)}
                onChange={setCount}
              />
              <span className="text-sm text-ink-2">
                {[
                  variant.left !== null && t('store.left', { count: variant.left }),
                  product.perPerson !== null && t('store.perPerson', { count: product.perPerson }),
                ]
                  .filter(Boolean)
                  .join(' • ')}
              </span>
            </div>
          ))}
        {inCart > 0 && <p className="text-sm text-ink-2">{t('store.inCart', { count: inCart })}</p>}
        {product.isDigital ? (
          <p className="text-sm text-ink-2">{t('store.digital')}</p>
        ) : (
          product.pickUp !== '' && (
            <p className="text-sm text-ink-2">
              <strong className="font-bold">{t('payments.pickUp')}:</strong>{' '}
              <bdi>{product.pickUp}</bdi>
            </p>
          )
        )}
        {!product.can.buy && <p className="text-sm text-ink-2">{t('store.notSelling')}</p>}
      </div>
    </Dialog>
  );
}

function VariantChoice({
  variant,
  isChosen,
  onChoose,
}: {
  variant: Variant;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { t } = useMessages();
  const isGone = isSoldOut(variant);
  return (
    <label
      className={`flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control border px-3 has-checked:border-brand-text has-checked:bg-brand-soft has-focus-visible:outline-2 ${isGone ? 'border-dashed border-line-field text-ink-2' : 'border-line-field'}`}
    >
      <input
        type="radio"
        name="variant"
        checked={isChosen}
        onChange={onChoose}
        className="sr-only"
      />
      <bdi>{variant.name}</bdi>
      {isGone && <span className="text-sm">{t('store.soldOut')}</span>}
    </label>
  );
}

/** Subscribes to a notification when a variant is back. */
function StockNotice({ product, variant }: { product: Product; variant: Variant }) {
  const { t } = useMessages();
  const change = useAction(
    (isOn: boolean) => call(isOn ? addStockNotice : removeStockNotice, { id: variant.id }),
    {
      invalidates: staleProducts,
      success: ({ hasNotice }) => t(hasNotice ? 'store.noticeOn' : 'store.noticeOff'),
    },
  );
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-medium">{t('store.soldOutNamed', { name: titleOf(product, variant) })}</p>
      <Button
        icon={variant.hasNotice ? BellOff : Bell}
        isPending={change.isPending}
        onClick={() => change.run(!variant.hasNotice)}
      >
        {t(variant.hasNotice ? 'store.noticeStop' : 'store.notice')}
      </Button>
    </div>
  );
}
