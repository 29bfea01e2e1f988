import type { FormAnswers } from '#contract/forms/definition.ts';
import { filesOf, peopleOf } from '#contract/forms/form-rules.ts';
import { formLimits } from '#contract/forms/limits.ts';
import type { AnsweredForm, QuestionResult } from '#contract/forms/results.ts';
import type { Call } from '../../../kernel/handle.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { idOf } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import { uploadView } from '../../uploads/uploads.views.ts';
import { formUploads, selectDefinitions, type FormRow } from '../forms.queries.ts';
import { canShow } from '../forms.rules.ts';
import { csvText } from './csv-text.ts';
import * as queries from './results.queries.ts';
import { answerText, askedQuestions, exportColumns, rowsOf, valuesOf } from './results.views.ts';

/* Results that other features show of their forms. They check the permissions. */

/** A person who reads answers, or `nobody` for an employer. */
export type AnswerReader = Pick<Call, 'db' | 'tokens' | 'clock' | 'school'> & {
  readonly me: Pick<Call['me'], 'userId'>;
};

const fileViews = async (reader: AnswerReader, form: FormRow, ids: readonly string[]) =>
  (await queries.selectFormFiles(reader.db, form.form_id, ids.map(idOf))).map((row) =>
    uploadView(reader, { kind: formUploads.kind, holder: form.form_id }, row),
  );

/** Returns the counted answers to each question. Returns none if too few answers of an anonymous form would be shown. */
export const readResults = async (
  reader: AnswerReader,
  form: FormRow,
  filter: queries.ResultFilter | null,
): Promise<{ answers: number; shown: number | null; questions: QuestionResult[] }> => {
  const { db } = reader;
  const [{ all, shown }, definitions, answered, counted, unfiltered] = await Promise.all([
    queries.countEntries(db, form.form_id, filter),
    selectDefinitions(db, form.form_id),
    queries.selectAnswered(db, form.form_id, filter),
    queries.selectCounted(db, form.form_id, filter),
    form.is_anonymous && filter !== null ? queries.selectAnswered(db, form.form_id, null) : null,
  ]);
  if (!canShow(form.is_anonymous, shown, all)) return { answers: all, shown: null, questions: [] };
  const idsOf = (part: queries.CountedRow['part']) =>
    counted.filter((row) => row.part === part).map(({ value }) => value);
  const [names, files] = await Promise.all([
    queries.selectNames(db, reader.me.userId, idsOf('person').map(idOf)),
    fileViews(reader, form, idsOf('file')),
  ]);
  const questions = askedQuestions(definitions.map(({ definition }) => definition)).map(
    ({ question, isCurrent }): QuestionResult => {
      const { n = 0, average = null } = answered.find((row) => row.question === question.id) ?? {};
      const rows = rowsOf(question, counted);
      // Also compared with the unfiltered count, because the difference could be fewer than five answers to the filtered question.
      const every = unfiltered?.find((row) => row.question === question.id)?.n ?? n;
      const isHidden = (n > 0 || every > 0) && !canShow(form.is_anonymous, n, every);
      const own = new Set(rows.filter(({ part }) => part === 'file').map(({ value }) => value));
      return {
        id: question.id,
        kind: question.kind,
        title: question.title,
        isCurrent,
        answers: isHidden ? 0 : n,
        isHidden,
        average: isHidden || rows.length === 0 ? null : average,
        ...(isHidden ? { values: [], texts: [], more: 0 } : valuesOf(question, rows, names)),
        files: files.filter(({ id }) => own.has(id)),
      };
    },
  );
  return { answers: all, shown, questions };
};

/** Returns the people and files in some answers, by their ids. */
const namesIn = async (
  { db, me }: Pick<AnswerReader, 'db' | 'me'>,
  form: FormRow,
  answers: readonly FormAnswers[],
) => {
  const [people, files] = await Promise.all([
    queries.selectNames(db, me.userId, [...new Set(answers.flatMap(peopleOf))].map(idOf)),
    queries.selectFormFiles(db, form.form_id, [...new Set(answers.flatMap(filesOf))].map(idOf)),
  ]);
  return { people, files: new Map(files.map(({ id, name }) => [String(id), name])) };
};

/** Makes views of answers, each with the questions at the time of the answer. */
const answersView = async (
  call: AnswerReader,
  form: FormRow,
  rows: readonly Pick<queries.AnswerRow, 'revision' | 'answers'>[],
) => {
  const all = rows.map(({ answers }) => answers);
  const [definitions, names, files] = await Promise.all([
    selectDefinitions(call.db, form.form_id),
    namesIn(call, form, all),
    fileViews(call, form, all.flatMap(filesOf)),
  ]);
  const questionsAt = new Map(
    definitions.map(({ revision, definition }) => [revision, definition.questions]),
  );
  return ({ revision, answers }: Pick<queries.AnswerRow, 'revision' | 'answers'>) => {
    const own = new Set(filesOf(answers));
    return {
      questions: (questionsAt.get(revision) ?? [])
        .filter((question) => Object.hasOwn(answers, question.id))
        .map((question) => ({
          id: question.id,
          title: question.title,
          kind: question.kind,
          answer: String(answerText(question, answers[question.id], names)),
        })),
      files: files.filter((file) => own.has(file.id)),
    };
  };
};

/** Returns single answers, newest first, with the questions at the time of the answer. An anonymous form has none. */
export const readAnswers = async (
  call: AnswerReader,
  form: FormRow,
  { cursor, size }: { cursor?: string | undefined; size: number },
): Promise<{ items: AnsweredForm[]; nextCursor: string | null }> => {
  const after = readCursor<queries.AnswerCursor>(cursor, ['time', 'number']);
  const rows = await queries.selectAnswers(call.db, form.form_id, after, size + 1);
  const viewOf = await answersView(call, form, rows);
  return pageOfRows(rows, size, {
    keyOf: (row) => [row.responded_at, row.id],
    view: (row) => ({
      id: String(row.id),
      person: row.person && faceView(row.person),
      answeredAt: row.responded_at.toISOString(),
      ...viewOf(row),
    }),
  });
};

/** Returns some people's answers, by person. */
export const readAnswersOf = async (
  call: AnswerReader,
  form: FormRow,
  people: readonly number[],
): Promise<ReadonlyMap<number, Pick<AnsweredForm, 'questions' | 'files'>>> => {
  const rows = await queries.selectAnswersOf(call.db, form.form_id, people);
  const viewOf = await answersView(call, form, rows);
  return new Map(rows.map((row) => [row.user_id, viewOf(row)]));
};

/** Returns all answers as CSV. For an anonymous form it has no people and times, and it is empty below the minimum number of answers. */
export const exportAnswers = async (
  call: Pick<Call, 'db' | 'me'>,
  form: FormRow,
  heads: { person: string; time: string },
): Promise<string> => {
  const definitions = await selectDefinitions(call.db, form.form_id);
  const asked = askedQuestions(definitions.map(({ definition }) => definition));
  const columns = exportColumns(asked);
  if (form.is_anonymous) {
    const pool = await queries.selectPool(call.db, form.form_id);
    const shown = canShow(true, pool.length, pool.length) ? pool : [];
    const names = await namesIn(call, form, shown);
    return csvText([columns.titles, ...shown.map((answers) => columns.cells(answers, names))]);
  }
  const rows = await queries.selectAnswers(call.db, form.form_id, null, formLimits.answers);
  const names = await namesIn(
    call,
    form,
    rows.map(({ answers }) => answers),
  );
  return csvText([
    [heads.person, heads.time, ...columns.titles],
    ...rows.map(({ answers, responded_at, person }) => [
      person === null ? '' : `${person.first_name} ${person.last_name}`,
      responded_at.toISOString(),
      ...columns.cells(answers, names),
    ]),
  ]);
};
