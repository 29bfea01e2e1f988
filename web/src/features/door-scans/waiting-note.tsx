import { Smartphone } from 'lucide-react';
import { useEffect } from 'react';
import { listAttendees } from '#contract/events/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import english from './messages/en.json';
import { readWaiting, sendWaiting, waitingScans } from './waiting-scans.ts';

addEnglish(english);

/** Shows that this device has unsent scans, of one event or any, with a button to send them. */
export function WaitingNote({ eventId }: { eventId?: string }) {
  const messages = useMessages();
  const { t } = messages;
  const scans = useStore(waitingScans);
  const send = useAction(sendWaiting, {
    isQuiet: true,
    invalidates: [listAttendees],
    success: (count) => t('doorScans.sent', { count }),
  });
  useEffect(() => {
    // Without storage, there are no scans on this device.
    void readWaiting().catch(() => undefined);
  }, []);
  const count = scans.filter((one) => eventId === undefined || one.eventId === eventId).length;
  if (count === 0) return null;
  return (
    <Note
      tone="warn"
      icon={Smartphone}
      title={t('doorScans.unsent', { count })}
      action={
        <Button size="sm" isPending={send.isPending} onClick={() => send.run()}>
          {t('doorScans.sendNow')}
        </Button>
      }
    >
      <p role={send.error === null ? undefined : 'alert'}>
        {send.error === null ? t('doorScans.unsentBody') : errorText(send.error, messages)}
      </p>
    </Note>
  );
}
