import { eventLimits as limits } from '#contract/events/limits.ts';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import type { FormErrors } from '../../../kit/form.tsx';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { DateTimeField as DateTime } from '../../../ui/date-field.tsx';
import { RoomField, type ChosenRoom } from '../../rooms/room-field.tsx';
import { roomLabel } from '../../rooms/rooms.data.ts';

/*
 * Time and location in the form of an event and in the form of one date of a series.
 */

/** The values that both forms have. */
interface TimeAndLocation {
  /** Null for events that last whole days, and while the field is empty. */
  start: string | null;
  end: string | null;
  room: ChosenRoom | null;
  location: string;
  address: string;
}

const { TextField, OwnField } = fieldsOf<TimeAndLocation>();
const { DateTimeField } = dateFieldsOf<TimeAndLocation>();

interface StartAndEndProps {
  end: string | null;
  timeZone: string;
  onStart?: (start: string | null) => void;
  onEnd: (end: string) => void;
}

/** The start and the end. If the start moves, the end moves too, so that the event keeps its length. */
export function StartAndEnd({ end, timeZone, onStart, onEnd }: StartAndEndProps) {
  const { t } = useMessages();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <OwnField name="start">
        {({ value, error, onChange }) => (
          <DateTime
            label={t('events.start')}
            value={value}
            {...(error !== undefined && { error })}
            timeZone={timeZone}
            onChange={(next) => {
              if (next !== null && value !== null && end !== null)
                onEnd(
                  new Date(Date.parse(next) + Date.parse(end) - Date.parse(value)).toISOString(),
                );
              onStart?.(next);
              onChange(next);
            }}
          />
        )}
      </OwnField>
      <DateTimeField name="end" label={t('events.end')} timeZone={timeZone} />
    </div>
  );
}

interface RoomAndLocationProps {
  draft: TimeAndLocation;
  onLocation: (location: string) => void;
}

/** The room, the location and the address. The location follows the room until the user types another one. */
export function RoomAndLocation({ draft, onLocation }: RoomAndLocationProps) {
  const { t } = useMessages();
  const { start, end } = draft;
  return (
    <>
      <OwnField name="room">
        {({ value, error, onChange }) => (
          <RoomField
            value={value}
            error={error}
            span={start !== null && end !== null && start < end ? { from: start, to: end } : null}
            onChange={(room) => {
              if (draft.location === (value === null ? '' : roomLabel(value)))
                onLocation(room === null ? '' : roomLabel(room));
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
    </>
  );
}

/** Returns the errors of a start and an end. Events that last whole days have neither. */
export const timeErrors = (
  { start, end }: Pick<TimeAndLocation, 'start' | 'end'>,
  isAllDay: boolean,
  { t }: Messages,
): FormErrors<Pick<TimeAndLocation, 'start' | 'end'>> => {
  if (isAllDay) return {};
  if (start === null) return { start: t('events.startless') };
  if (end === null) return { end: t('events.endless') };
  return end < start ? { end: t('events.endFirst') } : {};
};

/** Returns true if the field is empty or contains a web address. */
export const isEmptyOrWebAddress = (text: string): boolean =>
  text.trim() === '' || /^https?:\/\/[^\s/]+/i.test(text.trim());
