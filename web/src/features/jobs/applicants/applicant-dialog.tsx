import { Link } from '@tanstack/react-router';
import type { Call } from '#contract/call.ts';
import { applicationStates, jobLimits } from '#contract/jobs/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { isolate } from '../../../lib/apart.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { FileRow } from '../../../ui/file-row.tsx';
import { AnswersList } from '../../forms/answers-list.tsx';
import { profileLink } from '../../people/person.ts';
import type { Decision, ShownApplication } from './shown-application.ts';

const { RadioGroup, TextArea } = fieldsOf<Decision>();

interface ApplicantDialogProps {
  application: ShownApplication;
  decide: (decision: Decision) => Promise<unknown>;
  stale: Call;
  onClose: () => void;
}

/** An application with its files and answers, and the decision on it. */
export function ApplicantDialog({ application, decide, stale, onClose }: ApplicantDialogProps) {
  const { t } = useMessages();
  const { name, photoUrl = null, uid, email, note, files, questions, answerFiles } = application;
  const { state, message } = application;
  return (
    <FormDialog<Decision>
      title={t('jobs.applicationOf', { name: isolate(name) })}
      submitLabel={t('jobs.saveDecision')}
      defaultValues={{ state, message }}
      save={(draft) => decide({ state: draft.state, message: draft.message.trim() })}
      invalidates={[stale]}
      success={t('jobs.decided', { name: isolate(name) })}
      onClose={onClose}
    >
      <div className="flex items-center gap-3">
        <Avatar name={name} photoUrl={photoUrl} />
        <div className="grid min-w-0">
          {uid === undefined ? (
            <bdi className="font-medium wrap-anywhere">{name}</bdi>
          ) : (
            <Link
              {...profileLink(uid)}
              className="rounded-sm font-medium text-brand-text hover:underline"
            >
              <bdi className="wrap-anywhere">{name}</bdi>
            </Link>
          )}
          {email !== null && (
            <a
              href={`mailto:${email}`}
              dir="ltr"
              className="page-start text-link text-sm wrap-anywhere"
            >
              {email}
            </a>
          )}
        </div>
      </div>
      {note !== '' && (
        <p dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
          {note}
        </p>
      )}
      {files.map((file) => (
        <FileRow key={file.id} file={file} className="p-1" />
      ))}
      {questions.length > 0 && <AnswersList questions={questions} files={answerFiles} />}
      <div className="grid gap-5 border-t border-line pt-5">
        <RadioGroup
          name="state"
          label={t('jobs.decision')}
          options={applicationStates.map((value) => ({
            value,
            label: value === 'sent' ? t('jobs.undecided') : t(`jobs.application_${value}`),
          }))}
        />
        <TextArea
          name="message"
          label={t('jobs.message')}
          description={t('jobs.messageHelp')}
          rows={3}
          maxLength={jobLimits.message}
        />
      </div>
    </FormDialog>
  );
}
