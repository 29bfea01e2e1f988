import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import { useState } from 'react';
import type { FinanceLine, SharedAccount, StatementOnScreen } from '#contract/finances/shapes.ts';
import { DataTable, type DataColumn } from '../../kit/data-table.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useMinWidth } from '../../lib/media.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { DatePicker } from '../../ui/date-field.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Select } from '../../ui/select.tsx';
import { useAccountName } from './balance-card.tsx';
import { signOf } from './lines-table.tsx';
import { MoneyText } from './money.tsx';

/** The selected statement. */
export interface StatementChoice {
  account: string;
  term?: string;
  from?: string;
  to?: string;
}

interface StatementScreenProps {
  accounts: readonly SharedAccount[];
  /** The query key of the statement, besides the selection. */
  of: readonly string[];
  read: (choice: StatementChoice, signal: AbortSignal) => Promise<StatementOnScreen>;
  onClose: () => void;
}

/** Options for the period, besides the terms. */
const allLines = 'all';
const someDays = 'days';

/** A statement to read and print: of a term, a range of days, or all transactions. */
export function StatementScreen({ accounts, of, read, onClose }: StatementScreenProps) {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const [account, setAccount] = useState(accounts[0]?.id ?? '');
  const [period, setPeriod] = useState<string>(allLines);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const isTurned = period === someDays && from !== null && to !== null && to < from;
  const terms = accounts.find(({ id }) => id === account)?.terms ?? [];
  const choice: StatementChoice = {
    account,
    ...(period.startsWith('term ') && { term: period.slice('term '.length) }),
    ...(period === someDays && from !== null && { from }),
    ...(period === someDays && to !== null && { to }),
  };
  const query = useQuery({
    queryKey: ['statement', ...of, choice],
    queryFn: ({ signal }) => read(choice, signal),
    enabled: !isTurned,
    placeholderData: keepPreviousData,
    // Each view may be logged, so returning to the window doesn't refetch.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <Button variant="quiet" icon={ArrowLeft} onClick={onClose}>
          {t('finances.statementBack')}
        </Button>
        <span className="flex-1" />
        <Button icon={Printer} disabled={query.data === undefined} onClick={() => window.print()}>
          {t('finances.print')}
        </Button>
      </div>
      <div className="card grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-4">
        {accounts.length > 1 && (
          <Select
            label={t('finances.account')}
            value={account}
            options={accounts.map((one) => ({ value: one.id, label: nameOf(one) }))}
            onChange={(next) => {
              setAccount(next);
              setPeriod(allLines);
            }}
          />
        )}
        <Select
          label={t('finances.period')}
          value={period}
          options={[
            { value: allLines, label: t('finances.periodAll') },
            ...terms.flatMap(({ term }) =>
              term === null ? [] : [{ value: `term ${term.code}`, label: term.name }],
            ),
            { value: someDays, label: t('finances.periodDays') },
          ]}
          onChange={setPeriod}
        />
        {period === someDays && (
          <>
            <DatePicker label={t('finances.from')} value={from} onChange={setFrom} />
            <DatePicker
              label={t('finances.to')}
              value={to}
              error={isTurned ? t('finances.daysTurned') : undefined}
              onChange={setTo}
            />
          </>
        )}
      </div>
      <QueryBoundary query={query} isEmpty={() => false} skeleton={['h-32', 'h-80']}>
        {(statement) => <Sheet statement={statement} />}
      </QueryBoundary>
    </div>
  );
}

/** The printed part, without the page around it. */
function Sheet({ statement }: { statement: StatementOnScreen }) {
  const { t, date, day } = useMessages();
  const nameOf = useAccountName();
  const { school, person, account, term, from, to, opening, closing, source } = statement;
  const period =
    term ??
    (from === null && to === null
      ? t('finances.periodAll')
      : from === null
        ? t('finances.untilDay', { to: day(to ?? '', 'medium') })
        : to === null
          ? t('finances.fromDay', { from: day(from, 'medium') })
          : t('finances.daysFromTo', { from: day(from, 'medium'), to: day(to, 'medium') }));
  const columns = useStatementColumns(closing);
  const sums = [
    ...(opening === null ? [] : [[t('finances.opening'), opening] as const]),
    [t('finances.raised'), statement.raised] as const,
    [t('finances.lowered'), { ...statement.lowered, amount: -statement.lowered.amount }] as const,
    ...(closing === null ? [] : [[t('finances.closing'), closing] as const]),
  ];
  return (
    <article data-print className="grid gap-5" aria-label={t('finances.statement')}>
      <header className="grid gap-1">
        <p className="text-ink-2">
          <bdi>{school}</bdi>
        </p>
        <h2 className="wrap-anywhere">
          {t('finances.statementOf', { name: person, account: nameOf(account) })}
        </h2>
        <p>
          <bdi>{period}</bdi>
        </p>
        <p className="text-sm text-ink-2">
          {t('finances.madeAt', { when: date(statement.madeAt, 'day and time') })}
          {source.at !== null && (
            <> • {t('finances.source', { when: date(source.at, 'day and time') })}</>
          )}
        </p>
      </header>
      <DefinitionList>
        {sums.map(([label, money]) => (
          <Definition key={label} term={label}>
            <MoneyText money={money} />
          </Definition>
        ))}
      </DefinitionList>
      {statement.lines.length === 0 ? (
        <p className="card p-4 text-ink-2">{t('finances.noLines')}</p>
      ) : (
        <DataTable
          label={t('finances.lines')}
          rows={statement.lines}
          idOf={({ id }) => id}
          nameOf={(line) => line.title}
          columns={columns}
        />
      )}
      {statement.isCut && <p className="text-sm text-ink-2">{t('finances.cut')}</p>}
    </article>
  );
}

/** The columns of the table. On phones, charges and payments share one. */
function useStatementColumns(closing: StatementOnScreen['closing']): DataColumn<FinanceLine>[] {
  const { t, day } = useMessages();
  const isWide = useMinWidth('md');
  const what = (line: FinanceLine) => (
    <span className="grid gap-0.5">
      <bdi className="wrap-anywhere">
        {line.reverses === undefined ? line.title : t('finances.reversalOf', { title: line.title })}
      </bdi>
      {(line.detail !== '' || line.kind === 'pending') && (
        <bdi className="text-sm text-ink-2 wrap-anywhere">
          {[line.detail, line.kind === 'pending' ? t('finances.kind_pending') : '']
            .filter((part) => part !== '')
            .join(' • ')}
        </bdi>
      )}
    </span>
  );
  const dateOf = (line: FinanceLine) => (
    <time dateTime={line.date} className="whitespace-nowrap">
      {day(line.date, 'medium')}
    </time>
  );
  const signed = (line: FinanceLine) => (
    <MoneyText
      money={{
        ...line.amount,
        amount: signOf(line) < 0 ? -line.amount.amount : line.amount.amount,
      }}
      className={signOf(line) === 0 ? 'text-ink-2' : ''}
    />
  );
  const columns: DataColumn<FinanceLine>[] = isWide
    ? [
        { id: 'date', label: t('finances.date'), cell: dateOf },
        { id: 'what', label: t('finances.what'), cell: what },
        {
          id: 'charge',
          label: t('finances.charge'),
          isEnd: true,
          cell: (line) => (signOf(line) > 0 ? signed(line) : null),
        },
        {
          id: 'payment',
          label: t('finances.payment'),
          isEnd: true,
          cell: (line) => (signOf(line) <= 0 ? signed(line) : null),
        },
        ...(closing === null
          ? []
          : [
              {
                id: 'balance',
                label: t('finances.balance'),
                isEnd: true,
                cell: (line: FinanceLine) => line.balance && <MoneyText money={line.balance} />,
              },
            ]),
      ]
    : [
        { id: 'what', label: t('finances.what'), cell: what },
        { id: 'date', label: t('finances.date'), cell: dateOf },
        { id: 'amount', label: t('finances.payment'), phone: 'end', isEnd: true, cell: signed },
      ];
  return columns;
}
