import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState } from 'react';
import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import type { ClubQuestions } from '#contract/clubs/joining.endpoints.ts';
import { unfinishedQuestion } from '#contract/forms/form-rules.ts';
import { updateClubQuestions } from '#contract/clubs/calls.ts';
import { LeaveGuard } from '../../../kit/leave-guard.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { SaveBar } from '../../../kit/save-bar.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Note } from '../../../ui/note.tsx';
import { FormBuilder } from '../../forms/form-builder.tsx';
import { clubQuestions } from '../joining/membership.data.ts';

/** A club's questions for join requests. */
export function ManageQuestions({ club }: { club: ClubSettings }) {
  const { t } = useMessages();
  const questions = useQuery(clubQuestions(club.id));
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{t('clubs.questionsBody')}</p>
      {club.membership !== 'request' && (
        <Note icon={Info}>{t('clubs.questionsUnasked', { option: t('clubs.who_request') })}</Note>
      )}
      <QueryBoundary query={questions} skeleton={['h-48']} isEmpty={() => false}>
        {(data) => <Form key={data.version} id={club.id} stored={data} />}
      </QueryBoundary>
    </div>
  );
}

function Form({ id, stored }: { id: string; stored: ClubQuestions }) {
  const messages = useMessages();
  const { t } = messages;
  const { version } = stored;
  const [definition, setDefinition] = useState(stored.definition);
  const [invalidId, setInvalidId] = useState<string | null>(null);
  const isDirty = definition !== stored.definition;
  const save = useAction(() => call(updateClubQuestions, { id, version, definition }), {
    success: t('clubs.questionsSaved'),
    updates: clubQuestions(id).queryKey,
    isQuiet: true,
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const unfinished =
          definition.questions.length === 0 ? null : unfinishedQuestion(definition);
        setInvalidId(unfinished);
        if (unfinished === null) save.run();
      }}
    >
      <LeaveGuard isDirty={isDirty} />
      <FormBuilder
        definition={definition}
        isAnonymous={false}
        isAnswered={stored.isAnswered}
        isNarrow
        wrong={invalidId}
        onChange={setDefinition}
      />
      <SaveBar
        isDirty={isDirty}
        isPending={save.isPending}
        error={
          invalidId !== null
            ? t('error.form_incomplete')
            : save.error === null
              ? null
              : errorText(save.error, messages)
        }
        onDiscard={() => {
          setInvalidId(null);
          setDefinition(stored.definition);
        }}
      />
    </form>
  );
}
