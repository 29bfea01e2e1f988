import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  CalendarDays,
  FileText,
  FileUp,
  RotateCcw,
  ShoppingBag,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { reverseClubEntry } from '#contract/budgets/calls.ts';
import type { ClubEntry } from '#contract/budgets/endpoints.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Definition, DefinitionList } from '../../../ui/definition-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { Amount } from '../amount.tsx';
import { categoryName } from '../budget-words.ts';
import { entryQuery, staleMoney } from '../budgets.data.ts';

interface EntryDialogProps {
  id: string;
  /** Opens the reversal, or the transaction that this one reverses. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** A transaction with all of its amounts, its source and its reversal. */
export function EntryDialog({ id, onOpen, onClose }: EntryDialogProps) {
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
        {(data) => <EntryDetails entry={data} onOpen={onOpen} onClose={onClose} />}
      </QueryBoundary>
    </Dialog>
  );
}

function EntryDetails({
  entry,
  onOpen,
  onClose,
}: Omit<EntryDialogProps, 'id'> & { entry: ClubEntry }) {
  const { t, day, date } = useMessages();
  const { by, reverses, reversedBy } = entry;
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
      {reversedBy !== null && (
        <Note icon={Undo2}>
          <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {t('budgets.wasReversed')}
            <Button size="sm" onClick={() => onOpen(reversedBy)}>
              {t('budgets.openReversal')}
            </Button>
          </span>
        </Note>
      )}
      {reverses !== null && (
        <Note icon={Undo2}>
          <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {t('budgets.isReversal')}
            <Button size="sm" onClick={() => onOpen(reverses)}>
              {t('budgets.openReversed')}
            </Button>
          </span>
        </Note>
      )}
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
      <Sources about={entry.about} onClose={onClose} />
    </div>
  );
}

/** Links to what a transaction is about. */
function Sources({ about, onClose }: { about: ClubEntry['about']; onClose: () => void }) {
  const { t } = useMessages();
  const { request, order, event, isImported } = about;
  return (
    <ul aria-label={t('budgets.source')} className="grid gap-1 empty:hidden">
      {request && (
        <Source icon={FileText} label={t('budgets.request')}>
          <Link
            to={paths.budgetRequest}
            params={{ requestId: request.id }}
            onClick={onClose}
            className="text-link"
          >
            <bdi>{request.title}</bdi>
          </Link>
        </Source>
      )}
      {order && (
        <Source icon={ShoppingBag} label={t('budgets.order')}>
          {order.club === null ? (
            <bdi>{order.number}</bdi>
          ) : (
            <Link
              to={paths.manageClub}
              params={{ clubId: order.club }}
              search={{ section: 'store', order: order.id }}
              className="text-link"
            >
              <bdi>{order.number}</bdi>
            </Link>
          )}
        </Source>
      )}
      {event && (
        <Source icon={CalendarDays} label={t('budgets.event')}>
          <Link
            to={paths.event}
            params={{ eventId: event.id }}
            onClick={onClose}
            className="text-link"
          >
            <bdi>{event.title}</bdi>
          </Link>
        </Source>
      )}
      {isImported && (
        <Source icon={FileUp} label={t('budgets.source')}>
          {t('budgets.imported')}
        </Source>
      )}
    </ul>
  );
}

function Source({
  icon: Icon,
  label,
  children,
}: {
  icon: LucideIcon;
  label: string;
  children: ReactNode;
}) {
  return (
    <li className="flex min-h-9 items-center gap-2 touch:min-h-11">
      <Icon size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      <span className="min-w-0 wrap-anywhere">
        <span className="text-ink-2">{label}: </span>
        {children}
      </span>
    </li>
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
