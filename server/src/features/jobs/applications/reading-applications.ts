import type { HandlerInput } from '#contract/endpoint.ts';
import type { Job, JobApplication, listJobApplications } from '#contract/jobs/endpoints.ts';
import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { Call } from '../../../kernel/handle.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { selectForm } from '../../forms/forms.queries.ts';
import { readAnswersOf, type AnswerReader } from '../../forms/results/read-results.ts';
import { faceView } from '../../people/people.views.ts';
import { uploadView } from '../../uploads/uploads.views.ts';
import { questionsOf, type JobRow } from '../jobs.queries.ts';
import { deletionTime } from '../jobs.rules.ts';
import * as queries from './applications.queries.ts';
import type { ApplicantRow, ApplicationRow } from './applications.queries.ts';

const fileViews = (call: AnswerReader, { id, files }: ApplicationRow): UploadedFile[] =>
  files.map((file) =>
    uploadView(call, { kind: queries.applicationUploads.kind, holder: id }, file),
  );

/** Returns the caller's application, or null. */
export const readOwnApplication = async (call: Call, job: number): Promise<Job['application']> => {
  const { userId: me } = call.me;
  const row = await queries.selectApplicationOf(call.db, job, me);
  if (row === undefined) return null;
  const form = await selectForm(call.db, questionsOf(job));
  const stored =
    form === undefined ? undefined : await queries.selectStoredAnswers(call.db, form.form_id, me);
  const shown = form === undefined ? undefined : await readAnswersOf(call, form, [me]);
  return {
    state: row.state,
    note: row.note,
    answers: stored?.answers ?? {},
    files: fileViews(call, row),
    answerFiles: shown?.get(me)?.files ?? [],
    sentAt: row.sent_at.toISOString(),
    message: row.message,
    canChange: row.state === 'sent',
  };
};

/** Returns a page of a job's applications. `viewOf`: makes the views of its rows. */
export const readApplicants = async <View>(
  db: Db,
  job: JobRow,
  {
    state,
    cursor,
    size,
  }: Pick<HandlerInput<typeof listJobApplications>, 'state' | 'cursor' | 'size'>,
  viewOf: (rows: readonly ApplicantRow[]) => Promise<(row: ApplicantRow) => View>,
) => {
  const after = readCursor<queries.ApplicationCursor>(cursor, ['time', 'number']);
  const rows = await queries.selectApplicants(db, job.id, { state, after, size: size + 1 });
  return {
    ...pageOfRows(rows, size, {
      view: await viewOf(rows),
      keyOf: (row) => [row.sent_at, row.id],
    }),
    deletedAt: deletionTime(job).toISOString(),
  };
};

/** Returns applications as those who manage the job see them. */
export const applicationViews = async (
  call: AnswerReader,
  job: number,
  rows: readonly ApplicantRow[],
): Promise<(row: ApplicantRow) => JobApplication> => {
  const form = rows.length === 0 ? undefined : await selectForm(call.db, questionsOf(job));
  const answers =
    form === undefined
      ? undefined
      : await readAnswersOf(
          call,
          form,
          rows.map(({ user_id: person }) => person),
        );
  return (row) => {
    const own = answers?.get(row.user_id);
    return {
      id: String(row.id),
      person: faceView(row.person),
      email: row.email,
      state: row.state,
      sentAt: row.sent_at.toISOString(),
      note: row.note,
      questions: own?.questions ?? [],
      answerFiles: own?.files ?? [],
      files: fileViews(call, row),
      message: row.message,
      decidedAt: row.decided_at?.toISOString() ?? null,
    };
  };
};
