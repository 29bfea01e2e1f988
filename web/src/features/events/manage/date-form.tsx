import { eventLimits as limits } from '#contract/events/limits.ts';
import type { EventSettings } from '#contract/events/manage.endpoints.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import type { FormState, FormErrors } from '../../../kit/form.tsx';
import { addEnglish, useMessages, type Messages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/card.tsx';
import { RoomField, type ChosenRoom } from '../../rooms/room-field.tsx';
import { roomLabel } from '../../rooms/rooms.data.ts';
import { DateTimeField as DateTime } from '../../../ui/date-field.tsx';
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

const { TextField, TextArea, OwnField } = fieldsOf<OneDateDraft>();
const { NumberField } = ariaFieldsOf<OneDateDraft>();
const { DateTimeField, DateRange } = dateFieldsOf<OneDateDraft>();

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
export const dateProblemsOf = (draft: OneDateDraft, { t }: Messages): FormErrors<OneDateDraft> => ({
  title: draft.title.trim() === '' ? t('events.titleless') : undefined,
  start: draft.days === null && draft.start === null ? t('events.startless') : undefined,
  end:
    draft.days !== null || draft.start === null
      ? undefined
      : draft.end === null
        ? t('events.endless')
        : draft.end < draft.start
          ? t('events.endFirst')
          : undefined,
  onlineUrl:
    draft.onlineUrl.trim() === '' || /^https?:\/\/[^\s/]+/i.test(draft.onlineUrl.trim())
      ? undefined
      : t('events.badUrl'),
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
          <div className="grid gap-5 sm:grid-cols-2">
            <OwnField name="start">
              {({ value, error, onChange }) => (
                <DateTime
                  label={t('events.start')}
                  value={value}
                  {...(error !== undefined && { error })}
                  timeZone={timeZone}
                  onChange={(next) => {
                    // Keep the duration.
                    if (next !== null && value !== null && draft.end !== null)
                      form.fields.setValue(
                        'end',
                        new Date(
                          Date.parse(next) + Date.parse(draft.end) - Date.parse(value),
                        ).toISOString(),
                        { shouldDirty: true },
                      );
                    onChange(next);
                  }}
                />
              )}
            </OwnField>
            <DateTimeField name="end" label={t('events.end')} timeZone={timeZone} />
          </div>
        )}
        <OwnField name="room">
          {({ value, error, onChange }) => (
            <RoomField
              value={value}
              error={error}
              span={
                draft.start !== null && draft.end !== null && draft.start < draft.end
                  ? { from: draft.start, to: draft.end }
                  : null
              }
              onChange={(room) => {
                // The location follows the room until the user types another one.
                if (draft.location === (value === null ? '' : roomLabel(value)))
                  form.fields.setValue('location', room === null ? '' : roomLabel(room), {
                    shouldDirty: true,
                  });
                onChange(room);
              }}
            />
          )}
        </OwnField>
        <TextField
          name="location"
          label={t('events.location')}
          placeholder={t('events.locationHint')}
          maxLength={limits.location}
        />
        <TextField name="address" label={t('events.address')} maxLength={limits.address} />
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
