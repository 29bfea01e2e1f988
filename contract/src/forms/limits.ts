/* Words and limits of forms. No zod here: the browser imports these at run time. */

/** Characters of texts, and how many of something. */
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
  /** Steps of a scale, from 0 or 1. */
  scaleMax: 10,
  /** What a number may be at most, either side of zero. */
  number: 1_000_000_000,
  /** Answers to one form. */
  answers: 20_000,
  /** Answers to an anonymous form: each one writes all of them anew. */
  anonymousAnswers: 5_000,
  /** Fewer answers than this to an anonymous form are not shown. */
  anonymousMin: 5,
  /** Answers to an anonymous form enter its results in groups of this many. */
  anonymousStep: 5,
  /** Different answers shown to one question. */
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

/** What a condition may ask of an earlier answer. */
export const conditionTests = ['is', 'is_not', 'at_least', 'at_most', 'answered'] as const;
export type ConditionTest = (typeof conditionTests)[number];

/** Why an answer to one question is not taken; the web app has words for each. */
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
