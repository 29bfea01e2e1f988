import { useAct } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { inboxChoiceQuery } from './newsletters.data.ts';

interface Choice {
  readonly club: { readonly id: string; readonly name: string };
  readonly byMail: boolean;
}

/** Whether e-mails of a club come by mail, too. */
export function useClubChoice() {
  const { t } = useMessages();
  return useAct(
    ({ club, byMail }: Choice) => call('PUT /api/v1/inbox/choice', { byMail, club: club.id }),
    {
      answers: inboxChoiceQuery().queryKey,
      said: (_, { club, byMail }) =>
        t(byMail ? 'inbox.clubOn' : 'inbox.clubStopped', { club: club.name }),
      undo: ({ club, byMail }) => ({ club, byMail: !byMail }),
    },
  );
}
