import type { Order } from '#contract/payments/shapes.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';

/** Returns the title of a line in the reader's language. */
export const lineTitle = (line: Order['lines'][number], t: Messages['t']): string =>
  line.kind === 'donation'
    ? t('payments.donation')
    : line.isGuests
      ? t('payments.guestTickets', { title: line.title })
      : line.title;

/** The lines of an order with their sum, and what was refunded. */
export function OrderLines({ order }: { order: Order }) {
  const { t, number, locale } = useMessages();
  const text = (money: { amount: number; currency: string }) => (
    <bdi className="whitespace-nowrap tabular-nums">{moneyText(locale, money)}</bdi>
  );
  const { total, refunded, discount, tax } = order;
  const net = { ...total, amount: total.amount - refunded.amount };
  const isPaid = order.state === 'paid' || order.state === 'fulfilled';
  return (
    <section className="card grid">
      <h2 className="sr-only">{t('payments.lines')}</h2>
      <ul className="divide-y divide-line">
        {order.lines.map((line) => (
          <li
            key={line.id}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3 sm:px-5"
          >
            <span className="grid min-w-40 flex-1">
              <bdi className="font-medium wrap-anywhere">{lineTitle(line, t)}</bdi>
              {line.message !== '' && (
                <span dir="auto" className="text-sm text-ink-2 wrap-anywhere">
                  {line.message}
                </span>
              )}
              <span className="text-sm text-ink-2 empty:hidden">
                {line.kind !== 'donation' && (
                  <>
                    {number(line.quantity)} × {text(line.price)}
                  </>
                )}
                {line.restocked > 0 && <> • {t('payments.returned', { count: line.restocked })}</>}
              </span>
            </span>
            <span className="font-medium">{text(line.total)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid justify-end gap-1 border-t border-line px-4 py-3 sm:px-5 [&>div]:flex [&>div]:justify-between [&>div]:gap-8">
        {discount.amount > 0 && (
          <div>
            <dt className="text-ink-2">
              {order.discountCode === null
                ? t('payments.discount')
                : t('payments.discountCode', { code: order.discountCode })}
            </dt>
            <dd className="text-good">{text({ ...discount, amount: -discount.amount })}</dd>
          </div>
        )}
        {tax.amount > 0 && (
          <div>
            <dt className="text-ink-2">{t('payments.taxIncluded')}</dt>
            <dd className="text-ink-2">{text(tax)}</dd>
          </div>
        )}
        <div className={refunded.amount === 0 ? 'text-lg font-bold' : ''}>
          <dt>{t(isPaid ? 'payments.totalPaid' : 'payments.total')}</dt>
          <dd>{text(total)}</dd>
        </div>
        {refunded.amount > 0 && (
          <>
            <div>
              <dt className="text-ink-2">{t('payments.refunded')}</dt>
              <dd className="text-good">{text({ ...refunded, amount: -refunded.amount })}</dd>
            </div>
            <div className="text-lg font-bold">
              <dt>{t('payments.youPaid')}</dt>
              <dd>{text(net)}</dd>
            </div>
          </>
        )}
      </dl>
    </section>
  );
}
