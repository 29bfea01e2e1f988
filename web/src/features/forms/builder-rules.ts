import type { Condition, FormDefinition, Question } from '#contract/forms/definition.ts';
import { conditionFits, definitionProblem, isChoice } from '#contract/forms/form-rules.ts';
import type { QuestionKind } from '#contract/forms/limits.ts';

/* The builder's operations on a form definition. Each returns a new definition in which conditions only refer to earlier
   questions. */

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns an unused ID. */
export const newId = (taken: readonly string[]): string => {
  for (;;) {
    const id = [...crypto.getRandomValues(new Uint8Array(6))]
      .map((byte) => letters[byte % letters.length])
      .join('');
    if (!taken.includes(id)) return id;
  }
};

const idsOf = ({ questions }: FormDefinition) => questions.map(({ id }) => id);

type Base = Pick<Question, 'id' | 'title' | 'help' | 'isRequired' | 'startsPage' | 'conditions'>;

/** Returns a question of a type, with everything that both types have taken over from another question. */
export const questionOf = (kind: QuestionKind, given: Base, from?: Question): Question => {
  // Properties that only the previous type has are dropped.
  const { id, title, help, isRequired, startsPage, conditions } = given;
  const base = { id, title, help, isRequired, startsPage, conditions };
  switch (kind) {
    case 'one':
    case 'several':
      return {
        ...base,
        kind,
        options:
          from !== undefined && isChoice(from)
            ? from.options
            : [
                { id: newId([]), label: '' },
                { id: newId([]), label: '' },
              ],
        hasOther: from !== undefined && isChoice(from) && from.hasOther,
      };
    case 'scale':
      return { ...base, kind, from: 1, to: 5, lowLabel: '', highLabel: '' };
    case 'number':
      return { ...base, kind, min: null, max: null, isWhole: true };
    case 'date':
      return { ...base, kind, earliest: null, latest: null };
    case 'file':
      return { ...base, kind, maxFiles: 1 };
    case 'statement':
      return { ...base, kind, isRequired: false };
    default:
      return { ...base, kind };
  }
};

/** Returns the definition without conditions on removed questions. */
const repaired = ({ questions }: FormDefinition): FormDefinition => {
  const earlier = new Map<string, Question>();
  return {
    questions: questions.map((question) => {
      const conditions = question.conditions.filter((condition) => {
        const on = earlier.get(condition.question);
        return on !== undefined && conditionFits(condition, on);
      });
      earlier.set(question.id, question);
      return conditions.length === question.conditions.length
        ? question
        : { ...question, conditions };
    }),
  };
};

/** Adds a question after another one, or at the end, and returns it too. */
export const addQuestion = (
  definition: FormDefinition,
  kind: QuestionKind,
  after: string | null,
): { definition: FormDefinition; id: string } => {
  const ids = idsOf(definition);
  const id = newId(ids);
  const at = after === null ? ids.length : ids.indexOf(after) + 1;
  const base = { id, title: '', help: '', isRequired: false, startsPage: false, conditions: [] };
  return {
    definition: { questions: definition.questions.toSpliced(at, 0, questionOf(kind, base)) },
    id,
  };
};

export const changeQuestion = (definition: FormDefinition, next: Question): FormDefinition =>
  repaired({ questions: definition.questions.map((one) => (one.id === next.id ? next : one)) });

/** Changes the type of a question and returns its ID. A question with answers keeps them: a new question replaces it. */
export const changeKind = (
  definition: FormDefinition,
  question: Question,
  kind: QuestionKind,
  isAnswered: boolean,
): { definition: FormDefinition; id: string } => {
  const id = isAnswered ? newId(idsOf(definition)) : question.id;
  const next = { ...questionOf(kind, question, question), id };
  return {
    definition: repaired({
      questions: definition.questions.map((one) => (one.id === question.id ? next : one)),
    }),
    id,
  };
};

/** Moves a question one position. Returns null if that isn't possible, or if a condition would refer to a later question. */
export const moveQuestion = (
  { questions }: FormDefinition,
  id: string,
  by: 1 | -1,
): FormDefinition | null => {
  const at = questions.findIndex((one) => one.id === id);
  const question = questions[at];
  if (question === undefined || questions[at + by] === undefined) return null;
  const moved = { questions: questions.toSpliced(at, 1).toSpliced(at + by, 0, question) };
  return definitionProblem(moved, false)?.code === 'form_condition_forward' ? null : moved;
};

/** Returns the questions in another order, or null if a condition would refer to a later question. */
export const sortQuestions = (questions: readonly Question[]): FormDefinition | null => {
  const sorted = { questions: [...questions] };
  return definitionProblem(sorted, false)?.code === 'form_condition_forward' ? null : sorted;
};

/** Copies a question after itself. */
export const copyQuestion = (
  { questions }: FormDefinition,
  id: string,
): { definition: FormDefinition; id: string } | null => {
  const at = questions.findIndex((one) => one.id === id);
  const question = questions[at];
  if (question === undefined) return null;
  const copy = { ...question, id: newId(questions.map((one) => one.id)) };
  return { definition: { questions: questions.toSpliced(at + 1, 0, copy) }, id: copy.id };
};

/** Removes a question and the conditions that refer to it. */
export const removeQuestion = ({ questions }: FormDefinition, id: string): FormDefinition =>
  repaired({ questions: questions.filter((one) => one.id !== id) });

/** Returns the questions with a condition on this one. */
export const dependentsOf = ({ questions }: FormDefinition, id: string): readonly Question[] =>
  questions.filter(({ conditions }) => conditions.some(({ question }) => question === id));

/** Returns the earlier questions that this question's conditions can refer to. */
export const conditionSources = ({ questions }: FormDefinition, id: string): readonly Question[] =>
  questions
    .slice(
      0,
      questions.findIndex((one) => one.id === id),
    )
    .filter(({ kind }) => kind !== 'statement');

/** Returns an initial condition on a question. */
export const conditionOn = (on: Question): Condition => {
  if (isChoice(on) && on.options[0] !== undefined)
    return { question: on.id, test: 'is', value: on.options[0].id };
  if (on.kind === 'scale') return { question: on.id, test: 'at_least', value: on.from };
  if (on.kind === 'number') return { question: on.id, test: 'at_least', value: on.min ?? 0 };
  return { question: on.id, test: 'answered', value: null };
};
