import type {
  AnswerValue,
  Condition,
  FormAnswers,
  FormDefinition,
  Question,
} from './definition.ts';
import { formLimits, type AnswerProblemCode } from './limits.ts';
import { isVisible, visibleText } from '../visible-text.ts';

/*
 * Rules of form definitions for both sides. The web app checks them before it sends, and the server before it stores. At run
 * time, this file imports only numbers.
 */

type Choice = Extract<Question, { kind: 'one' | 'several' }>;
export const isChoice = (question: Question): question is Choice =>
  question.kind === 'one' || question.kind === 'several';

/** The reason for rejecting a definition, and the question concerned. */
export interface DefinitionProblem {
  readonly code:
    | 'form_ids_repeated'
    | 'form_condition_forward'
    | 'form_condition_unknown'
    | 'form_range'
    | 'form_anonymous_files';
  readonly question: string;
}

/** True if the earlier question can have an answer that a condition tests. */
export const conditionFits = ({ test, value }: Condition, on: Question): boolean => {
  if (on.kind === 'statement') return false;
  if (test === 'answered') return value === null;
  if (isChoice(on))
    return (test === 'is' || test === 'is_not') && on.options.some(({ id }) => id === value);
  return (on.kind === 'scale' || on.kind === 'number') && typeof value === 'number';
};

const rangeIsEmpty = (question: Question): boolean => {
  if (question.kind === 'number')
    return question.min !== null && question.max !== null && question.min > question.max;
  if (question.kind === 'date')
    return (
      question.earliest !== null && question.latest !== null && question.earliest > question.latest
    );
  return false;
};

const hasTwice = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;

/** Returns a problem of a definition, even an unfinished one, or null. */
export const definitionProblem = (
  { questions }: FormDefinition,
  isAnonymous: boolean,
): DefinitionProblem | null => {
  const earlier = new Map<string, Question>();
  const all = new Set(questions.map(({ id }) => id));
  for (const question of questions) {
    const refuse = (code: DefinitionProblem['code']) => ({ code, question: question.id });
    if (earlier.has(question.id)) return refuse('form_ids_repeated');
    if (isChoice(question) && hasTwice(question.options.map(({ id }) => id)))
      return refuse('form_ids_repeated');
    if (rangeIsEmpty(question)) return refuse('form_range');
    if (isAnonymous && question.kind === 'file') return refuse('form_anonymous_files');
    for (const condition of question.conditions) {
      const on = earlier.get(condition.question);
      if (on === undefined)
        return refuse(
          all.has(condition.question) ? 'form_condition_forward' : 'form_condition_unknown',
        );
      if (!conditionFits(condition, on)) return refuse('form_condition_unknown');
    }
    earlier.set(question.id, question);
  }
  return null;
};

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * Returns the definition without blank options. Keeps a blank option if a condition refers to it, so that the condition stays
 * valid. Returns the same object if there is nothing to drop.
 */
export const withoutBlankOptions = (definition: FormDefinition): FormDefinition => {
  const named = new Set(
    definition.questions.flatMap(({ conditions }) =>
      conditions.map(({ question, value }) => `${question} ${value}`),
    ),
  );
  const isDropped = (question: Question, { id, label }: { id: string; label: string }) =>
    isBlank(label) && !named.has(`${question.id} ${id}`);
  if (
    !definition.questions.some(
      (one) => isChoice(one) && one.options.some((option) => isDropped(one, option)),
    )
  )
    return definition;
  return {
    questions: definition.questions.map((one) =>
      isChoice(one)
        ? { ...one, options: one.options.filter((option) => !isDropped(one, option)) }
        : one,
    ),
  };
};

/** What a question is missing: a title, two options, or the label of an option that a condition refers to. */
export type UnfinishedPart = 'title' | 'options' | 'option';

/** Returns the unfinished part of a question, or null. Call `withoutBlankOptions` first. */
export const unfinishedPart = (question: Question): UnfinishedPart | null => {
  if (isBlank(question.title)) return 'title';
  if (!isChoice(question)) return null;
  if (question.options.length + (question.hasOther ? 1 : 0) < 2) return 'options';
  return question.options.some(({ label }) => isBlank(label)) ? 'option' : null;
};

/** Returns the id of the first unfinished question, an empty string if the form asks nothing, or null if it can be published. */
export const unfinishedQuestion = (definition: FormDefinition): string | null => {
  const { questions } = withoutBlankOptions(definition);
  const unfinished = questions.find((question) => unfinishedPart(question) !== null);
  if (unfinished !== undefined) return unfinished.id;
  return questions.some(({ kind }) => kind !== 'statement') ? null : '';
};

/** True if the value is an answer. */
export const isAnswered = (value: AnswerValue | undefined): value is AnswerValue => {
  if (value === undefined) return false;
  if (typeof value === 'string') return isVisible(value);
  if (typeof value === 'number') return true;
  if ('options' in value) return value.options.length > 0 || value.other !== null;
  if ('files' in value) return value.files.length > 0;
  return value.person !== '';
};

const holds = ({ test, value }: Condition, answer: AnswerValue | undefined): boolean => {
  // A question that wasn't answered or shown meets no condition, neither "is" nor "is not".
  if (!isAnswered(answer)) return false;
  if (test === 'answered') return true;
  if (typeof answer === 'object' && 'options' in answer) {
    const isChosen = answer.options.some((option) => option === value);
    return test === 'is' ? isChosen : !isChosen;
  }
  if (typeof answer !== 'number' || typeof value !== 'number') return false;
  if (test === 'at_least') return answer >= value;
  if (test === 'at_most') return answer <= value;
  return test === 'is' ? answer === value : answer !== value;
};

const answerTo = (answers: FormAnswers, question: string): AnswerValue | undefined =>
  Object.hasOwn(answers, question) ? answers[question] : undefined;

/** Returns the questions to show for these answers. Conditions treat a hidden question as not answered. */
export const shownQuestions = (
  { questions }: FormDefinition,
  answers: FormAnswers,
): readonly Question[] => {
  const shown = new Map<string, Question>();
  for (const question of questions) {
    const isShown = question.conditions.every((condition) =>
      holds(
        condition,
        shown.has(condition.question) ? answerTo(answers, condition.question) : undefined,
      ),
    );
    if (isShown) shown.set(question.id, question);
  }
  return [...shown.values()];
};

/** Returns the shown questions by page, without empty pages. */
export const shownPages = (
  definition: FormDefinition,
  answers: FormAnswers,
): readonly (readonly Question[])[] => {
  const shown = new Set(shownQuestions(definition, answers));
  const pages: Question[][] = [[]];
  for (const question of definition.questions) {
    if (question.startsPage) pages.push([]);
    if (shown.has(question)) pages.at(-1)?.push(question);
  }
  return pages.filter((page) => page.length > 0);
};

/** A problem with one answer. `limit` is the limit that it exceeds. */
export interface AnswerProblem {
  readonly question: string;
  readonly code: AnswerProblemCode;
  readonly limit?: number | string;
}
type Problem = Omit<AnswerProblem, 'question'> | null;

const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

const textProblem = (value: AnswerValue, limit: number): Problem => {
  if (typeof value !== 'string') return { code: 'wrong_kind' };
  return visibleText(value).length > limit ? { code: 'too_long', limit } : null;
};

const choiceProblem = (question: Choice, value: AnswerValue): Problem => {
  if (typeof value !== 'object' || !('options' in value)) return { code: 'wrong_kind' };
  const offered = new Set(question.options.map(({ id }) => id));
  if (value.options.some((id) => !offered.has(id)) || hasTwice(value.options))
    return { code: 'unknown_option' };
  if (value.other !== null) {
    if (!question.hasOther) return { code: 'unknown_option' };
    if (!isVisible(value.other)) return { code: 'other_empty' };
    if (visibleText(value.other).length > formLimits.shortText)
      return { code: 'too_long', limit: formLimits.shortText };
  }
  const chosen = value.options.length + (value.other === null ? 0 : 1);
  return question.kind === 'one' && chosen > 1 ? { code: 'one_only' } : null;
};

const numberProblem = (
  value: AnswerValue,
  bounds: { min: number | null; max: number | null; isWhole: boolean },
): Problem => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'wrong_kind' };
  const { min, max, isWhole } = bounds;
  if (isWhole && !Number.isInteger(value)) return { code: 'not_whole' };
  if (value < (min ?? -formLimits.number))
    return { code: 'too_small', limit: min ?? -formLimits.number };
  return value > (max ?? formLimits.number)
    ? { code: 'too_large', limit: max ?? formLimits.number }
    : null;
};

const problemOf = (question: Question, value: AnswerValue): Problem => {
  switch (question.kind) {
    case 'short':
      return textProblem(value, formLimits.shortText);
    case 'long':
      return textProblem(value, formLimits.longText);
    case 'one':
    case 'several':
      return choiceProblem(question, value);
    case 'scale':
      return numberProblem(value, { min: question.from, max: question.to, isWhole: true });
    case 'number':
      return numberProblem(value, question);
    case 'date':
      if (typeof value !== 'string' || !isDay(value)) return { code: 'not_a_date' };
      if (question.earliest !== null && value < question.earliest)
        return { code: 'too_early', limit: question.earliest };
      return question.latest !== null && value > question.latest
        ? { code: 'too_late', limit: question.latest }
        : null;
    case 'file':
      if (typeof value !== 'object' || !('files' in value)) return { code: 'wrong_kind' };
      return value.files.length > question.maxFiles || hasTwice(value.files)
        ? { code: 'too_many_files', limit: question.maxFiles }
        : null;
    case 'person':
      return typeof value === 'object' && 'person' in value ? null : { code: 'wrong_kind' };
    case 'statement':
      return { code: 'wrong_kind' };
  }
};

const tidy = (value: AnswerValue): AnswerValue => {
  if (typeof value === 'string') return visibleText(value);
  if (typeof value === 'object' && 'options' in value && value.other !== null)
    return { ...value, other: visibleText(value.other) };
  return value;
};

/**
 * Returns the answers to store, and their problems. Drops answers to questions that aren't shown or aren't in the form. With
 * `isDraft`, missing answers aren't problems.
 */
export const checkAnswers = (
  definition: FormDefinition,
  given: FormAnswers,
  isDraft = false,
): { readonly answers: FormAnswers; readonly problems: readonly AnswerProblem[] } => {
  const problems: AnswerProblem[] = [];
  const entries: [string, AnswerValue][] = [];
  for (const question of shownQuestions(definition, given)) {
    if (question.kind === 'statement') continue;
    const value = answerTo(given, question.id);
    if (!isAnswered(value)) {
      if (question.isRequired && !isDraft)
        problems.push({ question: question.id, code: 'required' });
      continue;
    }
    const problem = problemOf(question, value);
    if (problem === null) entries.push([question.id, tidy(value)]);
    else problems.push({ question: question.id, ...problem });
  }
  return { answers: Object.fromEntries(entries), problems };
};

/** Returns the IDs of the files in the answers. */
export const filesOf = (answers: FormAnswers): readonly string[] =>
  Object.values(answers).flatMap((value) =>
    typeof value === 'object' && 'files' in value ? value.files : [],
  );

/** Returns the IDs of the people in the answers. */
export const peopleOf = (answers: FormAnswers): readonly string[] =>
  Object.values(answers).flatMap((value) =>
    typeof value === 'object' && 'person' in value ? [value.person] : [],
  );
