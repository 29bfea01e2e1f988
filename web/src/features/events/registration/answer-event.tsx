import words from 'messages:en/events.answer_*';
import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import {
  answerCohost,
  answerInvitation,
  cancelRegistration,
  registerForEvent,
} from '#contract/events/calls.ts';
import { notificationPath } from '#contract/notifications/keys.ts';
import { AnswerButtons } from '../../../kit/answer-buttons.tsx';
import { CallError } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import type { NotificationAnswerProps } from '../../../lib/notification-parts.ts';

addEnglish(words);

/** Errors of registrations that need a choice or answers. Only the event's page asks for them. */
const needsPage: ReadonlySet<string> = new Set([
  'event_occurrence',
  'form_answers_invalid',
  'registration_ordered',
  'ticket_kind_code',
  'ticket_kind_needed',
  'ticket_kind_paid',
]);

/** Registers for an event, or declines the invitation or the spot on hold. */
export function AnswerEvent({ item, sentence, onAnswered }: NotificationAnswerProps) {
  const { t } = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { target } = item;
  if (target?.kind !== 'event' || !item.can.answer) return null;
  const { id } = target;
  const isOffer = item.kind === 'event_offered';
  return (
    <AnswerButtons
      about={sentence}
      accept={t(isOffer ? 'events.answer_claim' : 'events.answer_register')}
      decline={t('events.answer_decline')}
      answer={async (isAccepted) => {
        if (isAccepted) return (await call(registerForEvent, { id })).status;
        if (isOffer) await call(cancelRegistration, { id });
        else await call(answerInvitation, { id, isDeclined: true });
        return null;
      }}
      onFailure={(error) => {
        if (!(error instanceof CallError) || !needsPage.has(error.code)) return false;
        void navigate({ href: notificationPath(item) });
        return true;
      }}
      onAnswered={(status, isAccepted) => {
        onAnswered({
          text: t(
            !isAccepted
              ? 'events.answer_declined'
              : status === 'waiting'
                ? 'events.answer_waiting'
                : status === 'requested'
                  ? 'events.answer_requested'
                  : 'events.answer_going',
          ),
          isDeclined: !isAccepted,
        });
        void client.invalidateQueries({ refetchType: 'none' });
      }}
    />
  );
}

/** Accepts or declines a request to co-host another club's event. */
export function AnswerCohost({ item, sentence, onAnswered }: NotificationAnswerProps) {
  const { t } = useMessages();
  const client = useQueryClient();
  const { target, club } = item;
  if (target?.kind !== 'event' || club === null || !item.can.answer) return null;
  return (
    <AnswerButtons
      about={sentence}
      accept={t('events.answer_accept')}
      decline={t('events.answer_decline')}
      answer={(accepts) => call(answerCohost, { id: target.id, club: club.id, accepts })}
      onAnswered={(_, isAccepted) => {
        onAnswered({
          text: t(isAccepted ? 'events.answer_cohosting' : 'events.answer_declined'),
          isDeclined: !isAccepted,
        });
        void client.invalidateQueries({ refetchType: 'none' });
      }}
    />
  );
}
