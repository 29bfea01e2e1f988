import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Archive,
  ArchiveRestore,
  ChevronRight,
  ChevronsUpDown,
  Ellipsis,
  HandCoins,
  Pencil,
  Plus,
  ReceiptText,
  Search,
  TriangleAlert,
  Wallet,
} from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { updateClubAccount } from '#contract/budgets/calls.ts';
import type { ClubAccount } from '#contract/budgets/endpoints.ts';
import type { BudgetPeriod, TreeRow } from '#contract/budgets/staff.endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { AccountLines } from '../lines/account-lines.tsx';
import type { LinesView } from '../lines/lines-view.ts';
import { AllocationBar, BarKey } from '../allocation-bar.tsx';
import { Amount, useAmount } from '../amount.tsx';
import { allAccounts, staleMoney, treeQuery } from '../budgets.data.ts';
import { AccountDialog } from './account-dialog.tsx';
import { AccountField } from './account-field.tsx';
import { AllocateDialog } from './allocate-dialog.tsx';
import { ExportMenu } from './export-menu.tsx';

interface AccountTreeProps {
  periods: readonly BudgetPeriod[];
  currency: string;
}

interface Shown {
  readonly period: string | null;
  readonly archived: boolean;
  readonly isWide: boolean;
  readonly opened: ReadonlySet<string>;
  readonly toggle: (id: string, isOpen: boolean) => void;
  /** The account that someone looked for. */
  readonly found: string | null;
  readonly openAll: () => void;
  readonly onEdit: (account: ClubAccount) => void;
  readonly onLines: (account: ClubAccount) => void;
}

const all = 'all';

/** The tree of accounts with the sums of everything below each. Rows load when their parent opens. */
export function AccountTree({ periods, currency }: AccountTreeProps) {
  const { t } = useMessages();
  const isWide = useMinWidth('md');
  const [period, setPeriod] = useState(() => periods.find(({ isCurrent }) => isCurrent)?.id ?? all);
  const [archived, setArchived] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const client = useQueryClient();
  const [isFinding, setFinding] = useState(false);
  const [found, setFound] = useState<string | null>(null);
  const [editing, setEditing] = useState<ClubAccount | 'new' | null>(null);
  const [lines, setLines] = useState<ClubAccount | null>(null);
  const [view, setView] = useState<LinesView>({});
  const [isAllocating, setAllocating] = useState(false);
  const top = useQuery(treeQuery(null, period === all ? null : period, archived));
  const openAll = async () => {
    const accounts = await client.fetchQuery({ ...allAccounts(), staleTime: 60_000 });
    setOpened(new Set(accounts.flatMap(({ parent }) => (parent === null ? [] : [parent.id]))));
  };
  /** Opens all rows above an account, and shows its own. */
  const find = async (id: string | null) => {
    setFound(id);
    if (id === null) return;
    const accounts = await client.fetchQuery({ ...allAccounts(), staleTime: 60_000 });
    const parents = new Map(accounts.map((one) => [one.id, one.parent?.id]));
    const above = new Set(opened);
    for (let one = parents.get(id); one !== undefined; one = parents.get(one)) above.add(one);
    setOpened(above);
  };
  const shown: Shown = {
    period: period === all ? null : period,
    archived,
    isWide,
    opened,
    toggle: (id, isOpen) =>
      setOpened((before) => {
        const next = new Set(before);
        if (isOpen) next.add(id);
        else next.delete(id);
        return next;
      }),
    found,
    openAll: () => void openAll(),
    onEdit: setEditing,
    onLines: (account) => {
      setView({});
      setLines(account);
    },
  };
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72 text-sm text-ink-2">{t('budgets.treeIntro')}</p>
        <div className="flex flex-wrap gap-2">
          <ExportMenu period={shown.period} />
          <Button icon={Plus} onClick={() => setEditing('new')}>
            {t('budgets.newAccount')}
          </Button>
          <Button variant="primary" icon={HandCoins} onClick={() => setAllocating(true)}>
            {t('budgets.allocate')}
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-56 max-sm:w-full">
          <Select
            label={t('budgets.period')}
            value={period}
            options={[
              ...periods.map(({ id, name }) => ({ value: id, label: name })),
              { value: all, label: t('budgets.allTime') },
            ]}
            onChange={setPeriod}
          />
        </div>
        {isFinding ? (
          <div className="w-72 max-sm:w-full">
            <AccountField
              label={t('budgets.findAccount')}
              value={found}
              error={undefined}
              onChange={(id) => void find(id)}
            />
          </div>
        ) : (
          <Button size="lg" icon={Search} onClick={() => setFinding(true)}>
            {t('budgets.findAccount')}
          </Button>
        )}
        <Button variant="quiet" size="lg" icon={ChevronsUpDown} onClick={() => void openAll()}>
          {t('budgets.openAll')}
        </Button>
        <Switch label={t('budgets.showArchived')} isOn={archived} onChange={setArchived} />
      </div>
      <QueryBoundary
        query={top}
        skeleton={['h-28', 'h-96']}
        empty={{
          icon: Wallet,
          title: t('budgets.noAccounts'),
          body: t('budgets.noAccountsBody'),
        }}
      >
        {({ items, isCut }) => (
          <>
            {items.map((row) =>
              row.account.role === 'fund' && row.children > 0 ? (
                <FundBar key={row.account.id} row={row} />
              ) : null,
            )}
            <div className="card relative overflow-x-auto">
              <table
                aria-label={t('budgets.tab_accounts')}
                className="w-full border-separate border-spacing-0 text-sm"
              >
                <thead className="bg-ground">
                  <tr>
                    <Head>{t('budgets.account')}</Head>
                    {isWide && (
                      <>
                        <Head isEnd>{t('budgets.allocated')}</Head>
                        <Head isEnd>{t('budgets.income')}</Head>
                        <Head isEnd>{t('budgets.spent')}</Head>
                        <Head isEnd>{t('budgets.promised')}</Head>
                      </>
                    )}
                    <Head isEnd>{t('budgets.leftShort')}</Head>
                    {isWide && <Head>{t('budgets.share')}</Head>}
                    <Head>
                      <span className="sr-only">{t('budgets.actions')}</span>
                    </Head>
                  </tr>
                </thead>
                <tbody>
                  {items.map((row) => (
                    <Branch key={row.account.id} row={row} level={1} shown={shown} />
                  ))}
                </tbody>
              </table>
            </div>
            {isCut && <p className="text-sm text-ink-2">{t('budgets.treeCut')}</p>}
          </>
        )}
      </QueryBoundary>
      {editing !== null && (
        <AccountDialog
          account={editing === 'new' ? null : editing}
          currency={currency}
          onClose={() => setEditing(null)}
        />
      )}
      {isAllocating && <AllocateDialog onClose={() => setAllocating(false)} />}
      {lines !== null && (
        <Dialog
          title={`${lines.code} ${lines.name}`}
          size="lg"
          isOpen
          onClose={() => setLines(null)}
          footer={<Button onClick={() => setLines(null)}>{t('budgets.close')}</Button>}
        >
          <AccountLines account={lines.id} view={view} onChange={setView} />
        </Dialog>
      )}
    </div>
  );
}

/** On the button that opens a row: arrow keys move between these buttons, open and close rows; * opens all of them. */
function onKey(event: KeyboardEvent<HTMLElement>, { opened, toggle, openAll }: Shown): void {
  const button = event.currentTarget;
  const buttons = [
    ...(button.closest('table')?.querySelectorAll<HTMLElement>('button[data-account]') ?? []),
  ];
  const { account = '' } = button.dataset;
  const isRtl = getComputedStyle(button).direction === 'rtl';
  const [opens, closes] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  if (event.key === 'ArrowDown') buttons[buttons.indexOf(button) + 1]?.focus();
  else if (event.key === 'ArrowUp') buttons[buttons.indexOf(button) - 1]?.focus();
  else if (event.key === opens) toggle(account, true);
  else if (event.key === closes && opened.has(account)) toggle(account, false);
  else if (event.key === '*') openAll();
  else return;
  event.preventDefault();
}

function Head({ isEnd = false, children }: { isEnd?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`border-b border-line px-3 py-2.5 font-bold text-ink-2 ${isEnd ? 'text-end' : 'text-start'}`}
    >
      {children}
    </th>
  );
}

/** How much of a fund is spent, promised, left with the accounts below it, and free. */
function FundBar({ row }: { row: TreeRow }) {
  const { t } = useMessages();
  const amount = useAmount();
  const { spent, promised, left, own } = row;
  const money = (value: number) => ({ ...left, amount: value });
  const withClubs = left.amount - own.amount;
  const total = spent.amount + promised.amount + left.amount;
  return (
    <Card
      title={row.account.name}
      description={t('budgets.fundFree', { free: amount(own), total: amount(money(total)) })}
    >
      <div className="grid gap-3">
        <AllocationBar
          isLarge
          label={t('budgets.fundLabel', {
            name: row.account.name,
            spent: amount(spent),
            promised: amount(promised),
            left: amount(money(withClubs)),
            free: amount(own),
          })}
          total={total}
          parts={[
            { part: 'spent', amount: spent.amount },
            { part: 'promised', amount: promised.amount },
            { part: 'left', amount: withClubs },
          ]}
        />
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <BarKey part="spent">{t('budgets.spentSum', { amount: amount(spent) })}</BarKey>
          <BarKey part="promised">{t('budgets.promisedSum', { amount: amount(promised) })}</BarKey>
          <BarKey part="left">
            {t('budgets.withClubs', { amount: amount(money(withClubs)) })}
          </BarKey>
        </p>
      </div>
    </Card>
  );
}

interface BranchProps {
  row: TreeRow;
  level: number;
  shown: Shown;
}

/** A row, and the rows below it while it is open. */
function Branch({ row, level, shown }: BranchProps) {
  const isOpen = shown.opened.has(row.account.id);
  return (
    <>
      <AccountRow row={row} level={level} isOpen={isOpen} shown={shown} />
      {isOpen && <Below parent={row.account.id} level={level + 1} shown={shown} />}
    </>
  );
}

function Below({ parent, level, shown }: { parent: string; level: number; shown: Shown }) {
  const below = useQuery(treeQuery(parent, shown.period, shown.archived));
  if (below.data === undefined)
    return (
      <tr>
        <td colSpan={8} className="p-2">
          <Skeleton className="h-9" />
        </td>
      </tr>
    );
  return below.data.items.map((row) => (
    <Branch key={row.account.id} row={row} level={level} shown={shown} />
  ));
}

const cell = 'border-b border-line px-3 py-2';

function AccountRow({ row, level, isOpen, shown }: BranchProps & { isOpen: boolean }) {
  const { t } = useMessages();
  const amount = useAmount();
  const { account, children, spent, promised, left } = row;
  const total = spent.amount + promised.amount + Math.max(0, left.amount);
  const isOver = left.amount < 0;
  const isFound = shown.found === account.id;
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isFound) line.current?.scrollIntoView({ block: 'center' });
  }, [isFound]);
  const figure = (value: TreeRow['left'], strong = false) => (
    <td className={`${cell} text-end ${strong ? 'font-bold' : ''}`}>
      <Amount money={value} />
    </td>
  );
  const bar = (
    <AllocationBar
      label={t('budgets.partLabel', {
        name: account.name,
        spent: amount(spent),
        promised: amount(promised),
      })}
      total={total}
      parts={[
        { part: 'spent', amount: spent.amount },
        { part: 'promised', amount: promised.amount },
      ]}
    />
  );
  return (
    <tr ref={line} className={isFound ? 'bg-brand-soft' : 'hover:bg-fill'}>
      <th scope="row" className={`${cell} text-start font-normal`}>
        <span
          className="flex items-center gap-2"
          style={{ paddingInlineStart: `${(level - 1) * (shown.isWide ? 1.5 : 0.75)}rem` }}
        >
          {children > 0 ? (
            <button
              type="button"
              data-account={account.id}
              aria-expanded={isOpen}
              onKeyDown={(event) => onKey(event, shown)}
              aria-label={t(isOpen ? 'budgets.closeRow' : 'budgets.openRow', {
                name: account.name,
              })}
              onClick={() => shown.toggle(account.id, !isOpen)}
              className="grid size-7 shrink-0 place-items-center rounded-control hover:bg-fill-2 touch:size-11"
            >
              <ChevronRight
                size={18}
                aria-hidden
                className={`transition-transform ${isOpen ? 'rotate-90' : 'rtl:-scale-x-100'}`}
              />
            </button>
          ) : (
            <span className="w-7 shrink-0 touch:w-11" />
          )}
          <span className="grid min-w-32">
            <span className="flex flex-wrap items-center gap-2">
              <bdi className={`wrap-anywhere ${level === 1 ? 'font-bold' : 'font-medium'}`}>
                {account.name}
              </bdi>
              {level > 1 && <span className="sr-only">{t('budgets.level', { level })}</span>}
              {account.state === 'archived' && <Pill>{t('budgets.archived')}</Pill>}
              {isOver && (
                <Pill tone="bad" icon={TriangleAlert}>
                  {t('budgets.overspent')}
                </Pill>
              )}
            </span>
            <span className="text-ink-2">
              <bdi>{account.code}</bdi>
              {children > 0 && ` • ${t('budgets.childCount', { count: children })}`}
            </span>
            {!shown.isWide && <span className="mt-1 block">{bar}</span>}
          </span>
        </span>
      </th>
      {shown.isWide && (
        <>
          {figure(row.allocated)}
          {figure(row.income)}
          {figure(spent)}
          {figure(promised)}
        </>
      )}
      {figure(left, true)}
      {shown.isWide && <td className={`${cell} w-32 min-w-20`}>{bar}</td>}
      <td className={`${cell} w-12 text-end`}>
        <AccountMenu account={account} shown={shown} />
      </td>
    </tr>
  );
}

function AccountMenu({ account, shown }: { account: ClubAccount; shown: Shown }) {
  const { t } = useMessages();
  const isArchived = account.state === 'archived';
  const archive = useAction(
    () =>
      call(updateClubAccount, {
        id: account.id,
        version: account.version,
        isArchived: !isArchived,
      }),
    {
      success: t(isArchived ? 'budgets.accountRestored' : 'budgets.accountArchived'),
      invalidates: staleMoney,
    },
  );
  return (
    <MenuButton
      label={t('budgets.actionsFor', { name: account.name })}
      icon={Ellipsis}
      variant="quiet"
      onAction={(id) => {
        if (id === 'lines') shown.onLines(account);
        else if (id === 'edit') shown.onEdit(account);
        else archive.run();
      }}
      items={[
        ...(account.role === 'group'
          ? []
          : [{ id: 'lines' as const, label: t('budgets.lines'), icon: ReceiptText }]),
        { id: 'edit' as const, label: t('budgets.edit'), icon: Pencil },
        {
          id: 'archive' as const,
          label: t(isArchived ? 'budgets.restore' : 'budgets.archive'),
          icon: isArchived ? ArchiveRestore : Archive,
        },
      ]}
    />
  );
}
