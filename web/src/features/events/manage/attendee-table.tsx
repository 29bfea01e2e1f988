import type { Attendee } from '#contract/events/attendees.endpoints.ts';
import type { EventPage } from '#contract/events/endpoints.ts';
import type { AttendeeStatus } from '#contract/events/limits.ts';
import { DataTable } from '../../../kit/data-table.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Pill, type Tone } from '../../../ui/pill.tsx';
import { nameOf } from '../../people/person.ts';

/** Returns how many dates of a series a person attended. Only for series with one registration for all dates. */
const visitCount = ({ host }: Attendee): number =>
  (host?.entries ?? []).filter(({ seat, occurrence }) => seat === 0 && occurrence !== null).length;

const tones: Record<AttendeeStatus, Tone> = {
  registered: 'brand',
  waiting: 'warn',
  requested: 'warn',
  maybe: 'quiet',
  attended: 'good',
  absent: 'bad',
  excused: 'quiet',
  canceled: 'quiet',
};

interface AttendeeTableProps {
  event: EventPage;
  attendees: readonly Attendee[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onAnswers: (attendee: Attendee) => void;
}

/** The loaded attendees. If the event has questions, a column has a button that opens the answers. */
export function AttendeeTable({
  event,
  attendees,
  selected,
  onSelect,
  onAnswers,
}: AttendeeTableProps) {
  const { t, date } = useMessages();
  return (
    <DataTable<Attendee>
      label={t('events.attendees')}
      rows={attendees}
      idOf={({ uid }) => uid}
      nameOf={nameOf}
      selected={selected}
      onSelect={onSelect}
      columns={[
        {
          id: 'name',
          label: t('events.person'),
          cell: (one) => (
            <span className="flex items-center gap-2.5">
              <Avatar name={nameOf(one)} photoUrl={one.photoUrl} size={2} />
              <span className="min-w-0">
                <bdi className="font-medium wrap-anywhere">{nameOf(one)}</bdi>
                {(one.host?.guests ?? 0) > 0 && (
                  <span className="block text-sm text-ink-2">
                    {t('events.withGuests', { count: one.host?.guests ?? 0 })}
                  </span>
                )}
              </span>
            </span>
          ),
        },
        {
          id: 'status',
          label: t('events.state'),
          cell: (one) => <StatusCell attendee={one} />,
        },
        ...(event.ticketKinds.length > 0
          ? [
              {
                id: 'kind',
                label: t('events.ticketKind'),
                cell: (one: Attendee) => <bdi>{one.host?.ticketKind?.name}</bdi>,
              },
            ]
          : []),
        {
          id: 'at',
          label: t('events.since'),
          cell: ({ at }) => date(at, 'moment'),
          phone: 'none' as const,
        },
        ...(event.questions !== null
          ? [
              {
                id: 'answers',
                label: t('events.answers'),
                cell: (one: Attendee) => (
                  <Button
                    size="sm"
                    variant="quiet"
                    label={t('events.answersOf', { name: nameOf(one) })}
                    // Otherwise the row would treat the press as a selection.
                    onPointerDown={(press) => press.stopPropagation()}
                    onKeyDown={(press) => {
                      if (press.key === 'Enter' || press.key === ' ') press.stopPropagation();
                    }}
                    onClick={(press) => {
                      press.stopPropagation();
                      onAnswers(one);
                    }}
                  >
                    {t('events.answers')}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function StatusCell({ attendee }: { attendee: Attendee }) {
  const { t } = useMessages();
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Pill tone={tones[attendee.status]}>{t(`events.status_${attendee.status}`)}</Pill>
      {attendee.host?.position != null && (
        <span className="text-sm text-ink-2 tabular-nums">
          {t('events.place', { position: attendee.host.position })}
        </span>
      )}
      {visitCount(attendee) > 0 && (
        <span className="text-sm text-ink-2 tabular-nums">
          {t('events.cameTimes', { count: visitCount(attendee) })}
        </span>
      )}
      {attendee.host?.entries.some(({ repeats }) => repeats.length > 0) && (
        <Pill tone="warn">{t('events.scannedTwice')}</Pill>
      )}
    </span>
  );
}
