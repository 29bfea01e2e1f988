import type { FormAnswers } from '#contract/forms/definition.ts';
import { filesOf, peopleOf } from '#contract/forms/form-rules.ts';
import { missingOf } from '#contract/club-registration/application-rules.ts';
import type { Context } from '../../kernel/context.ts';
import type { Db } from '../../kernel/database/database.ts';
import { problem } from '../../kernel/http/problem.ts';
import { idOf } from '../../kernel/sql.ts';
import { selectForm } from '../forms/forms.queries.ts';
import { answerText } from '../forms/results/results.views.ts';
import * as queries from './club-registration.queries.ts';
import type { ApplicationRow } from './club-registration.queries.ts';
import { isEditable, isOpenFor, submittableOf, type AskedForm } from './club-registration.rules.ts';
import { registrationForm, selectPositionRules, selectWindow } from './setup/setup.queries.ts';
import type { PersonSummaryRow } from '../people/summary/summary.queries.ts';

/* Reads parts of registrations and renewals for calls and approval steps. */

/** Returns the school's current questions. */
export const currentForm = async (db: Db): Promise<AskedForm> => {
  const form = await selectForm(db, registrationForm);
  return { revision: form?.revision ?? 0, definition: form?.definition ?? { questions: [] } };
};

/** Returns the questions of an application: the school's current ones while it is editable, and those at its submission later. */
export const formOf = (row: ApplicationRow, current: AskedForm): AskedForm =>
  isEditable(row.state) ? current : { revision: row.revision, definition: row.definition };

/** Throws if the application is incomplete or can't be submitted now. */
export const checkComplete = async ({ db, clock }: Context, row: ApplicationRow): Promise<void> => {
  const [positions, form, newest] = await Promise.all([
    selectPositionRules(db),
    currentForm(db),
    selectWindow(db),
  ]);
  if (!isOpenFor(row, newest, clock.now())) throw problem('club_renewal_not_open');
  if (form.revision !== row.revision) throw problem('form_revised');
  const missing = missingOf(submittableOf(row, positions, form));
  if (missing.length > 0)
    throw problem(
      'club_application_incomplete',
      {},
      missing.map(({ step, code, of }) => ({
        path: step,
        message: of === '' ? code : `${code} ${of}`,
      })),
    );
};

interface AnsweredQuestion {
  readonly id: string;
  readonly title: string;
  readonly answer: string;
}

/** Converts answers to text, with their questions. */
export const answersInWords = async (
  db: Db,
  { id, answers, definition }: Pick<ApplicationRow, 'id' | 'answers' | 'definition'>,
): Promise<AnsweredQuestion[]> => {
  const [people, files] = await Promise.all([
    queries.selectFaces(db, peopleOf(answers).map(idOf)),
    filesOf(answers).length === 0 ? [] : queries.selectFiles(db, id),
  ]);
  const names = {
    people: new Map(people.map((one) => [String(one.id), nameOf(one)])),
    files: new Map(files.map((one) => [String(one.id), one.name])),
  };
  return definition.questions
    .filter((question) => Object.hasOwn(answers, question.id))
    .map((question) => ({
      id: question.id,
      title: question.title,
      answer: String(answerText(question, answers[question.id], names)),
    }));
};

export const nameOf = ({
  first_name: first,
  last_name: last,
}: {
  first_name: string;
  last_name: string;
}) => `${first} ${last}`.trim();

export interface Change {
  readonly what: 'name' | 'description' | 'membership' | 'officer' | 'answer';
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the names of officers by position, in order. */
const byPosition = (
  officers: readonly { person: PersonSummaryRow; position: { id: number; name: string } }[],
): Map<number, { label: string; names: string[] }> => {
  const held = new Map<number, { label: string; names: string[] }>();
  for (const { person, position } of officers) {
    const { names } = held.get(position.id) ?? { names: [] };
    held.set(position.id, { label: position.name, names: [...names, nameOf(person)] });
  }
  return held;
};

/** Returns the changes of a renewal to the club and its last answers. */
export const changesOf = async (
  db: Db,
  row: ApplicationRow,
  answers: FormAnswers = row.answers,
): Promise<Change[]> => {
  if (row.kind === 'registration' || row.club === null || row.approved_at !== null) return [];
  const { club, own } = row;
  const [officers, last] = await Promise.all([
    queries.selectClubOfficers(db, club.id),
    queries.selectLastAnswers(db, club.id, row.id),
  ]);
  const [before, after] = [
    last === undefined ? [] : await answersInWords(db, last),
    await answersInWords(db, { ...row, answers }),
  ];
  const [held, next] = [byPosition(officers), byPosition(row.officers)];
  const positions = [...new Set([...held.keys(), ...next.keys()])];
  return [
    ...(['name', 'description', 'membership'] as const).map((what) => ({
      what,
      label: '',
      before: club[what],
      after: own[what] ?? club[what],
    })),
    ...positions.map((id) => ({
      what: 'officer' as const,
      label: next.get(id)?.label ?? held.get(id)?.label ?? '',
      before: held.get(id)?.names.join(', ') ?? '',
      after: next.get(id)?.names.join(', ') ?? '',
    })),
    ...after.map(({ id, title, answer }) => ({
      what: 'answer' as const,
      label: title,
      before: before.find((one) => one.id === id)?.answer ?? '',
      after: answer,
    })),
  ].filter((one) => one.before !== one.after && (one.what !== 'answer' || last !== undefined));
};
