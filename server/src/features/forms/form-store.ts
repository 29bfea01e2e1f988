import { isDeepStrictEqual } from 'node:util';
import type { FormAnswers, FormDefinition } from '#contract/forms/definition.ts';
import {
  checkAnswers,
  definitionProblem,
  filesOf,
  peopleOf,
  unfinishedQuestion,
  withoutBlankOptions,
  type AnswerProblem,
} from '#contract/forms/form-rules.ts';
import type { Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { orNotFound, definedOnly, idOf } from '../../kernel/sql.ts';
import { viewContextOf } from '../people/people.views.ts';
import { visibilityOf } from '../people/privacy/privacy.queries.ts';
import { lockUploads } from '../uploads/uploads.queries.ts';
import * as queries from './forms.queries.ts';
import type { FormOwner, FormRow } from './forms.queries.ts';
import { closedCode } from './forms.rules.ts';

/* Operations on forms for other features, inside their own transactions. They check the permissions: a form only knows its owner. */

/** The properties of a form that can change. */
export interface FormChange {
  readonly definition?: FormDefinition | undefined;
  readonly isAnonymous?: boolean | undefined;
  readonly opensAt?: string | null | undefined;
  readonly closesAt?: string | null | undefined;
  readonly answerLimit?: number | null | undefined;
}

/** Throws if a definition can't be stored, or if a published definition is incomplete. */
const checkDefinition = (
  definition: FormDefinition,
  { isAnonymous, isDraft }: { isAnonymous: boolean; isDraft: boolean },
): void => {
  const wrong = definitionProblem(definition, isAnonymous);
  if (wrong !== null)
    throw problem(wrong.code, {}, [{ path: wrong.question, message: wrong.code }]);
  const unfinished = isDraft ? null : unfinishedQuestion(definition);
  if (unfinished !== null)
    throw problem('form_incomplete', {}, [{ path: unfinished, message: 'form_incomplete' }]);
};

/** Throws if a published question gets another kind, because answers of two kinds under one id can't be counted together. */
const checkKinds = async (
  db: Call['db'],
  form: number,
  { questions }: FormDefinition,
): Promise<void> => {
  const stored = await queries.selectDefinitions(db, form);
  const kinds = new Map(
    stored.flatMap(({ definition }) => definition.questions.map(({ id, kind }) => [id, kind])),
  );
  const other = questions.find(({ id, kind }) => (kinds.get(id) ?? kind) !== kind);
  if (other !== undefined)
    throw problem('form_kind_changed', {}, [{ path: other.id, message: 'form_kind_changed' }]);
};

const timeOf = (text: string | null | undefined): Date | null | undefined =>
  typeof text === 'string' ? new Date(text) : text;

/** Locks a form. Throws if its version isn't `version`. */
export const lockFormAt = async (
  call: Pick<Call, 'db'>,
  owner: FormOwner,
  version: number,
): Promise<FormRow> => {
  const form = orNotFound(await queries.lockForm(call.db, owner));
  if (form.version !== version) throw problem('form_changed');
  return form;
};

/** Changes a locked form. Changed questions that people have seen become a new revision. Answers keep the revision that they answered. */
export const saveForm = async (
  { db, schoolId }: Pick<Call, 'db' | 'schoolId'>,
  form: FormRow,
  change: FormChange,
): Promise<void> => {
  const isDraft = form.state === 'draft';
  const { isAnonymous = form.is_anonymous } = change;
  const written = change.definition ?? form.definition;
  // A draft can have blank options that the author will fill in later.
  const definition = isDraft ? written : withoutBlankOptions(written);
  const opens = timeOf(change.opensAt);
  const closes = timeOf(change.closesAt);
  const [from, to] = [
    opens === undefined ? form.opens_at : opens,
    closes === undefined ? form.closes_at : closes,
  ];
  if (from !== null && to !== null && from >= to) throw problem('form_times');
  if (isAnonymous !== form.is_anonymous && (!isDraft || form.answers > 0))
    throw problem('form_anonymous_fixed');
  checkDefinition(definition, { isAnonymous, isDraft });
  const isOther = !isDeepStrictEqual(definition, form.definition);
  // A new question would distinguish later answers from earlier ones.
  if (isOther && form.is_anonymous && form.answers > 0) throw problem('form_anonymous_answered');
  if (isOther && form.answers > 0) await checkKinds(db, form.form_id, definition);
  const revision = isOther && !isDraft ? form.revision + 1 : form.revision;
  if (isOther)
    await queries.upsertDefinition(db, schoolId, { form: form.form_id, revision }, definition);
  await queries.updateForm(
    db,
    form.form_id,
    definedOnly({
      is_anonymous: isAnonymous,
      opens_at: opens,
      closes_at: closes,
      answer_limit: change.answerLimit,
      revision,
    }),
  );
  if (revision !== form.revision) await queries.deleteUnansweredDefinitions(db, form.form_id);
};

/**
 * Replaces the questions of an owner whose form is always open and can be empty. The first questions create the form, then `version` is 0.
 * Call it while the owner is locked.
 */
export const saveQuestions = async (
  call: Pick<Call, 'db' | 'schoolId'>,
  owner: FormOwner,
  { version, definition }: { version: number; definition: FormDefinition },
): Promise<void> => {
  const { db, schoolId } = call;
  if (version === 0) {
    if ((await queries.selectForm(db, owner)) !== undefined) throw problem('form_changed');
    await queries.insertForm(db, schoolId, owner, { questions: [] });
    const made = orNotFound(await queries.lockForm(db, owner));
    await queries.updateForm(db, made.form_id, { state: 'open' });
  }
  const form =
    version === 0
      ? orNotFound(await queries.lockForm(db, owner))
      : await lockFormAt(call, owner, version);
  if (definition.questions.length > 0) return saveForm(call, form, { definition });
  const revision = form.revision + 1;
  await queries.upsertDefinition(db, schoolId, { form: form.form_id, revision }, definition);
  await queries.updateForm(db, form.form_id, { revision });
};

/** Opens a form that is held: a draft, or again after it was closed. One that would be closed at once is refused. */
export const openForm = async (
  { db, now, schoolId }: Pick<Call, 'db' | 'now' | 'schoolId'>,
  form: FormRow,
): Promise<void> => {
  if (form.closes_at !== null && form.closes_at <= now) throw problem('form_times');
  const definition = withoutBlankOptions(form.definition);
  checkDefinition(definition, { isAnonymous: form.is_anonymous, isDraft: false });
  if (definition !== form.definition)
    await queries.upsertDefinition(
      db,
      schoolId,
      { form: form.form_id, revision: form.revision },
      definition,
    );
  await queries.updateForm(db, form.form_id, { state: 'open' });
};

/** Closes a locked form. */
export const closeForm = async ({ db }: Pick<Call, 'db'>, form: FormRow): Promise<void> => {
  if (form.state === 'open') await queries.updateForm(db, form.form_id, { state: 'closed' });
};

/** Returns problems that only the database knows: files that are neither the caller's nor in `kept`, and unknown people. */
export const namedProblems = async (
  call: Call,
  answers: FormAnswers,
  kept: readonly number[] = [],
): Promise<readonly AnswerProblem[]> => {
  const files = filesOf(answers);
  const people = peopleOf(answers);
  const { viewer, connect, rules } = viewContextOf(call);
  const [own, there] = [
    new Set([...kept, ...(await lockUploads(call.db, files.map(idOf), call.me.userId))]),
    new Set(
      await queries.selectNameable(call.db, visibilityOf(viewer, connect, rules), people.map(idOf)),
    ),
  ];
  return Object.entries(answers).flatMap(([question, value]): AnswerProblem[] => {
    if (typeof value !== 'object') return [];
    if ('files' in value && !value.files.every((id) => own.has(idOf(id))))
      return [{ question, code: 'unknown_file' }];
    if ('person' in value && !there.has(idOf(value.person)))
      return [{ question, code: 'unknown_person' }];
    return [];
  });
};

/** Locks the owner's form. Throws if the caller can't answer it now. */
const lockOpenForm = async (call: Call, owner: FormOwner): Promise<FormRow> => {
  const form = orNotFound(await queries.lockForm(call.db, owner));
  const code = closedCode(form, call.now);
  if (code !== null) throw problem(code);
  return form;
};

/**
 * Stores the caller's answers, once. Problems name the ids of the questions. For an anonymous form it stores that the caller has answered,
 * and separately the answers. `isReleased`: the results now include the answers, with those that were held back before.
 */
export const storeAnswers = async (
  call: Call,
  owner: FormOwner,
  input: {
    readonly revision: number;
    readonly answers: FormAnswers;
    readonly clientId?: string | undefined;
  },
): Promise<{ form: FormRow; isReleased: boolean }> => {
  const { db, schoolId, me, now } = call;
  const form = await lockOpenForm(call, owner);
  if (form.revision !== input.revision) throw problem('form_revised');
  const { answers, problems } = checkAnswers(form.definition, input.answers);
  const wrong = [...problems, ...(await namedProblems(call, answers))];
  if (wrong.length > 0)
    throw problem(
      'form_answers_invalid',
      {},
      wrong.map(({ question, code }) => ({ path: question, message: code })),
    );
  const stored = {
    school: schoolId,
    form: form.form_id,
    revision: form.revision,
    person: me.userId,
    answers,
    clientId: input.clientId,
  };
  const isFirst = form.is_anonymous
    ? await queries.insertParticipation(db, stored)
    : await queries.insertAnswers(db, stored, now);
  if (!isFirst) throw problem('form_answered');
  const isReleased = !form.is_anonymous || (await queries.addToPool(db, stored));
  if (!form.is_anonymous) {
    await queries.replaceFiles(db, stored, filesOf(answers).map(idOf));
    await queries.deleteDraft(db, form.form_id, me.userId);
  }
  await queries.updateAnswerCount(db, form.form_id, 1);
  return { form, isReleased };
};

/** Stores the valid part of the answers that the caller has entered so far. For an anonymous form it stores nothing. */
export const storeDraft = async (
  call: Call,
  owner: FormOwner,
  sent: FormAnswers,
): Promise<void> => {
  const { db, schoolId, me, now } = call;
  const form = await lockOpenForm(call, owner);
  if (form.is_anonymous) throw problem('form_draft_anonymous');
  const { answers } = checkAnswers(form.definition, sent, true);
  const wrong = new Set((await namedProblems(call, answers)).map(({ question }) => question));
  const fine = Object.fromEntries(Object.entries(answers).filter(([id]) => !wrong.has(id)));
  const draftKey = { school: schoolId, form: form.form_id, person: me.userId };
  await queries.upsertDraft(db, { ...draftKey, answers: fine }, now);
  await queries.replaceFiles(db, draftKey, filesOf(fine).map(idOf));
};
