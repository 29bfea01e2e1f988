import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { reverseClubEntry } from '#contract/budgets/calls.ts';
import type { ClubLine, ClubEntry } from '#contract/budgets/endpoints.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import { DataTable, type DataColumn } from '../../kit/data-table.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { call } from '../../lib/call.ts';
import { useMinWidth } from '../../lib/media.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Amount } from './amount.tsx';
import { categoryName } from './budget-words.ts';
import { entryQuery, linePages, staleMoney } from './budgets.data.ts';

/** The transactions of an account with its running balance, newest first. */
export function AccountLines({ account }: { account: string }) {
  const { t, day } = useMessages();
  const isWide = useMinWidth('md');
  const [opened, setOpened] = useState<string | null>(null);
  const lines = useInfiniteQuery(linePages(account, {}));
  const title = (line: ClubLine) => (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <bdi className={`wrap-anywhere ${line.isReversed ? 'line-through' : ''}`}>
        {line.reverses === undefined ? line.title : t('budgets.reversalOf', { title: line.title })}
      </bdi>
      <Pill>{t(`budgets.entry_${line.kind}`)}</Pill>
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
          cell: ({ category }) => (category === '' ? null : categoryName(t, category)),
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
    <section aria-label={t('budgets.lines')} className="grid gap-3">
      <h2>{t('budgets.lines')}</h2>
      <QueryBoundary
        query={lines}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={{ icon: ReceiptText, title: t('budgets.noLines'), body: t('budgets.noLinesBody') }}
      >
        {({ pages }) => (
          <DataTable
            label={t('budgets.lines')}
            rows={pages.flatMap(({ items }) => items)}
            idOf={({ id }) => id}
            nameOf={(line) => line.title}
            columns={columns}
            onOpen={({ entry }) => setOpened(entry)}
          />
        )}
      </QueryBoundary>
      <LoadMore query={lines} />
      {opened !== null && <EntryDialog id={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

/** A transaction with all of its amounts, its source and its reversal. */
function EntryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useMessages();
  const [isReversing, setReversing] = useState(false);
  const entry = useQuery(entryQuery(id));
  if (isReversing && entry.data) return <ReverseDialog entry={entry.data} onClose={onClose} />;
  return (
    <Dialog
      title={entry.data?.title ?? t('budgets.transaction')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('budgets.close')}</Button>
          {entry.data?.can.reverse === true && (
            <Button icon={RotateCcw} onClick={() => setReversing(true)}>
              {t('budgets.reverse')}
            </Button>
          )}
        </>
      }
    >
      <QueryBoundary query={entry} skeleton={['h-48']} isEmpty={() => false}>
        {(data) => <EntryDetails entry={data} onClose={onClose} />}
      </QueryBoundary>
    </Dialog>
  );
}

function EntryDetails({ entry, onClose }: { entry: ClubEntry; onClose: () => void }) {
  const { t, day, date } = useMessages();
  const { by, source } = entry;
  return (
    <div className="grid gap-4">
      <DefinitionList>
        <Definition term={t('budgets.date')}>{day(entry.date)}</Definition>
        <Definition term={t('budgets.type')}>{t(`budgets.entry_${entry.kind}`)}</Definition>
        {entry.category !== '' && (
          <Definition term={t('budgets.category')}>{categoryName(t, entry.category)}</Definition>
        )}
        <Definition term={t('budgets.recorded')}>
          {by === null
            ? date(entry.at, 'moment')
            : t('budgets.recordedBy', {
                name: `${by.firstName} ${by.lastName}`,
                date: date(entry.at, 'moment'),
              })}
        </Definition>
        {entry.reason !== '' && <Definition term={t('budgets.reason')}>{entry.reason}</Definition>}
      </DefinitionList>
      {entry.reversedBy !== null && <Pill>{t('budgets.reversed')}</Pill>}
      <ul aria-label={t('budgets.postings')} className="grid divide-y divide-line">
        {entry.postings.map(({ id, account, amount }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 py-2">
            <bdi className="wrap-anywhere">
              {account.name === '' ? t(`budgets.account_${systemOf(account.role)}`) : account.name}
            </bdi>
            <Amount money={amount} isSigned />
          </li>
        ))}
      </ul>
      {source?.kind === 'request' && (
        <Link
          to={paths.budgetRequest}
          params={{ requestId: source.id }}
          onClick={onClose}
          className="text-link justify-self-start"
        >
          {t('budgets.openRequest')}
        </Link>
      )}
    </div>
  );
}

const systems = ['external', 'provider', 'desk', 'school', 'invoice', 'fees', 'tax'] as const;
/** Returns the system account of a role, or `other` for an account that the user can't see. */
const systemOf = (role: string): (typeof systems)[number] | 'other' =>
  systems.find((one) => one === role) ?? 'other';

interface Reversal {
  reason: string;
}
const { TextArea } = fieldsOf<Reversal>();

function ReverseDialog({ entry, onClose }: { entry: ClubEntry; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <FormDialog<Reversal, ClubEntry>
      title={t('budgets.reverseTitle', { title: entry.title })}
      submitLabel={t('budgets.reverse')}
      isDanger
      defaultValues={{ reason: '' }}
      validate={({ reason }) => ({
        reason: reason.trim() === '' ? t('budgets.reasonMissing') : undefined,
      })}
      save={({ reason }, clientId) =>
        call(reverseClubEntry, { id: entry.id, clientId, reason: reason.trim() })
      }
      success={t('budgets.reversedToast')}
      invalidates={staleMoney}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('budgets.reverseBody')}</p>
      <TextArea
        name="reason"
        label={t('budgets.reason')}
        rows={3}
        maxLength={budgetLimits.reason}
      />
    </FormDialog>
  );
}
