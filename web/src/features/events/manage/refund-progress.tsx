import { useQuery } from '@tanstack/react-query';
import type { EventPage } from '#contract/events/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { eventRefunds } from '../events.data.ts';

/** The number of refunded ticket orders of a canceled event. */
export function RefundProgress({ event }: { event: EventPage }) {
  const { t, locale } = useMessages();
  const { data } = useQuery(eventRefunds(event.id));
  if (data === undefined || data.orders === 0) return null;
  const { orders, refunded, pending, requested, declined, sums } = data;
  const words = t('events.refundProgress', { refunded, orders });
  const amount = sums.map((money) => moneyText(locale, money)).join(' + ');
  return (
    <Card title={t('events.refundTickets')}>
      <div className="grid gap-2">
        <p role="status">
          {words}
          {amount !== '' && ` (${amount})`}
        </p>
        <ProgressBar label={words} share={refunded / orders} />
        {pending > 0 && (
          <p className="text-sm text-ink-2">{t('events.refundPendingCount', { count: pending })}</p>
        )}
        {requested > 0 && (
          <p className="text-sm text-ink-2">{t('events.refundByHand', { count: requested })}</p>
        )}
        {declined > 0 && (
          <p className="text-sm text-ink-2">
            {t('events.refundDeclinedCount', { count: declined })}
          </p>
        )}
      </div>
    </Card>
  );
}
