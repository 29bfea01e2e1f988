import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '../../../kit/data-table.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { Card } from '../../../ui/card.tsx';
import { DatePicker } from '../../../ui/date-field.tsx';
import { paymentReport } from '../payments.data.ts';

/** Returns a local day as text, some days before today. */
const dayBefore = (days: number): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000 - days * 86_400_000)
    .toISOString()
    .slice(0, 10);
};

const amounts = ['income', 'donations', 'tax', 'fees', 'refunded', 'net'] as const;

/** What each club took in during some days. */
export function PaymentReport() {
  const { t, number, locale } = useMessages();
  const [from, setFrom] = useState(() => dayBefore(30));
  const [to, setTo] = useState(() => dayBefore(0));
  const report = useQuery(paymentReport(from, to));
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-4">
        <DatePicker
          label={t('payments.from')}
          value={from}
          onChange={(day) => day && setFrom(day)}
        />
        <DatePicker label={t('payments.to')} value={to} onChange={(day) => day && setTo(day)} />
      </div>
      <QueryBoundary
        query={report}
        skeleton={['h-64']}
        isEmpty={({ items, unpaidOut }) => items.length === 0 && unpaidOut.length === 0}
        empty={{ icon: ReceiptText, title: t('payments.noPayments') }}
      >
        {({ items, unpaidOut }) => (
          <div className="grid gap-5">
            {unpaidOut.length > 0 && (
              <Card title={t('payments.notPaidOut')} description={t('payments.notPaidOutBody')}>
                <ul className="grid gap-1">
                  {unpaidOut.map(({ provider, amount }) => (
                    <li
                      key={`${provider} ${amount.currency}`}
                      className="flex justify-between gap-4"
                    >
                      <span>{t(`payments.way_${provider}`)}</span>
                      <bdi className="font-medium tabular-nums">{moneyText(locale, amount)}</bdi>
                    </li>
                  ))}
                </ul>
              </Card>
            )}
            {items.length > 0 && (
              <DataTable
                label={t('payments.report')}
                rows={items}
                idOf={({ club, net }) => `${club.id} ${net.currency}`}
                nameOf={({ club }) => club.name}
                columns={[
                  {
                    id: 'club',
                    label: t('payments.column_club'),
                    cell: ({ club }) => <bdi>{club.name}</bdi>,
                  },
                  {
                    id: 'orders',
                    label: t('payments.orders'),
                    isEnd: true,
                    phone: 'line',
                    cell: ({ orders }) => number(orders),
                  },
                  ...amounts.map((id) => ({
                    id,
                    label: t(`payments.column_${id}`),
                    isEnd: true,
                    phone: id === 'net' ? ('end' as const) : ('none' as const),
                    cell: (row: (typeof items)[number]) => (
                      <bdi className="whitespace-nowrap tabular-nums">
                        {moneyText(locale, row[id])}
                      </bdi>
                    ),
                  })),
                ]}
              />
            )}
          </div>
        )}
      </QueryBoundary>
    </div>
  );
}
