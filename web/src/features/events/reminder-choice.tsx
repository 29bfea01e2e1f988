import { reminderChoices } from '#contract/events/limits.ts';
import type { EventPage } from '#contract/events/endpoints.ts';
import { readEvent, setEventReminders } from '#contract/events/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox } from '../../ui/checkbox.tsx';

/** Reminder settings for this event. Without a choice, the general settings apply. */
export function ReminderChoice({ event }: { event: Pick<EventPage, 'id' | 'reminders'> }) {
  const { t } = useMessages();
  const save = useAction(
    (reminders: (typeof reminderChoices)[number][]) =>
      call(setEventReminders, { event: event.id, reminders }),
    { invalidates: [readEvent], scope: 'reminders' },
  );
  const chosen: readonly number[] = save.pendingInput ?? event.reminders;
  return (
    <fieldset className="grid">
      <legend className="mb-1 text-sm font-bold">{t('events.reminders')}</legend>
      {reminderChoices.map((minutes) => (
        <Checkbox
          key={minutes}
          label={t(`events.reminder_${minutes}`)}
          isChecked={chosen.includes(minutes)}
          onChange={(isOn) =>
            save.run(
              reminderChoices.filter((one) => (one === minutes ? isOn : chosen.includes(one))),
            )
          }
        />
      ))}
    </fieldset>
  );
}
