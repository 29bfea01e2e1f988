import type { ClubQuestions } from '#contract/clubs/joining.endpoints.ts';
import { clubLimits } from '#contract/clubs/limits.ts';
import type { FormAnswers } from '#contract/forms/definition.ts';
import type { AnsweredForm } from '#contract/forms/results.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { storeAnswers } from '../../forms/form-store.ts';
import { deleteAnswers, selectForm, type FormOwner } from '../../forms/forms.queries.ts';
import { readAnswersOf } from '../../forms/results/read-results.ts';
import { selectAnswersBefore } from './membership.queries.ts';

/* A club's questions for join requests: a form that is always open, and empty without questions. */

export const questionsOf = (club: number): FormOwner => ({ kind: 'club_membership', id: club });

export const readQuestions = async (db: Db, club: number): Promise<ClubQuestions> => {
  const form = await selectForm(db, questionsOf(club));
  return {
    version: form?.version ?? 0,
    revision: form?.revision ?? 0,
    definition: form?.definition ?? { questions: [] },
    isAnswered: (form?.answers ?? 0) > 0,
  };
};

/** Stores the caller's answers with their request. They are deleted with the request, so nothing else stores them. */
export const storeRequestAnswers = async (
  call: Call,
  club: number,
  sent: { answers?: FormAnswers | undefined; revision?: number | undefined },
): Promise<void> => {
  const owner = questionsOf(club);
  const form = await selectForm(call.db, owner);
  const revision = form?.revision ?? 0;
  if (sent.revision !== undefined && sent.revision !== revision) throw problem('form_revised');
  if (form === undefined || form.definition.questions.length === 0) return;
  await storeAnswers(call, owner, { revision, answers: sent.answers ?? {} });
};

/** Returns people's answers with their requests. */
export const readRequestAnswers = async (
  call: Call,
  club: number,
  people: readonly number[],
): Promise<ReadonlyMap<number, Pick<AnsweredForm, 'questions' | 'files'>>> => {
  const form = people.length === 0 ? undefined : await selectForm(call.db, questionsOf(club));
  return form === undefined || form.answers === 0 ? new Map() : readAnswersOf(call, form, people);
};

/** Deletes answers of people who were accepted long ago. */
export const deleteOldAnswers: MaintenanceTask = async (db, now) => {
  const before = new Date(now.getTime() - clubLimits.answerDays * 86_400_000);
  const ids = await selectAnswersBefore(db, before);
  await deleteAnswers(db, ids);
  return ids.length;
};
