import { CircleCheck, Paperclip, Receipt } from 'lucide-react';
import { useState } from 'react';
import { closeBudgetRequest } from '#contract/budgets/calls.ts';
import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { AllocationBar, BarKey } from '../allocation-bar.tsx';
import { Amount, useAmount } from '../amount.tsx';
import { staleMoney } from '../budgets.data.ts';
import { ExpenseDialog } from './expense-dialog.tsx';

/** What was spent of a granted request, with its receipts. */
export function SpendingCard({ request }: { request: BudgetRequest }) {
  const { t, day } = useMessages();
  const amount = useAmount();
  const [isSpending, setSpending] = useState(false);
  const { granted, spent, can, expenses, lines, state } = request;
  const rest = { ...granted, amount: granted.amount - spent.amount };
  const close = useAction(() => call(closeBudgetRequest, { id: request.id }), {
    confirm: () => ({
      title: t('budgets.closeTitle', { title: request.title }),
      body: t('budgets.closeBody', { amount: amount(rest) }),
      confirmLabel: t('budgets.closeRequest'),
    }),
    success: t('budgets.closedToast'),
    invalidates: staleMoney,
  });
  const isClosed = state === 'closed';
  return (
    <Card
      title={t('budgets.spending')}
      description={
        isClosed
          ? t('budgets.spentOf', { spent: amount(spent), granted: amount(granted) })
          : t('budgets.restOf', { rest: amount(rest), granted: amount(granted) })
      }
    >
      <div className="grid gap-4">
        <AllocationBar
          isLarge
          label={t('budgets.partLabel', {
            name: request.title,
            spent: amount(spent),
            promised: amount(isClosed ? { ...rest, amount: 0 } : rest),
          })}
          total={granted.amount}
          parts={[
            { part: 'spent', amount: spent.amount },
            { part: 'promised', amount: isClosed ? 0 : rest.amount },
          ]}
        />
        <p className="flex flex-wrap gap-4">
          <BarKey part="spent">{t('budgets.spent')}</BarKey>
          {!isClosed && <BarKey part="promised">{t('budgets.promised')}</BarKey>}
        </p>
        {expenses.length > 0 && (
          <ul aria-label={t('budgets.expenses')} className="grid divide-y divide-line">
            {expenses.map((one) => (
              <li key={one.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
                <div className="grid min-w-0 flex-1 basis-48">
                  <span className="flex flex-wrap items-center gap-2">
                    <bdi
                      className={`font-medium wrap-anywhere ${one.isReversed ? 'line-through' : ''}`}
                    >
                      {lines.find(({ id }) => id === one.line)?.title ?? ''}
                    </bdi>
                    {one.isReversed && <Pill>{t('budgets.reversed')}</Pill>}
                  </span>
                  <span className="text-sm text-ink-2">
                    {day(one.date, 'medium')}
                    {one.vendor !== '' && (
                      <>
                        {' • '}
                        <bdi>{one.vendor}</bdi>
                      </>
                    )}
                  </span>
                  {one.files.map((file) => (
                    <a
                      key={file.id}
                      href={file.url}
                      download={file.name}
                      className="text-link inline-flex items-center gap-1.5 justify-self-start text-sm touch:py-2"
                    >
                      <Paperclip size={16} aria-hidden />
                      <bdi className="wrap-anywhere">{file.name}</bdi>
                    </a>
                  ))}
                </div>
                <Amount money={one.amount} className="ms-auto font-bold" />
              </li>
            ))}
          </ul>
        )}
        {(can.spend || can.close) && (
          <div className="flex flex-wrap gap-2">
            {can.spend && (
              <Button variant="primary" icon={Receipt} onClick={() => setSpending(true)}>
                {t('budgets.recordExpense')}
              </Button>
            )}
            {can.close && (
              <Button icon={CircleCheck} isPending={close.isPending} onClick={() => close.run()}>
                {t('budgets.closeRequest')}
              </Button>
            )}
          </div>
        )}
      </div>
      {isSpending && <ExpenseDialog request={request} onClose={() => setSpending(false)} />}
    </Card>
  );
}
