import words from 'messages:en/clubs.answer_*';
import { useQueryClient } from '@tanstack/react-query';
import { decideClubRequests, joinClub, leaveClub } from '#contract/clubs/calls.ts';
import { AnswerButtons } from '../../../kit/answer-buttons.tsx';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import type { NotificationAnswerProps } from '../../../lib/notification-parts.ts';

addEnglish(words);

/** Accepts or declines an invitation to a club. */
export function AnswerInvitation({ item, sentence, onAnswered }: NotificationAnswerProps) {
  const { t } = useMessages();
  const client = useQueryClient();
  const { club } = item;
  if (club === null || !item.can.answer) return null;
  const { id } = club;
  return (
    <AnswerButtons
      about={sentence}
      accept={t('clubs.answer_accept')}
      decline={t('clubs.answer_decline')}
      answer={(isAccepted): Promise<unknown> => call(isAccepted ? joinClub : leaveClub, { id })}
      onAnswered={(_, isAccepted) => {
        onAnswered({
          text: t(isAccepted ? 'clubs.answer_joined' : 'clubs.answer_declined'),
          isDeclined: !isAccepted,
        });
        // Posts, files, events and menus depend on membership.
        void client.invalidateQueries({ refetchType: 'none' });
      }}
    />
  );
}

/** Accepts or declines someone's request to join. */
export function AnswerJoinRequest({ item, sentence, onAnswered }: NotificationAnswerProps) {
  const { t } = useMessages();
  const client = useQueryClient();
  const { club, people, peopleCount } = item;
  const [person] = people;
  if (club === null || person === undefined || peopleCount > 1 || !item.can.answer) return null;
  return (
    <AnswerButtons
      about={sentence}
      accept={t('clubs.answer_accept')}
      decline={t('clubs.answer_decline')}
      answer={(isAccepted) =>
        call(decideClubRequests, { id: club.id, [isAccepted ? 'accept' : 'decline']: [person.uid] })
      }
      onAnswered={(_, isAccepted) => {
        onAnswered({
          text: t(isAccepted ? 'clubs.answer_accepted' : 'clubs.answer_refused'),
          isDeclined: !isAccepted,
        });
        void client.invalidateQueries({ refetchType: 'none' });
      }}
    />
  );
}
