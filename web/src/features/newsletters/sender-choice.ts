import { setInboxChoice } from '#contract/newsletters/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { inboxChoiceQuery } from './newsletters.data.ts';

/** A club that sends emails, or an event that emails are about. */
export interface MailSender {
  readonly kind: 'club' | 'event';
  readonly id: string;
  readonly name: string;
}

interface Choice {
  readonly sender: MailSender;
  readonly byMail: boolean;
}

/** Changes whether the user gets emails from a club or about an event. */
export function useSenderChoice() {
  const { t } = useMessages();
  return useAction(
    ({ sender: { kind, id }, byMail }: Choice) => call(setInboxChoice, { byMail, [kind]: id }),
    {
      updates: inboxChoiceQuery().queryKey,
      success: (_, { sender: { kind, name }, byMail }) =>
        kind === 'club'
          ? t(byMail ? 'inbox.clubOn' : 'inbox.clubStopped', { club: name })
          : t(byMail ? 'inbox.eventOn' : 'inbox.eventStopped', { event: name }),
      undo: ({ sender, byMail }) => ({ sender, byMail: !byMail }),
    },
  );
}
