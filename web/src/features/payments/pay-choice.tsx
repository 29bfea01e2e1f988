import { CreditCard, FileText, Landmark, Store, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { cancelPayment, payOrder } from '#contract/payments/calls.ts';
import { newClientId } from '#contract/client-id.ts';
import type { PaymentProvider } from '#contract/payments/limits.ts';
import type { Order } from '#contract/payments/shapes.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { isFramed } from '../../lib/host-page.ts';
import { useMessages } from '../../lib/messages.ts';
import { moneyText } from '../../lib/money-text.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { staleOrders } from './payments.data.ts';

const icons: Record<PaymentProvider, LucideIcon> = {
  stripe: CreditCard,
  desk: Store,
  invoice: FileText,
  school: Landmark,
};

/** Lets the buyer choose how to pay, or shows the payment that is open. Ways that the school turned off aren't shown. */
export function PayChoice({ order }: { order: Order }) {
  const { t, locale, date } = useMessages();
  const [provider, setProvider] = useState(order.providers[0] ?? null);
  const [clientId, setClientId] = useState(newClientId);
  const pay = useAction(
    (way: PaymentProvider) => call(payOrder, { id: order.id, clientId, provider: way }),
    {
      invalidates: staleOrders,
      onSuccess: ({ url }) => {
        setClientId(newClientId());
        // Stripe's page can't be shown in a frame, so the open payment links to it there.
        if (url !== null && !isFramed()) location.assign(url);
      },
    },
  );
  const cancel = useAction((id: string) => call(cancelPayment, { id }), {
    invalidates: staleOrders,
  });
  const total = moneyText(locale, order.total);
  const open = order.payments.find(({ state }) => state === 'open');
  if (open !== undefined)
    return (
      <Note
        tone="brand"
        icon={icons[open.provider]}
        title={t(`payments.open_${open.provider}`, { total })}
        action={
          <div className="flex flex-wrap gap-2">
            {open.url !== null && (
              <a
                href={open.url}
                {...(isFramed() && { target: '_blank' })}
                rel="noreferrer"
                className={buttonClass({ variant: 'primary' })}
              >
                {t('payments.continueStripe', { total })}
              </a>
            )}
            <Button isPending={cancel.isPending} onClick={() => cancel.run(open.id)}>
              {t('payments.otherWay')}
            </Button>
          </div>
        }
      >
        {t('payments.heldUntil', { date: date(order.expiresAt, 'moment') })}
      </Note>
    );
  if (provider === null)
    return (
      <Note tone="warn" icon={Store} title={t('payments.noWay')}>
        {t('payments.noWayBody')}
      </Note>
    );
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        pay.run(provider);
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-bold">{t('payments.howToPay')}</legend>
        {order.providers.map((way) => {
          const Icon = icons[way];
          return (
            <label
              key={way}
              className="flex cursor-pointer items-start gap-3 rounded-card border border-line-field p-3 has-checked:border-brand-text has-checked:bg-brand-soft"
            >
              <input
                type="radio"
                name="provider"
                value={way}
                checked={way === provider}
                onChange={() => setProvider(way)}
                className="mt-0.5 size-5 shrink-0 accent-brand-text"
              />
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span className="font-medium">{t(`payments.way_${way}`)}</span>
                <span className="text-sm text-ink-2">{t(`payments.wayBody_${way}`)}</span>
              </span>
              <Icon size={20} aria-hidden className="shrink-0 text-ink-2" />
            </label>
          );
        })}
      </fieldset>
      <Button type="submit" variant="primary" size="lg" isPending={pay.isPending}>
        {t(`payments.pay_${provider}`, { total })}
      </Button>
    </form>
  );
}
