import { useQuery } from '@tanstack/react-query';
import {
  Archive,
  ArchiveRestore,
  ChevronRight,
  Ellipsis,
  HandCoins,
  Pencil,
  Plus,
  ReceiptText,
  TriangleAlert,
  Wallet,
} from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
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
import { AccountLines } from '../account-lines.tsx';
import { AllocationBar, BarKey } from '../allocation-bar.tsx';
import { Amount, useAmount } from '../amount.tsx';
import { staleMoney, treeQuery } from '../budgets.data.ts';
import { AccountDialog } from './account-dialog.tsx';
import { AllocateDialog } from './allocate-dialog.tsx';

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
  const [editing, setEditing] = useState<ClubAccount | 'new' | null>(null);
  const [lines, setLines] = useState<ClubAccount | null>(null);
  const [isAllocating, setAllocating] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
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
    onEdit: setEditing,
    onLines: setLines,
  };
  const top = useQuery(treeQuery(null, shown.period, archived));
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72 text-sm text-ink-2">{t('budgets.treeIntro')}</p>
        <div className="flex flex-wrap gap-2">
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
                role="treegrid"
                aria-label={t('budgets.tab_accounts')}
                className="w-full border-separate border-spacing-0 text-sm"
                onKeyDown={(event) => onKey(event, body.current, items, shown)}
              >
                <thead className="bg-ground">
                  <tr role="row">
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
                    <Head>{t('budgets.share')}</Head>
                    <Head>
                      <span className="sr-only">{t('budgets.actions')}</span>
                    </Head>
                  </tr>
                </thead>
                <tbody ref={body}>
                  {items.map((row, nth) => (
                    <Branch
                      key={row.account.id}
                      row={row}
                      level={1}
                      isFirst={nth === 0}
                      shown={shown}
                    />
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
          <AccountLines account={lines.id} />
        </Dialog>
      )}
    </div>
  );
}

/** Arrow keys move between rows, open and close them; * opens the top level. */
function onKey(
  event: KeyboardEvent,
  body: HTMLElement | null,
  items: readonly TreeRow[],
  { opened, toggle }: Shown,
): void {
  const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-account]');
  if (row === null || event.target !== row) return;
  const rows = [...(body?.querySelectorAll<HTMLElement>('tr[data-account]') ?? [])];
  const { account = '', children = '0' } = row.dataset;
  const isRtl = getComputedStyle(row).direction === 'rtl';
  const key =
    isRtl && event.key === 'ArrowLeft'
      ? 'ArrowRight'
      : isRtl && event.key === 'ArrowRight'
        ? 'ArrowLeft'
        : event.key;
  if (key === 'ArrowDown') rows[rows.indexOf(row) + 1]?.focus();
  else if (key === 'ArrowUp') rows[rows.indexOf(row) - 1]?.focus();
  else if (key === 'ArrowRight' && children !== '0') toggle(account, true);
  else if (key === 'ArrowLeft' && opened.has(account)) toggle(account, false);
  else if (key === '*') {
    for (const one of items) if (one.children > 0) toggle(one.account.id, true);
  } else return;
  event.preventDefault();
}

function Head({ isEnd = false, children }: { isEnd?: boolean; children: ReactNode }) {
  return (
    <th
      role="columnheader"
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
  isFirst?: boolean;
  shown: Shown;
}

/** A row, and the rows below it while it is open. */
function Branch({ row, level, isFirst = false, shown }: BranchProps) {
  const isOpen = shown.opened.has(row.account.id);
  return (
    <>
      <AccountRow row={row} level={level} isFirst={isFirst} isOpen={isOpen} shown={shown} />
      {isOpen && <Below parent={row.account.id} level={level + 1} shown={shown} />}
    </>
  );
}

function Below({ parent, level, shown }: { parent: string; level: number; shown: Shown }) {
  const below = useQuery(treeQuery(parent, shown.period, shown.archived));
  if (below.data === undefined)
    return (
      <tr role="row">
        <td role="gridcell" colSpan={8} className="p-2">
          <Skeleton className="h-9" />
        </td>
      </tr>
    );
  return below.data.items.map((row) => (
    <Branch key={row.account.id} row={row} level={level} shown={shown} />
  ));
}

const cell = 'border-b border-line px-3 py-2';

function AccountRow({ row, level, isFirst, isOpen, shown }: BranchProps & { isOpen: boolean }) {
  const { t } = useMessages();
  const amount = useAmount();
  const { account, children, spent, promised, left } = row;
  const total = spent.amount + promised.amount + Math.max(0, left.amount);
  const isOver = left.amount < 0;
  const figure = (value: TreeRow['left'], strong = false) => (
    <td role="gridcell" className={`${cell} text-end ${strong ? 'font-bold' : ''}`}>
      <Amount money={value} />
    </td>
  );
  return (
    <tr
      role="row"
      aria-level={level}
      {...(children > 0 && { 'aria-expanded': isOpen })}
      data-account={account.id}
      data-children={children}
      tabIndex={isFirst ? 0 : -1}
      className="outline-offset-[-2px] hover:bg-fill"
    >
      <th role="rowheader" scope="row" className={`${cell} text-start font-normal`}>
        <span
          className="flex items-center gap-2"
          style={{ paddingInlineStart: `${(level - 1) * (shown.isWide ? 1.5 : 0.75)}rem` }}
        >
          {children > 0 ? (
            <button
              type="button"
              tabIndex={-1}
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
      <td role="gridcell" className={`${cell} w-32 min-w-20`}>
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
      </td>
      <td role="gridcell" className={`${cell} w-12 text-end`}>
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
