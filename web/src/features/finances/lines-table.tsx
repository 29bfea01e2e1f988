import { useState, type ReactNode } from 'react';
import type { FinanceLine, SharedAccount } from '#contract/finances/shapes.ts';
import { DataTable, type DataColumn } from '../../kit/data-table.tsx';
import { useMinWidth } from '../../lib/media.ts';
import { useMessages } from '../../lib/messages.ts';
import { Pill } from '../../ui/pill.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { MoneyText } from './money.tsx';

type Shown = 'all' | 'charges' | 'payments';

/** Returns 1 if a transaction raises the balance, -1 if it lowers it, and 0 if it doesn't count. */
export const signOf = ({ kind, reverses }: FinanceLine): -1 | 0 | 1 => {
  if (kind === 'pending') return 0;
  const raises = kind === 'charge' || kind === 'refund';
  return raises === (reverses === undefined) ? 1 : -1;
};
const isOf = ({ kind }: FinanceLine, shown: Shown): boolean =>
  shown === 'all' || (shown === 'charges') === (kind === 'charge');

interface LinesTableProps {
  account: SharedAccount;
  /** Staff actions for a transaction. */
  actionOf?: (line: FinanceLine) => ReactNode;
}

/** Charges and payments by term, newest first, with the balance after each. */
export function LinesTable({ account, actionOf }: LinesTableProps) {
  const { t } = useMessages();
  const [shown, setShown] = useState<Shown>('all');
  const [term, setTerm] = useState('all');
  const chosen = account.terms.filter((one) => term === 'all' || (one.term?.code ?? '') === term);
  const rows = chosen.flatMap(({ lines }) => lines).filter((line) => isOf(line, shown));
  // The reply is grouped by term. This list is in the order in which the balance changed.
  const inOrder = rows.toSorted((a, b) => b.place - a.place);
  const hasBalance = rows.some(({ balance }) => balance !== null);

  const columns = useLineColumns(hasBalance, actionOf);

  return (
    <section className="grid gap-3" aria-label={t('finances.lines')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="flex-1 basis-48">{t('finances.lines')}</h2>
        <Segmented
          label={t('finances.lines')}
          value={shown}
          options={(['all', 'charges', 'payments'] as const).map((value) => ({
            value,
            label: t(`finances.${value}`),
          }))}
          onChange={setShown}
        />
        {account.terms.length > 1 && (
          <div className="w-44 max-sm:w-full">
            <Select
              label={t('finances.term')}
              isLabelHidden
              value={term}
              options={[
                { value: 'all', label: t('finances.allTerms') },
                ...account.terms.map((one) => ({
                  value: one.term?.code ?? '',
                  label: one.term?.name ?? t('finances.noTerm'),
                })),
              ]}
              onChange={setTerm}
            />
          </div>
        )}
      </div>
      {inOrder.length === 0 ? (
        <p className="card p-4 text-ink-2">{t('finances.noLines')}</p>
      ) : (
        <DataTable
          label={t('finances.lines')}
          rows={inOrder}
          idOf={({ id }) => id}
          nameOf={(line) => line.title}
          columns={columns}
        />
      )}
      {account.isCut && <p className="text-sm text-ink-2">{t('finances.cut')}</p>}
    </section>
  );
}

/** The columns of the table. On phones, charges and payments share one. */
function useLineColumns(
  hasBalance: boolean,
  actionOf: LinesTableProps['actionOf'],
): DataColumn<FinanceLine>[] {
  const { t, day } = useMessages();
  const isWide = useMinWidth('md');
  const what = (line: FinanceLine) => (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <bdi className={`wrap-anywhere ${line.isReversed ? 'line-through' : ''}`}>
        {line.reverses === undefined ? line.title : t('finances.reversalOf', { title: line.title })}
      </bdi>
      {(line.detail !== '' || line.reason !== '') && (
        <bdi className="text-sm font-normal text-ink-2 wrap-anywhere">
          {[line.detail, line.reason].filter((part) => part !== '').join(' • ')}
        </bdi>
      )}
      {line.kind !== 'charge' && line.kind !== 'payment' && (
        <Pill>{t(`finances.kind_${line.kind}`)}</Pill>
      )}
      {line.isReversed && <Pill>{t('finances.reversed')}</Pill>}
      {line.isNew && <Pill tone="brand">{t('finances.new')}</Pill>}
    </span>
  );
  const amount = (line: FinanceLine) => {
    const sign = signOf(line);
    return (
      <MoneyText
        money={{ ...line.amount, amount: sign < 0 ? -line.amount.amount : line.amount.amount }}
        className={sign < 0 ? 'text-good' : sign === 0 ? 'text-ink-2' : ''}
      />
    );
  };
  const due = (line: FinanceLine) =>
    line.due !== null && !line.isReversed && line.reverses === undefined
      ? t('finances.dueOn', { date: day(line.due, 'medium') })
      : null;
  const date: DataColumn<FinanceLine> = {
    id: 'date',
    label: t('finances.date'),
    cell: (line) => (
      <time dateTime={line.date} className="whitespace-nowrap">
        {day(line.date, 'medium')}
      </time>
    ),
  };
  const title: DataColumn<FinanceLine> = {
    id: 'what',
    label: t('finances.what'),
    cell: (line) => (
      <span className="grid gap-0.5">
        {what(line)}
        {isWide && due(line) !== null && <span className="text-sm text-ink-2">{due(line)}</span>}
      </span>
    ),
  };
  const columns: DataColumn<FinanceLine>[] = isWide
    ? [
        date,
        title,
        {
          id: 'charge',
          label: t('finances.charge'),
          isEnd: true,
          cell: (line) => (signOf(line) > 0 ? amount(line) : null),
        },
        {
          id: 'payment',
          label: t('finances.payment'),
          isEnd: true,
          cell: (line) => (signOf(line) <= 0 ? amount(line) : null),
        },
        ...(hasBalance
          ? [
              {
                id: 'balance',
                label: t('finances.balance'),
                isEnd: true,
                cell: (line: FinanceLine) =>
                  line.balance && <MoneyText money={line.balance} className="text-ink-2" />,
              },
            ]
          : []),
      ]
    : [
        title,
        date,
        { id: 'due', label: t('finances.due'), cell: (line) => due(line) },
        { id: 'amount', label: t('finances.payment'), phone: 'end', isEnd: true, cell: amount },
      ];
  if (actionOf)
    columns.push({
      id: 'act',
      label: t('financesAdmin.actions'),
      phone: 'end',
      isEnd: true,
      cell: (line) => actionOf(line),
    });
  return columns;
}
