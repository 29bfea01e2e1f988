import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Camera, Clock, FileText, Receipt, Send, ShieldAlert, Wallet } from 'lucide-react';
import { useState } from 'react';
import type { ClubMoney as Money } from '#contract/budgets/endpoints.ts';
import type { RequestItem } from '#contract/budgets/requests.endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore, Row, RowIcon, RowList } from '../../../kit/row-list.tsx';
import { WhenSettled } from '../../../kit/when-settled.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useSearch } from '../../../lib/page.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Note } from '../../../ui/note.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { StatGrid, StatTile } from '../../../ui/stat-tile.tsx';
import { AccountLines } from '../lines/account-lines.tsx';
import type { LinesView } from '../lines/lines-view.ts';
import { AllocationBar, BarKey } from '../allocation-bar.tsx';
import { Amount, useAmount } from '../amount.tsx';
import { categoryName, stateTones } from '../budget-words.ts';
import { clubAccounts, clubMoney, requestPages } from '../budgets.data.ts';
import english from '../messages/en.json';
import { NewExpense } from './new-expense.tsx';
import { NewRequest } from './new-request.tsx';

addEnglish(english);

/** A club's money for its treasurer: what is left, where it went, what waits, and all transactions. */
export function ClubMoney({ club }: { club: { readonly id: string; readonly name: string } }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { account, from, to, category, entry } = useSearch();
  const view = { from, to, category, entry };
  const [task, setTask] = useState<'request' | 'expense' | null>(null);
  const change = (next: LinesView & { account?: string | undefined }) =>
    void navigate({
      to: paths.manageClub,
      params: { clubId: club.id },
      search: {
        section: 'money',
        ...(next.account !== undefined && { account: next.account }),
        ...(next.from !== undefined && { from: next.from }),
        ...(next.to !== undefined && { to: next.to }),
        ...(next.category !== undefined && { category: next.category }),
        ...(next.entry !== undefined && { entry: next.entry }),
      },
      replace: true,
      resetScroll: false,
    });
  /** Shows the transactions that a figure is the sum of. */
  const showLines = (next: LinesView) => {
    change({ account, ...next });
    document.getElementById('transactions')?.scrollIntoView({ block: 'start' });
  };
  const money = useQuery(clubMoney(club.id, account));
  const accounts = useQuery(clubAccounts(club.id));
  const list = accounts.data?.items ?? [];
  const canRequest = accounts.data?.can.request === true;
  useShortcuts(
    canRequest
      ? [
          { key: 'n', label: t('budgets.recordExpense'), run: () => setTask('expense') },
          { key: 'r', label: t('budgets.requestMoney'), run: () => setTask('request') },
        ]
      : [],
  );
  return (
    <WhenSettled
      queries={[money, accounts]}
      skeleton={['h-10', 'h-28', 'h-64', 'h-96']}
      className="grid gap-5"
    >
      <div className="grid gap-5">
        <div className="flex flex-wrap items-end justify-between gap-3">
          {list.length > 1 ? (
            <div className="w-72 max-sm:w-full">
              <Select
                label={t('budgets.account')}
                value={account ?? money.data?.money?.account.id ?? list[0]?.id ?? ''}
                options={list.map(({ id, code, name }) => ({
                  value: id,
                  label: `${code} ${name}`,
                }))}
                onChange={(id) => change({ account: id })}
              />
            </div>
          ) : (
            <p className="flex-1 text-sm text-ink-2">{t('budgets.clubIntro')}</p>
          )}
          {canRequest && (
            <div className="flex flex-wrap gap-2">
              <Button icon={Receipt} className="max-md:hidden" onClick={() => setTask('expense')}>
                {t('budgets.recordExpense')}
              </Button>
              <Button variant="primary" icon={Send} onClick={() => setTask('request')}>
                {t('budgets.requestMoney')}
              </Button>
            </div>
          )}
        </div>
        <QueryBoundary
          query={money}
          skeleton={['h-28', 'h-64', 'h-96']}
          isEmpty={() => false}
          errorContent={{
            forbidden: {
              icon: ShieldAlert,
              title: t('budgets.noAmounts'),
              body: t('budgets.noAmountsBody'),
            },
          }}
        >
          {({ money: figures }) =>
            figures === null ? (
              <EmptyState icon={Wallet} title={t('budgets.noAccount')}>
                {t('budgets.noAccountBody')}
              </EmptyState>
            ) : (
              <Figures money={figures} onLines={showLines} />
            )
          }
        </QueryBoundary>
        <Requests club={club.id} />
        {money.data?.money && (
          <AccountLines
            account={money.data.money.account.id}
            view={view}
            onChange={(next) => change({ account, ...next })}
          />
        )}
        {canRequest && (
          <div
            data-foot-bar
            className="sticky bottom-[calc(var(--spacing-bottom-bar)+0.75rem)] z-10 grid md:hidden"
          >
            <Button
              icon={Camera}
              isBlock
              className="shadow-float"
              onClick={() => setTask('expense')}
            >
              {t('budgets.addReceipt')}
            </Button>
          </div>
        )}
        {task === 'expense' && <NewExpense club={club.id} onClose={() => setTask(null)} />}
        {task === 'request' && accounts.data && (
          <NewRequest
            club={club.id}
            accounts={list.filter(({ can }) => can.request)}
            funds={accounts.data.funds}
            onClose={() => setTask(null)}
          />
        )}
      </div>
    </WhenSettled>
  );
}

interface FiguresProps {
  money: Money;
  /** Shows the transactions that a figure is the sum of. */
  onLines: (view: LinesView) => void;
}

function Figures({ money, onLines }: FiguresProps) {
  const { t, day, date } = useMessages();
  const { account, period } = money;
  if (account.available === null || account.balance === null || account.promised === null)
    return null;
  const isOver = account.available.amount < 0;
  return (
    <>
      <StatGrid label={t('budgets.figures')}>
        <StatTile
          label={t('budgets.left')}
          value={
            <Amount money={account.available} className={isOver ? 'text-bad' : 'text-brand-text'} />
          }
          note={isOver ? t('budgets.overspent') : t('budgets.leftNote')}
        />
        <StatTile label={t('budgets.balance')} value={<Amount money={account.balance} />} />
        <StatTile
          label={t('budgets.promised')}
          value={<Amount money={account.promised} />}
          note={t('budgets.promisedNote')}
        />
        <StatTile
          label={t('budgets.income')}
          value={<Amount money={money.income} />}
          note={
            period === null
              ? t('budgets.allTime')
              : t('budgets.inPeriod', {
                  name: period.name,
                  from: day(period.from, 'medium'),
                  to: day(period.to, 'medium'),
                })
          }
        />
      </StatGrid>
      {account.state === 'archived' && <Note>{t('budgets.archivedNote')}</Note>}
      {money.importedAt !== null && (
        <p className="text-sm text-ink-2">
          {t('budgets.importedAt', { date: date(money.importedAt, 'moment') })}
        </p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Spending money={money} onLines={onLines} />
        <Waiting money={money} />
      </div>
    </>
  );
}

/** Returns the last day of the month that starts on a day. */
const lastOfMonth = (first: string): string => {
  const date = new Date(`${first}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1, 0);
  return date.toISOString().slice(0, 10);
};

/** Spent and promised money by category or month. */
function Spending({ money, onLines }: FiguresProps) {
  const { t, day } = useMessages();
  const amount = useAmount();
  const [by, setBy] = useState<'categories' | 'months'>('categories');
  const parts = money[by];
  const most = Math.max(...parts.map(({ spent, promised }) => spent.amount + promised.amount), 1);
  /** The transactions of a category in the period, or of a month. */
  const linesOf = (name: string): LinesView =>
    by === 'categories'
      ? { category: name, from: money.period?.from, to: money.period?.to }
      : { from: name, to: lastOfMonth(name) };
  const nameOf = (name: string) =>
    by === 'categories' ? categoryName(t, name) : day(name, 'medium');
  return (
    <Card
      title={t('budgets.whereItWent')}
      description={t('budgets.spentSum', { amount: amount(money.spent) })}
      aside={
        <Segmented
          label={t('budgets.whereItWent')}
          value={by}
          options={[
            { value: 'categories', label: t('budgets.byCategory') },
            { value: 'months', label: t('budgets.byMonth') },
          ]}
          onChange={setBy}
        />
      }
    >
      {parts.length === 0 ? (
        <p className="text-ink-2">{t('budgets.nothingSpent')}</p>
      ) : (
        <div className="@container grid gap-4">
          {/* The rows share their columns, so that all bars have the same scale. */}
          <ul className="grid gap-x-4 gap-y-3 @sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
            {parts.map(({ name, spent, promised }) => (
              <li
                key={name}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 @sm:col-span-3 @sm:grid-cols-subgrid"
              >
                {by === 'categories' && name === '' ? (
                  <bdi>{nameOf(name)}</bdi>
                ) : (
                  <button
                    type="button"
                    onClick={() => onLines(linesOf(name))}
                    className="rounded-sm text-start hover:underline touch:min-h-11"
                  >
                    <bdi className="wrap-anywhere">{nameOf(name)}</bdi>
                  </button>
                )}
                <span className="text-end @sm:order-last">
                  <Amount money={spent} />
                  {promised.amount > 0 && (
                    <span className="text-ink-2">
                      {' + '}
                      <Amount money={promised} />
                    </span>
                  )}
                </span>
                <span className="@max-sm:col-span-2">
                  <AllocationBar
                    isLarge
                    label={t('budgets.partLabel', {
                      name: nameOf(name),
                      spent: amount(spent),
                      promised: amount(promised),
                    })}
                    total={most}
                    parts={[
                      { part: 'spent', amount: spent.amount },
                      { part: 'promised', amount: promised.amount },
                    ]}
                  />
                </span>
              </li>
            ))}
          </ul>
          <p className="flex flex-wrap gap-4">
            <BarKey part="spent">{t('budgets.spent')}</BarKey>
            <BarKey part="promised">{t('budgets.promised')}</BarKey>
          </p>
        </div>
      )}
    </Card>
  );
}

function Waiting({ money }: { money: Money }) {
  const { t, date } = useMessages();
  return (
    <Card title={t('budgets.waiting')}>
      {money.waiting.length === 0 ? (
        <EmptyState icon={Clock} title={t('budgets.nothingWaits')} isSmall />
      ) : (
        <ul className="grid divide-y divide-line">
          {money.waiting.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
              <div className="grid min-w-0 flex-1 basis-48">
                <Link
                  to={paths.budgetRequest}
                  params={{ requestId: one.id }}
                  dir="auto"
                  className="page-start justify-self-start rounded-sm font-medium wrap-anywhere hover:underline touch:py-2"
                >
                  {one.title}
                </Link>
                <span className="text-sm text-ink-2">
                  <Amount money={one.asked} />
                  {' • '}
                  {one.needsClub
                    ? t('budgets.since', { date: date(one.since, 'short') })
                    : t('budgets.withSince', {
                        name: one.with === '' ? t('budgets.managersStep') : one.with,
                        date: date(one.since, 'short'),
                      })}
                </span>
              </div>
              <Pill tone={one.needsClub ? 'warn' : 'brand'}>
                {t(one.needsClub ? 'budgets.state_changes_requested' : 'budgets.state_submitted')}
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The club's requests, newest first. */
function Requests({ club }: { club: string }) {
  const { t } = useMessages();
  const requests = useInfiniteQuery(requestPages({ club }));
  return (
    <section aria-label={t('budgets.requests')} className="grid gap-3">
      <h2>{t('budgets.requests')}</h2>
      <QueryBoundary
        query={requests}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={{
          icon: FileText,
          title: t('budgets.noRequests'),
          body: t('budgets.noRequestsBody'),
        }}
      >
        {({ pages }) => (
          <RowList label={t('budgets.requests')} isCard>
            {pages
              .flatMap(({ items }) => items)
              .map((one) => (
                <RequestRow key={one.id} request={one} />
              ))}
          </RowList>
        )}
      </QueryBoundary>
      <LoadMore query={requests} />
    </section>
  );
}

function RequestRow({ request }: { request: RequestItem }) {
  const { t, date } = useMessages();
  const amount = useAmount();
  const { state, asked, granted, spent } = request;
  const isDecided = state === 'approved' || state === 'closed';
  return (
    <Row
      mark={
        <RowIcon>
          <FileText size={20} strokeWidth={1.75} aria-hidden />
        </RowIcon>
      }
      title={
        <Link
          to={paths.budgetRequest}
          params={{ requestId: request.id }}
          className="rounded-sm hover:underline touch:py-2"
        >
          {request.title}
        </Link>
      }
      aside={<Pill tone={stateTones[state]}>{t(`budgets.state_${state}`)}</Pill>}
      lines={[
        t('budgets.requestLine', {
          type: t(`budgets.kind_${request.kind}`),
          date: date(request.submittedAt ?? request.createdAt, 'medium'),
        }),
        isDecided &&
          t('budgets.grantedLine', {
            granted: amount(granted),
            asked: amount(asked),
            spent: amount(spent),
          }),
      ]}
      end={<Amount money={isDecided ? granted : asked} className="font-bold" />}
    />
  );
}
