import { z } from 'zod';
import { conditionTests, formLimits as limits } from './limits.ts';
import { text as textField } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/*
 * The definition of a form. The editor chooses IDs for questions and options, so that answers still match after texts or the
 * order change.
 */

const questionId = z
  .string()
  .regex(/^[a-z0-9]{1,12}$/, 'Use up to 12 lowercase letters and digits.');
const amount = z.number().min(-limits.number).max(limits.number);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Use a date such as 2026-09-01.');

const condition = z.strictObject({
  question: questionId.describe('ID of an earlier question.'),
  test: z.enum(conditionTests),
  value: z
    .union([z.string().max(40), amount])
    .nullable()
    .describe('ID of an option, or a number. Null for `answered`.'),
});
schemaNames.add(condition, { id: 'QuestionCondition' });
export type Condition = z.output<typeof condition>;

const base = {
  id: questionId,
  title: textField().max(limits.title),
  help: textField().max(limits.help),
  isRequired: z.boolean(),
  startsPage: z.boolean().describe('True if the question starts a new page.'),
  conditions: z
    .array(condition)
    .max(limits.conditions)
    .describe(
      'Conditions for showing the question. All must be met. If empty, it is always shown.',
    ),
};

const options = z
  .array(z.strictObject({ id: questionId, label: textField().max(limits.option) }))
  .max(limits.options);
const choice = {
  options,
  hasOther: z.boolean().describe('True if people can also write their own answer.'),
};

const question = z.discriminatedUnion('kind', [
  z.strictObject({ ...base, kind: z.literal('short') }),
  z.strictObject({ ...base, kind: z.literal('long') }),
  z.strictObject({ ...base, kind: z.literal('one'), ...choice }),
  z.strictObject({ ...base, kind: z.literal('several'), ...choice }),
  z.strictObject({
    ...base,
    kind: z.literal('scale'),
    from: z.number().int().min(0).max(1).describe('Lowest value of the scale, 0 or 1.'),
    to: z.number().int().min(2).max(limits.scaleMax).describe('Highest value of the scale.'),
    lowLabel: textField().max(limits.label),
    highLabel: textField().max(limits.label),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('number'),
    min: amount.nullable().describe('Minimum, or null for none.'),
    max: amount.nullable().describe('Maximum, or null for none.'),
    isWhole: z.boolean(),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('date'),
    earliest: day.nullable().describe('Earliest day, or null for any.'),
    latest: day.nullable().describe('Latest day, or null for any.'),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('file'),
    maxFiles: z.number().int().min(1).max(limits.files),
  }),
  z.strictObject({ ...base, kind: z.literal('person') }),
  z.strictObject({ ...base, kind: z.literal('statement') }),
]);
schemaNames.add(question, { id: 'Question' });
export type Question = z.output<typeof question>;

export const formDefinition = z.strictObject({
  questions: z.array(question).max(limits.questions),
});
schemaNames.add(formDefinition, { id: 'Form' });
export type FormDefinition = z.output<typeof formDefinition>;

/** One answer: a string for text and dates, a number for numbers and scales. */
const answerValue = z.union([
  z.string().max(limits.longText),
  amount,
  z.strictObject({
    options: z.array(questionId).max(limits.options),
    other: textField()
      .max(limits.shortText)
      .nullable()
      .describe('Answer in the person’s own words, or null.'),
  }),
  z.strictObject({ files: z.array(z.string().max(40)).max(limits.files) }),
  z.strictObject({ person: z.string().max(40) }),
]);
schemaNames.add(answerValue, { id: 'Answer' });
export type AnswerValue = z.output<typeof answerValue>;

/** Answers by question ID. */
export const formAnswers = z
  .record(z.string().max(12), answerValue)
  .refine((answers) => Object.keys(answers).length <= limits.questions, {
    message: `Send at most ${limits.questions} answers.`,
  });
schemaNames.add(formAnswers, { id: 'Answers' });
export type FormAnswers = z.output<typeof formAnswers>;
