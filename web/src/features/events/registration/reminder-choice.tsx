import { reminderChoices } from '#contract/events/limits.ts';
import type { EventPage } from '#contract/events/endpoints.ts';
import { readEvent, setEventReminders } from '#contract/events/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';

type Minutes = (typeof reminderChoices)[number];

/** Reminder settings for this event. Without a choice, the general settings apply, which the button replaces. */
export function ReminderChoice({ event }: { event: Pick<EventPage, 'id' | 'reminders'> }) {
  const { t } = useMessages();
  const save = useAction(
    (reminders: Minutes[]) => call(setEventReminders, { event: event.id, reminders }),
    { invalidates: [readEvent], scope: 'reminders' },
  );
  const chosen: readonly number[] = save.pendingInput ?? event.reminders;
  const saveForAll = useAction(
    () =>
      call(setEventReminders, { reminders: reminderChoices.filter((one) => chosen.includes(one)) }),
    { success: t('events.remindersForAllSaved'), scope: 'reminders' },
  );
  return (
    <div className="grid justify-items-start gap-2">
      <fieldset className="grid w-full">
        <legend className="mb-1 text-sm font-bold">{t('events.reminders')}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4">
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
        </div>
      </fieldset>
      <Button isPending={saveForAll.isPending} onClick={() => saveForAll.run()}>
        {t('events.remindersForAll')}
      </Button>
    </div>
  );
}
