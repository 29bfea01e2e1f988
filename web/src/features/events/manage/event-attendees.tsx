import { useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  Check,
  ClipboardPaste,
  Download,
  IdCard,
  MoreHorizontal,
  QrCode,
  ScanLine,
  SearchX,
  UserPlus,
  UsersRound,
  X,
} from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import type { Attendee } from '#contract/events/attendees.endpoints.ts';
import type { EventPage } from '#contract/events/endpoints.ts';
import {
  attendeeStatuses,
  type AttendeeAct,
  type AttendeeStatus,
} from '#contract/events/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { changeAttendees, exportAttendees } from '#contract/events/calls.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { BulkBar } from '../../../kit/data-table.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { useSearch } from '../../../lib/page.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AnswersDialog } from './answers-dialog.tsx';
import { BadgesDialog } from './badges-dialog.tsx';
import { scannerHref } from '../event-parts.tsx';
import { datesOf, shortWhen } from '../event-times.ts';
import { attendeePages, staleRegistration } from '../events.data.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { PeopleOffDialog } from './people-off-dialog.tsx';
import { AttendeeTable } from './attendee-table.tsx';

const none: ReadonlySet<string> = new Set();

/** The list of attendees with its actions. */
export function Attendees({ event }: { event: EventPage }) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const asked = useSearch()['status'];
  const status = attendeeStatuses.find((one) => one === asked);
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState(none);
  const [open, setOpen] = useState<'add' | 'paste' | 'badges' | 'cancel' | 'decline' | null>(null);
  const [answersOf, setAnswersOf] = useState<Attendee | null>(null);
  useDebounced(text, (value) => {
    setSearch(value.trim());
    setSelected(none);
  });
  const { id } = event;
  // For a series with one registration for all dates, each person appears once.
  const occurrence = event.isRecurring ? event.occurrence : undefined;
  const ofTime = { ...(occurrence !== undefined && { occurrence }) };
  const people = useInfiniteQuery(
    attendeePages({
      id,
      ...ofTime,
      ...(status !== undefined && { status }),
      ...(search !== '' && { search }),
    }),
  );
  const counts = people.data?.pages[0]?.counts;
  const change = useChangeAttendees(id, ofTime, () => setSelected(none));
  const save = useAction(() => call(exportAttendees, { id, ...ofTime }), {
    onSuccess: ({ name, csv }) => saveFile(name, csv, 'text/csv'),
  });
  const go = (next: { status?: string; occurrence?: string }) => {
    setSelected(none);
    void navigate({
      to: paths.manageEvent,
      params: { eventId: id },
      search: { ...ofTime, ...(status !== undefined && { status }), ...next },
      replace: true,
      resetScroll: false,
    });
  };
  const uids = [...selected];
  const dates = datesOf(event);
  return (
    <div className="grid gap-5">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-end gap-2">
          {dates.length > 1 && (
            <div className="min-w-0 max-md:basis-full md:basis-60">
              <Select
                label={t('events.date')}
                value={event.occurrence}
                options={dates.map((one) => ({
                  value: one.occurrence,
                  label: shortWhen(messages, one),
                }))}
                onChange={(next) => go({ occurrence: next })}
              />
            </div>
          )}
          <div className="min-w-0 flex-1 basis-64">
            <SearchField
              label={t('events.searchAttendees')}
              value={text}
              onChange={setText}
              isBusy={people.isFetching && people.data !== undefined}
            />
          </div>
          <AttendeeActions
            id={id}
            event={event}
            ofTime={ofTime}
            onAdd={() => setOpen('add')}
            onOpen={setOpen}
            save={save}
          />
        </div>
        {people.isPending ? (
          <Skeleton className="h-8 w-72 max-w-full touch:h-11" />
        ) : (
          <StatusFilter
            status={status}
            onChange={go}
            counts={counts}
            registration={event.registration}
          />
        )}
      </div>
      <QueryBoundary
        query={people}
        showsRefetchError
        skeleton={['h-96']}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={
          search === '' && status === undefined
            ? {
                icon: UsersRound,
                title: t('events.nobodyRegistered'),
                body: t('events.nobodyRegisteredBody'),
              }
            : { icon: SearchX, title: t('events.nobodyFound') }
        }
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <AttendeeTable
              event={event}
              attendees={pages.flatMap(({ items }) => items)}
              selected={selected}
              onSelect={setSelected}
              onAnswers={setAnswersOf}
            />
            <LoadMore query={people} />
          </div>
        )}
      </QueryBoundary>
      <AttendeeBulkActions
        uids={uids}
        change={change}
        onOpen={setOpen}
        status={status}
        onClear={() => setSelected(none)}
      />
      {open === 'add' && (
        <AddDialog event={event} occurrence={occurrence} onClose={() => setOpen(null)} />
      )}
      {(open === 'cancel' || open === 'decline') && (
        <PeopleOffDialog
          event={id}
          occurrence={occurrence}
          uids={uids}
          act={open}
          hasPaid={hasPaid(people.data?.pages ?? [], selected)}
          onDone={() => setSelected(none)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'badges' && (
        <BadgesDialog id={id} occurrence={occurrence} uids={uids} onClose={() => setOpen(null)} />
      )}
      {open === 'paste' && (
        <PasteDialog id={id} occurrence={occurrence} onClose={() => setOpen(null)} />
      )}
      {answersOf !== null && (
        <AnswersDialog id={id} person={answersOf} onClose={() => setAnswersOf(null)} />
      )}
    </div>
  );
}

/** Returns whether one of the selected people paid for a ticket. */
const hasPaid = (
  pages: readonly { items: readonly Attendee[] }[],
  selected: ReadonlySet<string>,
): boolean =>
  pages.some(({ items }) =>
    items.some(({ uid, host }) => selected.has(uid) && host?.order === 'paid'),
  );

interface AttendeeBulkActionsProps {
  uids: readonly string[];
  change: ReturnType<typeof useChangeAttendees>;
  onOpen: (dialog: 'badges' | 'cancel' | 'decline') => void;
  status: AttendeeStatus | undefined;
  onClear: () => void;
}

/** Actions for the selected attendees. They depend on the status by which the list is filtered. */
function AttendeeBulkActions({ uids, change, onOpen, status, onClear }: AttendeeBulkActionsProps) {
  const { t } = useMessages();
  const acts: readonly AttendeeAct[] =
    status === 'requested'
      ? ['accept', 'decline']
      : status === 'waiting'
        ? ['register', 'cancel']
        : ['attended', 'absent', 'excused', 'register', 'cancel'];
  return (
    <BulkBar count={uids.length} onClear={onClear}>
      {acts.map((act) => (
        <Button
          key={act}
          variant="quiet"
          icon={act === 'cancel' || act === 'decline' ? X : Check}
          disabled={change.isPending}
          onClick={() =>
            act === 'cancel' || act === 'decline' ? onOpen(act) : change.run({ uids, act })
          }
        >
          {t(`events.act_${act}`)}
        </Button>
      ))}
      <Button variant="quiet" icon={IdCard} onClick={() => onOpen('badges')}>
        {t('events.badges')}
      </Button>
    </BulkBar>
  );
}

/** Returns a text with the number of changes, and of people who weren't added because of an open refund request. */
const changedText = (
  t: Messages['t'],
  { changed, promoted, awaitingRefund }: ReplyOf<typeof changeAttendees>,
): string =>
  [
    t('events.changed', { count: changed.length }),
    promoted.length > 0 ? t('events.promoted', { count: promoted.length }) : '',
    awaitingRefund.length > 0 ? t('events.awaitingRefund', { count: awaitingRefund.length }) : '',
  ]
    .filter(Boolean)
    .join(' ');

/** Changes the status of several attendees. */
function useChangeAttendees(id: string, ofTime: { occurrence?: string }, onSuccess: () => void) {
  const { t } = useMessages();
  const change = useAction(
    ({ uids, act }: { uids: readonly string[]; act: AttendeeAct }) =>
      call(changeAttendees, {
        id,
        uids: [...uids],
        act,
        ...ofTime,
      }),
    {
      invalidates: staleRegistration,
      success: (reply) => changedText(t, reply),
      onSuccess: onSuccess,
    },
  );
  return change;
}

interface StatusFilterProps {
  status:
    | 'absent'
    | 'attended'
    | 'canceled'
    | 'excused'
    | 'maybe'
    | 'registered'
    | 'requested'
    | 'waiting'
    | undefined;
  onChange: (next: { status: string }) => void;
  counts: Partial<Record<AttendeeStatus, number>> | null | undefined;
  registration: EventPage['registration'];
}

/** The statuses that attendees have, with counts, and how many spots are taken. */
function StatusFilter({ status, onChange, counts, registration }: StatusFilterProps) {
  const { t, number } = useMessages();
  return (
    <div
      role="group"
      aria-label={t('events.filters')}
      className="flex flex-wrap items-center gap-2"
    >
      <Chip
        isOn={status === undefined}
        aria-pressed={status === undefined}
        onClick={() => onChange({ status: '' })}
      >
        {t('events.everyone')}
      </Chip>
      {attendeeStatuses
        .filter((one) => one === status || (counts?.[one] ?? 0) > 0)
        .map((one) => (
          <Chip
            key={one}
            isOn={one === status}
            aria-pressed={one === status}
            onClick={() => onChange({ status: one === status ? '' : one })}
          >
            {t(`events.status_${one}`)} {counts?.[one] !== undefined && number(counts[one])}
          </Chip>
        ))}
      {registration.capacity !== null && (
        <p className="text-sm text-ink-2 tabular-nums md:ms-auto">
          {t('events.ofCapacity', {
            taken: number(registration.taken),
            capacity: number(registration.capacity),
          })}
        </p>
      )}
    </div>
  );
}

interface AttendeeActionsProps {
  id: string;
  event: EventPage;
  ofTime: { occurrence?: string };
  onAdd: () => void;
  onOpen: (dialog: 'paste' | 'badges') => void;
  save: { run: () => void };
}

/** Opens the scanner, adds people, and has a menu with the code, lists, badges and the export. */
function AttendeeActions({ id, event, ofTime, onAdd, onOpen, save }: AttendeeActionsProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {event.status === 'published' && (
        <a href={scannerHref(event)} className={buttonClass({ variant: 'primary' })}>
          <ScanLine size={20} strokeWidth={1.9} aria-hidden />
          {t('events.openScanner')}
        </a>
      )}
      <Button icon={UserPlus} onClick={onAdd}>
        {t('events.addPeople')}
      </Button>
      <MenuButton
        label={t('events.moreAttendees')}
        icon={MoreHorizontal}
        items={[
          { id: 'code', label: t('events.showCode'), icon: QrCode },
          { id: 'paste', label: t('events.pasteList'), icon: ClipboardPaste },
          { id: 'badges', label: t('events.badges'), icon: IdCard },
          { id: 'save', label: t('events.export'), icon: Download },
        ]}
        onAction={(act) => {
          if (act === 'code')
            void navigate({ to: paths.eventCode, params: { eventId: id }, search: ofTime });
          else if (act === 'paste' || act === 'badges') onOpen(act);
          else save.run();
        }}
      />
    </div>
  );
}

interface Added {
  people: readonly Face[];
}
const { PersonPicker } = ariaFieldsOf<Added>();

/** Adds people to the list regardless of capacity, as invited or as walk-ins. */
function AddDialog({
  event,
  occurrence,
  onClose,
}: {
  event: EventPage;
  occurrence: string | undefined;
  onClose: () => void;
}) {
  const { t } = useMessages();
  return (
    <FormDialog<Added, ReplyOf<typeof changeAttendees>>
      title={t('events.addPeople')}
      submitLabel={t('events.addToList')}
      defaultValues={{ people: [] }}
      validate={({ people }) => ({
        people: people.length === 0 ? t('events.invitedless') : undefined,
      })}
      save={({ people }) =>
        call(changeAttendees, {
          id: event.id,
          uids: people.map(({ uid }) => uid),
          act: 'register',
          isWalkIn: true,
          ...(occurrence !== undefined && { occurrence }),
        })
      }
      success={(reply) => changedText(t, reply)}
      invalidates={staleRegistration}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('events.addPeopleBody')}</p>
      <PersonPicker name="people" label={t('events.people')} max={50} />
    </FormDialog>
  );
}
