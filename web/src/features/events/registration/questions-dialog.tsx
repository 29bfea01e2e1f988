import { useState } from 'react';
import type { EventPage } from '#contract/events/endpoints.ts';
import type { FormAnswers } from '#contract/forms/definition.ts';
import { readEvent, registerForEvent } from '#contract/events/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call, queryClient } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { AnswerNames } from '../../forms/answer-field.tsx';
import { FormAnswer } from '../../forms/form-answer.tsx';
import { refusedBy } from '../../forms/refused-answers.ts';
import { staleRegistration } from '../events.data.ts';
import { registeredText, useOpenOrder, type RegistrationRequest } from './register.ts';
import english from '../messages/en.json';

addEnglish(english);

interface QuestionsDialogProps {
  event: EventPage;
  wish: RegistrationRequest;
  onClose: () => void;
}

/** The hosts' registration questions. Submitting the answers registers the user. */
export function QuestionsDialog({ event, wish, onClose }: QuestionsDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const { id, title, questions } = event;
  const openOrder = useOpenOrder();
  const [answers, setAnswers] = useState<FormAnswers>({});
  const [names, setNames] = useState<AnswerNames>({ files: [], people: [] });
  const send = useAction(
    (what: FormAnswers) =>
      call(registerForEvent, {
        id,
        ...wish,
        answers: what,
        ...(questions !== null && { revision: questions.revision }),
      }),
    {
      isQuiet: true,
      invalidates: staleRegistration,
      success: (reply) => registeredText(messages, title, reply),
      onSuccess: (reply) => {
        onClose();
        openOrder(reply);
      },
    },
  );
  if (questions === null) return null;
  return (
    <Dialog title={t('events.registerFor', { title })} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{t('events.questionsLead')}</p>
        <FormAnswer
          definition={questions.definition}
          answers={answers}
          onChange={(next) => {
            if (send.error !== null) send.reset();
            setAnswers(next);
          }}
          names={names}
          onNames={setNames}
          refused={refusedBy(send.error)}
          failure={send.error === null ? null : errorText(send.error, messages)}
          submit={t('events.register')}
          isPending={send.isPending}
          onSubmit={(what) => {
            send.runAsync(what).catch((error: unknown) => {
              // The questions have changed. Load the new ones and keep the answers.
              if (error instanceof CallError && error.code === 'form_revised')
                void queryClient.invalidateQueries({ queryKey: [readEvent] });
            });
          }}
          foot={<Button onClick={onClose}>{t('events.back')}</Button>}
        />
      </div>
    </Dialog>
  );
}
