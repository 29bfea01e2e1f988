import type { EventPage } from '#contract/events/endpoints.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import english from '../messages/en.json';
import { ReminderChoice } from './reminder-choice.tsx';

addEnglish(english);

/** Reminders for hosts, who needn't register. */
export function ReminderDialog({
  event,
  onClose,
}: {
  event: Pick<EventPage, 'id' | 'title' | 'reminders'>;
  onClose: () => void;
}) {
  const { t } = useMessages();
  return (
    <Dialog title={t('events.remindersOf', { title: event.title })} isOpen onClose={onClose}>
      <ReminderChoice event={event} />
    </Dialog>
  );
}
