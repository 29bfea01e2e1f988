import type { Condition, FormDefinition, Question } from '#contract/forms/definition.ts';
import { conditionFits, definitionProblem, isChoice } from '#contract/forms/form-rules.ts';
import type { QuestionKind } from '#contract/forms/limits.ts';

/* What the builder does to a definition. Each answers a new one; conditions always look back at something that is there. */

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** An id that nothing here has yet. */
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

/** A question of a kind, with what both kinds have taken over from another one. */
export const questionOf = (kind: QuestionKind, given: Base, from?: Question): Question => {
  // What only the former kind has is left behind.
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

/** The same without conditions that refer to what is gone. */
const mended = ({ questions }: FormDefinition): FormDefinition => {
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

/** Adds a question behind another one, or at the end; answers it too. */
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
  mended({ questions: definition.questions.map((one) => (one.id === next.id ? next : one)) });

/**
 * Gives a question another kind; answers its id too. One that was answered stays with its answers: the other kind is a new question in
 * its place.
 */
export const changeKind = (
  definition: FormDefinition,
  question: Question,
  kind: QuestionKind,
  isAnswered: boolean,
): { definition: FormDefinition; id: string } => {
  const id = isAnswered ? newId(idsOf(definition)) : question.id;
  const next = { ...questionOf(kind, question, question), id };
  return {
    definition: mended({
      questions: definition.questions.map((one) => (one.id === question.id ? next : one)),
    }),
    id,
  };
};

/** Moves a question by a step; null where that is not possible, or would make a condition look forward. */
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

/** A copy right behind a question. */
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

/** Removes a question, and the conditions that refer to it. */
export const removeQuestion = ({ questions }: FormDefinition, id: string): FormDefinition =>
  mended({ questions: questions.filter((one) => one.id !== id) });

/** Questions that are shown depending on this one. */
export const dependentsOf = ({ questions }: FormDefinition, id: string): readonly Question[] =>
  questions.filter(({ conditions }) => conditions.some(({ question }) => question === id));

/** Earlier questions that a condition of this one can refer to. */
export const conditionSources = ({ questions }: FormDefinition, id: string): readonly Question[] =>
  questions
    .slice(
      0,
      questions.findIndex((one) => one.id === id),
    )
    .filter(({ kind }) => kind !== 'statement');

/** A condition on a question, to begin with. */
export const conditionOn = (on: Question): Condition => {
  if (isChoice(on) && on.options[0] !== undefined)
    return { question: on.id, test: 'is', value: on.options[0].id };
  if (on.kind === 'scale') return { question: on.id, test: 'at_least', value: on.from };
  if (on.kind === 'number') return { question: on.id, test: 'at_least', value: on.min ?? 0 };
  return { question: on.id, test: 'answered', value: null };
};
