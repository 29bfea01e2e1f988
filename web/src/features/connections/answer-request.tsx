import words from 'messages:en/connect.*';
import { useQueryClient } from '@tanstack/react-query';
import { AnswerButtons } from '../../kit/answer-buttons.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import type { NotificationAnswerProps } from '../../lib/notification-parts.ts';
import { useSchool } from '../../lib/school.ts';
import { paths } from '../../paths.ts';
import { act, applyStatus, refreshAfter } from './connections.data.ts';

addEnglish(words);

/** Accepts or ignores a connection request. */
export function AnswerRequest({ item, sentence, onAnswered }: NotificationAnswerProps) {
  const { t } = useMessages();
  const client = useQueryClient();
  const { messageStandalone } = useSchool().config;
  const [person] = item.people;
  if (person === undefined || item.peopleCount > 1 || !item.can.answer) return null;
  const { uid } = person;
  return (
    <AnswerButtons
      about={sentence}
      accept={t('connect.accept')}
      decline={t('connect.ignore')}
      answer={(isAccepted) => act(uid, isAccepted ? 'accept' : 'reject')}
      onAnswered={(status, isAccepted) => {
        applyStatus(client, uid, status);
        refreshAfter(client, uid);
        onAnswered({
          text: t(isAccepted ? 'connect.nowConnected' : 'connect.ignored'),
          isDeclined: !isAccepted,
          ...(isAccepted &&
            messageStandalone && {
              link: {
                text: t('connect.message'),
                href: `${paths.chat}?uid=${encodeURIComponent(uid)}`,
              },
            }),
        });
      }}
    />
  );
}
