import { MailOpen } from 'lucide-react';
import type { EventPage } from '#contract/events/endpoints.ts';
import { answerInvitation } from '#contract/events/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { staleEvent } from '../events.data.ts';

/** Shows an invitation that can be declined, or a declined one that can be reopened. */
export function InvitationNote({ event }: { event: EventPage }) {
  const { t } = useMessages();
  const { id, invitation, mine, status, isEnded } = event;
  const reopen = useAction(() => call(answerInvitation, { id, isDeclined: false }), {
    invalidates: staleEvent,
    success: t('events.invitationReopened'),
  });
  const decline = useAction(() => call(answerInvitation, { id, isDeclined: true }), {
    invalidates: staleEvent,
    success: () => ({
      message: t('events.invitationDeclined'),
      action: { label: t('events.undo'), run: () => reopen.run() },
    }),
  });
  const isIn = mine !== null && mine.status !== 'canceled';
  if (invitation === null || isIn || status !== 'published' || isEnded) return null;
  const { isDeclined } = invitation;
  const answer = isDeclined ? reopen : decline;
  return (
    <Note
      {...(!isDeclined && { tone: 'brand' as const })}
      icon={MailOpen}
      title={t(isDeclined ? 'events.invitationDeclined' : 'events.invitedNote')}
      action={
        <Button isPending={answer.isPending} onClick={() => answer.run()}>
          {t(isDeclined ? 'events.undo' : 'events.answer_decline')}
        </Button>
      }
    >
      {t(isDeclined ? 'events.invitationDeclinedBody' : 'events.invitedNoteBody')}
    </Note>
  );
}
