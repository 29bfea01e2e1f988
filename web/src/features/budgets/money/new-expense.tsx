import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAmount } from '../amount.tsx';
import { requestPages, requestQuery } from '../budgets.data.ts';
import { ExpenseDialog } from '../request/expense-dialog.tsx';

interface NewExpenseProps {
  club: string;
  onClose: () => void;
}

/** Records an expense. Asks first which approved request it belongs to, if there are several. */
export function NewExpense({ club, onClose }: NewExpenseProps) {
  const { t } = useMessages();
  const amount = useAmount();
  const [chosen, setChosen] = useState<string | null>(null);
  const requests = useInfiniteQuery(requestPages({ club, state: 'approved' }));
  const open = (requests.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .map((one) => ({ ...one, rest: one.granted.amount - one.spent.amount }))
    .filter(({ rest }) => rest > 0);
  const only = open.length === 1 && !requests.hasNextPage ? open[0]?.id : undefined;
  const id = chosen ?? only;
  const request = useQuery({ ...requestQuery(id ?? ''), enabled: id !== undefined });
  if (id !== undefined && request.data !== undefined)
    return <ExpenseDialog request={request.data} onClose={onClose} />;
  return (
    <Dialog title={t('budgets.recordExpense')} isOpen onClose={onClose}>
      <QueryBoundary
        query={requests}
        skeleton={['h-14', 'h-14']}
        isEmpty={() => open.length === 0 && !requests.hasNextPage}
        empty={{
          icon: ReceiptText,
          title: t('budgets.nothingGranted'),
          body: t('budgets.nothingGrantedBody'),
        }}
      >
        {() => (
          <div className="grid gap-3">
            <p className="text-ink-2">{t('budgets.chooseRequest')}</p>
            <ul aria-label={t('budgets.requests')} className="grid divide-y divide-line">
              {open.map(({ id: one, title, granted, rest }) => (
                <li key={one}>
                  <button
                    type="button"
                    onClick={() => setChosen(one)}
                    className="flex min-h-14 w-full flex-wrap items-center justify-between gap-x-4 rounded-control px-2 py-2 text-start hover:bg-fill"
                  >
                    <bdi className="font-medium wrap-anywhere">{title}</bdi>
                    <span className="text-sm text-ink-2">
                      {t('budgets.restOf', {
                        rest: amount({ ...granted, amount: rest }),
                        granted: amount(granted),
                      })}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <LoadMore query={requests} />
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
