/* Limits and lists of forms. This file doesn't import zod because the browser uses it at run time. */

/** Maximum characters of texts, and maximum counts. */
export const formLimits = {
  questions: 100,
  options: 50,
  conditions: 5,
  title: 300,
  help: 1_000,
  option: 200,
  label: 60,
  shortText: 300,
  longText: 5_000,
  files: 5,
  /** Steps of a scale that starts at 0 or 1. */
  scaleMax: 10,
  /** Maximum absolute value of a number. */
  number: 1_000_000_000,
  /** Responses to one form. */
  answers: 20_000,
  /** Responses to an anonymous form. The limit is lower because each response rewrites all of them. */
  anonymousAnswers: 5_000,
  /** Minimum responses to an anonymous form before any are shown. */
  anonymousMin: 5,
  /** Responses to an anonymous form enter its results in groups of this size. */
  anonymousStep: 5,
  /** Different answers shown for one question. */
  values: 200,
} as const;

export const questionKinds = [
  'short',
  'long',
  'one',
  'several',
  'scale',
  'number',
  'date',
  'file',
  'person',
  'statement',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Tests that a condition can make on an earlier answer. */
export const conditionTests = ['is', 'is_not', 'at_least', 'at_most', 'answered'] as const;
export type ConditionTest = (typeof conditionTests)[number];

/** Problems with an answer. The web app has a text for each. */
export const answerProblems = [
  'required',
  'wrong_kind',
  'too_long',
  'unknown_option',
  'one_only',
  'other_empty',
  'not_whole',
  'too_small',
  'too_large',
  'not_a_date',
  'too_early',
  'too_late',
  'too_many_files',
  'unknown_file',
  'unknown_person',
] as const;
export type AnswerProblemCode = (typeof answerProblems)[number];

export const formStates = ['draft', 'open', 'closed'] as const;
export type FormState = (typeof formStates)[number];
