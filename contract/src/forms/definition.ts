import { z } from 'zod';
import { conditionTests, formLimits as limits } from './limits.ts';
import { text as textField } from '../text.ts';

/*
 * What a form asks. Questions and options have ids of their own, chosen by who builds the form, so that answers stay theirs when
 * their words or their order change.
 */

const questionId = z.string().regex(/^[a-z0-9]{1,12}$/, 'up to 12 small letters and digits');
const amount = z.number().min(-limits.number).max(limits.number);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a date such as 2026-09-01');

const condition = z.strictObject({
  question: questionId.describe('An earlier question.'),
  test: z.enum(conditionTests),
  value: z
    .union([z.string().max(40), amount])
    .nullable()
    .describe('The id of an option or a number; null for `answered`.'),
});
export type Condition = z.output<typeof condition>;

const base = {
  id: questionId,
  title: textField().max(limits.title),
  help: textField().max(limits.help),
  isRequired: z.boolean(),
  startsPage: z.boolean().describe('Begins a new page.'),
  conditions: z
    .array(condition)
    .max(limits.conditions)
    .describe('It is shown where all of them hold; with none, always.'),
};

const options = z
  .array(z.strictObject({ id: questionId, label: textField().max(limits.option) }))
  .max(limits.options);
const choice = {
  options,
  hasOther: z.boolean().describe('An answer in one’s own words is offered.'),
};

const question = z.discriminatedUnion('kind', [
  z.strictObject({ ...base, kind: z.literal('short') }),
  z.strictObject({ ...base, kind: z.literal('long') }),
  z.strictObject({ ...base, kind: z.literal('one'), ...choice }),
  z.strictObject({ ...base, kind: z.literal('several'), ...choice }),
  z.strictObject({
    ...base,
    kind: z.literal('scale'),
    from: z.number().int().min(0).max(1),
    to: z.number().int().min(2).max(limits.scaleMax),
    lowLabel: textField().max(limits.label),
    highLabel: textField().max(limits.label),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('number'),
    min: amount.nullable(),
    max: amount.nullable(),
    isWhole: z.boolean(),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('date'),
    earliest: day.nullable(),
    latest: day.nullable(),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('file'),
    maxFiles: z.number().int().min(1).max(limits.files),
  }),
  z.strictObject({ ...base, kind: z.literal('person') }),
  z.strictObject({ ...base, kind: z.literal('statement') }),
]);
export type Question = z.output<typeof question>;

export const formDefinition = z.strictObject({
  questions: z.array(question).max(limits.questions),
});
export type FormDefinition = z.output<typeof formDefinition>;

/** One answer: text and dates as text, numbers and steps of a scale as numbers. */
const answerValue = z.union([
  z.string().max(limits.longText),
  amount,
  z.strictObject({
    options: z.array(questionId).max(limits.options),
    other: textField().max(limits.shortText).nullable(),
  }),
  z.strictObject({ files: z.array(z.string().max(40)).max(limits.files) }),
  z.strictObject({ person: z.string().max(40) }),
]);
export type AnswerValue = z.output<typeof answerValue>;

/** Answers by the ids of their questions. */
export const formAnswers = z
  .record(z.string().max(12), answerValue)
  .refine((answers) => Object.keys(answers).length <= limits.questions, {
    message: `at most ${limits.questions} answers`,
  });
export type FormAnswers = z.output<typeof formAnswers>;
