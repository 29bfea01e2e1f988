import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { FormAnswers } from '#contract/forms/definition.ts';
import type { Job } from '#contract/jobs/endpoints.ts';
import { applyForJob, getJob, listJobs } from '#contract/jobs/calls.ts';
import { jobLimits } from '#contract/jobs/limits.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call, queryClient } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { isolate } from '../../../lib/apart.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import type { AnswerNames } from '../../forms/answer-field.tsx';
import { FileAnswer, type AnswerFile } from '../../forms/file-answer.tsx';
import { FormAnswer } from '../../forms/form-answer.tsx';
import { refusedBy } from '../../forms/refused-answers.ts';
import { jobQuery } from '../jobs.data.ts';
import english from '../messages/en.json';
import { AttachRecord } from './attach-record.tsx';
import { Sees } from './sees.tsx';

addEnglish(english);

const noQuestions = { revision: 0, definition: { questions: [] } };

/** Applies for a job, or changes the application. */
export function ApplyDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const { id, title, asksFiles, application } = job;
  const questions = job.questions ?? noQuestions;
  const [note, setNote] = useState(application?.note ?? '');
  const [ids, setIds] = useState<readonly string[]>(
    () => application?.files.map((file) => file.id) ?? [],
  );
  const [files, setFiles] = useState<readonly AnswerFile[]>(application?.files ?? []);
  const [isSendingFile, setSendingFile] = useState(false);
  const [isSendingRecord, setSendingRecord] = useState(false);
  const [answers, setAnswers] = useState<FormAnswers>(application?.answers ?? {});
  const [names, setNames] = useState<AnswerNames>({
    files: application?.answerFiles ?? [],
    people: [],
  });
  const send = useAction(
    (sent: FormAnswers) =>
      call(applyForJob, {
        id,
        note: note.trim(),
        ...(job.questions !== null && { answers: sent, revision: questions.revision }),
        ...(asksFiles && { files: [...ids] }),
      }),
    {
      isQuiet: true,
      success: t(application === null ? 'jobs.sent' : 'jobs.changed'),
      invalidates: [getJob, listJobs],
      onSuccess: onClose,
    },
  );
  const { error } = send;
  return (
    <Dialog title={t('jobs.applyFor', { title: isolate(title) })} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <TextArea
          label={t('jobs.note')}
          description={t('jobs.noteHelp')}
          value={note}
          rows={4}
          maxLength={jobLimits.note}
          onChange={setNote}
        />
        {asksFiles && (
          <FileAnswer
            id="job-files"
            label={t('jobs.files')}
            help={t('jobs.filesHelp')}
            error={undefined}
            maxFiles={jobLimits.files}
            ids={ids}
            files={files}
            onSending={setSendingFile}
            onChange={(nextIds, nextFiles) => {
              setIds(nextIds);
              setFiles(nextFiles);
            }}
          />
        )}
        {asksFiles && ids.length < jobLimits.files && (
          <AttachRecord
            onSending={setSendingRecord}
            onAttached={(file) => {
              setIds((now) => [...now, file.id]);
              setFiles((now) => [...now, file]);
            }}
          />
        )}
        <Note icon={EyeOff}>
          <Sees job={job} />
        </Note>
        <FormAnswer
          definition={questions.definition}
          answers={answers}
          onChange={(next) => {
            if (error !== null) send.reset();
            setAnswers(next);
          }}
          names={names}
          onNames={setNames}
          refused={refusedBy(error)}
          failure={error === null ? null : errorText(error, messages)}
          submit={t(application === null ? 'jobs.send' : 'jobs.saveChanges')}
          isPending={send.isPending || isSendingFile || isSendingRecord}
          onSubmit={(sent) => {
            send.runAsync(sent).catch((failed: unknown) => {
              // The questions have changed. Load the new ones and keep the answers.
              if (failed instanceof CallError && failed.code === 'form_revised')
                void queryClient.fetchQuery({ ...jobQuery(id), staleTime: 0 });
            });
          }}
          foot={<Button onClick={onClose}>{t('jobs.cancel')}</Button>}
        />
      </div>
    </Dialog>
  );
}
