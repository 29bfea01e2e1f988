import type { Question } from '#contract/forms/definition.ts';
import { filesOf, peopleOf } from '#contract/forms/form-rules.ts';
import type { Call } from '../../../kernel/handle.ts';
import { idOf } from '../../../kernel/sql.ts';
import { selectNames } from '../../forms/results/results.queries.ts';
import { answerText } from '../../forms/results/results.views.ts';
import { selectApprovedAnswers, selectFileNames } from './additional-info.queries.ts';

/** Types of questions in the wire contract. */
const typeOf: Readonly<Record<Question['kind'], string>> = {
  short: 'TEXT',
  long: 'TEXTAREA',
  one: 'SELECT',
  several: 'MULTISELECT',
  scale: 'SCALE',
  number: 'NUMBER',
  date: 'DATE',
  file: 'FILE',
  person: 'PERSON',
  statement: 'STATEMENT',
};

/**
 * Returns the answers of a club's approved registration that the school shows on its page, with names that the caller can see. Dates are
 * midnight UTC.
 */
export const additionalInfo = async (
  { db, me }: Pick<Call, 'db' | 'me'>,
  club: number,
): Promise<{ questionType: string; question: string; answer: string }[]> => {
  const row = await selectApprovedAnswers(db, club);
  if (row === undefined) return [];
  const { answers, definition, shown } = row;
  const questions = definition.questions.filter(
    ({ id }) => shown.includes(id) && Object.hasOwn(answers, id),
  );
  const [people, files] = await Promise.all([
    selectNames(db, me.userId, peopleOf(answers).map(idOf)),
    filesOf(answers).length === 0 ? [] : selectFileNames(db, row.id),
  ]);
  const names = { people, files: new Map(files.map(({ id, name }) => [String(id), name])) };
  return questions.map((question) => {
    const text = String(answerText(question, answers[question.id], names));
    return {
      questionType: typeOf[question.kind],
      question: question.title,
      answer: question.kind === 'date' ? `${text}T00:00:00Z` : text,
    };
  });
};
