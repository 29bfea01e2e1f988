import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ClubLine } from '#contract/budgets/endpoints.ts';
import { DataTable, type DataColumn } from '../../../kit/data-table.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { useMinWidth } from '../../../lib/media.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Tag } from '../../../ui/chip.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Amount } from '../amount.tsx';
import { categoryName } from '../budget-words.ts';
import { linePages } from '../budgets.data.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { LineFilters } from './line-filters.tsx';
import type { LinesView } from './lines-view.ts';

interface AccountLinesProps {
  account: string;
  view: LinesView;
  onChange: (view: LinesView) => void;
}

/** The transactions of an account with its running balance, newest first. */
export function AccountLines({ account, view, onChange }: AccountLinesProps) {
  const { t, day } = useMessages();
  const isWide = useMinWidth('md');
  const { from, to, category, entry } = view;
  const isFiltered = from !== undefined || to !== undefined || category !== undefined;
  const lines = useInfiniteQuery(linePages(account, { from, to, category }));
  const sums = lines.data?.pages[0]?.sums ?? null;
  const open = (id: string | undefined) => onChange({ ...view, entry: id });
  const title = (line: ClubLine) => (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <bdi className={`wrap-anywhere ${line.isReversed ? 'line-through' : ''}`}>
        {line.reverses === undefined ? line.title : t('budgets.reversalOf', { title: line.title })}
      </bdi>
      <span className="font-normal text-ink-2">{t(`budgets.entry_${line.kind}`)}</span>
      {line.isReversed && <Pill>{t('budgets.reversed')}</Pill>}
    </span>
  );
  const date: DataColumn<ClubLine> = {
    id: 'date',
    label: t('budgets.date'),
    cell: (line) => (
      <time dateTime={line.date} className="whitespace-nowrap">
        {day(line.date, 'medium')}
      </time>
    ),
  };
  const what: DataColumn<ClubLine> = { id: 'what', label: t('budgets.what'), cell: title };
  const amount: DataColumn<ClubLine> = {
    id: 'amount',
    label: t('budgets.amount'),
    isEnd: true,
    phone: 'end',
    cell: (line) => <Amount money={line.amount} isSigned />,
  };
  const columns: DataColumn<ClubLine>[] = isWide
    ? [
        what,
        date,
        {
          id: 'category',
          label: t('budgets.category'),
          cell: ({ category: name }) => (name === '' ? null : <Tag>{categoryName(t, name)}</Tag>),
        },
        amount,
        {
          id: 'balance',
          label: t('budgets.balance'),
          isEnd: true,
          cell: (line) => <Amount money={line.balance} className="text-ink-2" />,
        },
      ]
    : [what, date, amount];
  return (
    <section id="transactions" aria-label={t('budgets.lines')} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2>{t('budgets.lines')}</h2>
        <LineFilters account={account} view={view} onChange={onChange} />
      </div>
      {sums !== null && (
        <p aria-live="polite" className="flex flex-wrap gap-x-4 text-sm text-ink-2">
          <span>
            {t('budgets.added')} <Amount money={sums.added} isSigned className="font-bold" />
          </span>
          <span>
            {t('budgets.taken')} <Amount money={sums.taken} className="font-bold text-ink" />
          </span>
        </p>
      )}
      <QueryBoundary
        query={lines}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={{
          icon: ReceiptText,
          title: t(isFiltered ? 'budgets.noLinesMatch' : 'budgets.noLines'),
          body: t(isFiltered ? 'budgets.noLinesMatchBody' : 'budgets.noLinesBody'),
        }}
      >
        {({ pages }) => (
          <DataTable
            label={t('budgets.lines')}
            rows={pages.flatMap(({ items }) => items)}
            idOf={({ id }) => id}
            nameOf={(line) => line.title}
            columns={columns}
            onOpen={(line) => open(line.entry)}
          />
        )}
      </QueryBoundary>
      <LoadMore query={lines} />
      {entry !== undefined && (
        <EntryDialog key={entry} id={entry} onOpen={open} onClose={() => open(undefined)} />
      )}
    </section>
  );
}
