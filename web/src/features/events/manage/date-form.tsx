import { eventLimits as limits } from '#contract/events/limits.ts';
import type { EventSettings } from '#contract/events/manage.endpoints.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import type { FormState, FormErrors } from '../../../kit/form.tsx';
import { addEnglish, useMessages, type Messages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/card.tsx';
import type { ChosenRoom } from '../../rooms/room-field.tsx';
import {
  isEmptyOrWebAddress,
  RoomAndLocation,
  StartAndEnd,
  timeErrors,
} from './time-and-location.tsx';
import { dayIn } from '../event-times.ts';
import english from '../messages/en.json';
import roomWords from 'messages:en/rooms.*';

addEnglish({ ...english, ...roomWords });

/** The form's values for one date of a series. */
export interface OneDateDraft {
  title: string;
  start: string | null;
  end: string | null;
  days: { from: string; until: string } | null;
  room: ChosenRoom | null;
  location: string;
  address: string;
  onlineUrl: string;
  note: string;
  /** Null uses the event's capacity. */
  capacity: number | null;
}

const { TextField, TextArea } = fieldsOf<OneDateDraft>();
const { NumberField } = ariaFieldsOf<OneDateDraft>();
const { DateRange } = dateFieldsOf<OneDateDraft>();

export const dateDraftOf = (event: EventSettings): OneDateDraft => ({
  title: event.own.title ?? event.title,
  start: event.isAllDay ? null : new Date(event.dateStart).toISOString(),
  end: event.isAllDay ? null : new Date(event.dateEnd).toISOString(),
  days: event.isAllDay
    ? {
        from: dayIn(event.dateStart, event.timeZone),
        until: dayIn(event.dateEnd, event.timeZone),
      }
    : null,
  room: event.own.hasRoom ? event.own.room : event.room,
  location: event.own.location ?? event.location,
  address: event.own.address ?? event.address,
  onlineUrl: event.own.onlineUrl ?? event.onlineUrl ?? '',
  note: event.own.note,
  capacity: event.own.capacity,
});

const sentOf = (draft: OneDateDraft) => ({
  title: draft.title.trim(),
  dateStart: (draft.days === null ? draft.start : draft.days.from) ?? '',
  dateEnd: (draft.days === null ? draft.end : draft.days.until) ?? '',
  room: draft.room?.id ?? null,
  location: draft.location.trim(),
  address: draft.address.trim(),
  onlineUrl: draft.onlineUrl.trim() === '' ? null : draft.onlineUrl.trim(),
  note: draft.note.trim(),
  capacity: draft.capacity,
});

/** Returns the fields that changed since they were loaded. */
export const dateChangesOf = (
  draft: OneDateDraft,
  previous: OneDateDraft,
): Partial<ReturnType<typeof sentOf>> => {
  const before: Record<string, unknown> = sentOf(previous);
  return Object.fromEntries(
    Object.entries(sentOf(draft)).filter(([name, value]) => value !== before[name]),
  );
};

export const fieldOfDateCode = {
  time_order: 'end',
  time_length: 'end',
  time_invalid: 'start',
  room_taken: 'room',
  room_inactive: 'room',
  event_capacity_taken: 'capacity',
} as const;

/** Returns the errors of a draft by field, before sending it. */
export const dateProblemsOf = (
  draft: OneDateDraft,
  messages: Messages,
): FormErrors<OneDateDraft> => ({
  title: draft.title.trim() === '' ? messages.t('events.titleless') : undefined,
  ...timeErrors(draft, draft.days !== null, messages),
  onlineUrl: isEmptyOrWebAddress(draft.onlineUrl) ? undefined : messages.t('events.badUrl'),
});

/** The settings of a single date in a series. */
export function DateForm({ event, form }: { event: EventSettings; form: FormState<OneDateDraft> }) {
  const { t } = useMessages();
  const { timeZone } = event;
  const draft = form.values;
  return (
    <Card>
      <div className="grid gap-5">
        <TextField name="title" label={t('events.name')} maxLength={limits.title} />
        {event.isAllDay ? (
          <DateRange name="days" label={t('events.daysField')} />
        ) : (
          <StartAndEnd
            end={draft.end}
            timeZone={timeZone}
            onEnd={(end) => form.fields.setValue('end', end, { shouldDirty: true })}
          />
        )}
        <RoomAndLocation
          draft={draft}
          onLocation={(location) =>
            form.fields.setValue('location', location, { shouldDirty: true })
          }
        />
        <TextField
          name="onlineUrl"
          label={t('events.onlineUrl')}
          type="url"
          placeholder="https://"
          maxLength={limits.url}
        />
        {event.registration === 'occurrence' && (
          <NumberField
            name="capacity"
            label={t('events.dateCapacity')}
            description={t('events.dateCapacityBody', { count: event.capacity ?? 0 })}
            min={0}
            max={limits.capacity}
          />
        )}
        <TextArea
          name="note"
          label={t('events.dateNote')}
          description={t('events.dateNoteBody')}
          rows={3}
          maxLength={limits.dateNote}
        />
      </div>
    </Card>
  );
}
