import type { EventPage } from '#contract/events/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { ReminderChoice } from './reminder-choice.tsx';

interface OwnOptionsProps {
  mine: NonNullable<EventPage['mine']>;
  event: EventPage;
  onGuests: (count: string) => void;
  onHidden: (isHidden: boolean) => void;
}

/** Guests, visibility and reminders. */
export function OwnOptions({ mine, event, onGuests, onHidden }: OwnOptionsProps) {
  const { t } = useMessages();
  // An order fixes the number of spots.
  const kind = event.ticketKinds.find(({ id }) => id === mine.ticketKind?.id);
  const guestsMax = mine.order === null ? (kind?.guestsMax ?? event.guestsMax) : 0;
  return (
    <details className="group">
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-control text-sm font-medium text-brand-text hover:underline touch:min-h-11">
        {t('events.options')}
      </summary>
      <div className="grid gap-4 pt-3">
        {guestsMax > 0 && (
          <Select
            label={t('events.guests')}
            value={String(mine.guests)}
            options={Array.from({ length: guestsMax + 1 }, (_, count) => ({
              value: String(count),
              label: t('events.guestCount', { count }),
            }))}
            onChange={onGuests}
          />
        )}
        {(event.attendees !== null || mine.isHidden) && (
          <Switch
            label={t('events.hideMe')}
            description={t('events.hideMeBody')}
            isOn={mine.isHidden}
            onChange={onHidden}
          />
        )}
        <ReminderChoice event={event} />
      </div>
    </details>
  );
}
