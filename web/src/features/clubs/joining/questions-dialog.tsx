import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubQuestions } from '#contract/clubs/joining.endpoints.ts';
import type { FormAnswers } from '#contract/forms/definition.ts';
import { joinClub } from '#contract/clubs/calls.ts';
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
import { clubQuestions, type JoinableClub } from './membership.data.ts';
import english from '../messages/en.json';

addEnglish(english);

interface QuestionsDialogProps {
  club: JoinableClub;
  asked: ClubQuestions;
  answers: FormAnswers;
  onChange: (answers: FormAnswers) => void;
  onClose: () => void;
}

/** A club's questions for join requests. Submitting the answers sends the request. */
export function QuestionsDialog({ club, asked, answers, onChange, onClose }: QuestionsDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const { id, name } = club;
  const [names, setNames] = useState<AnswerNames>({ files: [], people: [] });
  const { data = asked } = useQuery({ ...clubQuestions(id), enabled: false });
  const send = useAction(
    (what: FormAnswers) => call(joinClub, { id, answers: what, revision: data.revision }),
    {
      isQuiet: true,
      invalidates: 'all',
      success: ({ status }) => t(status === 'member' ? 'clubs.joined' : 'clubs.asked', { name }),
      onSuccess: () => {
        onChange({});
        onClose();
      },
    },
  );
  return (
    <Dialog title={t('clubs.requestNamed', { name })} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{t('clubs.questionsLead')}</p>
        <FormAnswer
          definition={data.definition}
          answers={answers}
          onChange={(next) => {
            if (send.error !== null) send.reset();
            onChange(next);
          }}
          names={names}
          onNames={setNames}
          refused={refusedBy(send.error)}
          failure={send.error === null ? null : errorText(send.error, messages)}
          submit={t('clubs.sendRequest')}
          isPending={send.isPending}
          onSubmit={(what) => {
            send.runAsync(what).catch((error: unknown) => {
              // The questions have changed. Load the new ones and keep the answers.
              if (error instanceof CallError && error.code === 'form_revised')
                void queryClient.fetchQuery({ ...clubQuestions(id), staleTime: 0 });
            });
          }}
          foot={<Button onClick={onClose}>{t('clubs.cancel')}</Button>}
        />
      </div>
    </Dialog>
  );
}
