import { z } from 'zod';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { schemaNames } from '../schema-names.ts';

/* Schemas for showing the responses to a form. */

const count = z.number().int();
const value = z.object({ value: z.string(), label: z.string(), count });
export const questionResult = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  isCurrent: z.boolean().describe('False if the form no longer has this question.'),
  answers: count.describe('Number of people who answered it.'),
  average: z.number().nullable().describe('Average of numbers and scales, or null.'),
  isHidden: z.boolean().describe('True if an anonymous form has too few responses to show.'),
  values: z
    .array(value)
    .describe(
      'Counts of options, steps, numbers, days and people. An empty value counts people who wrote their own answer.',
    ),
  texts: z
    .array(z.object({ text: z.string(), count }))
    .describe('Answers that people wrote themselves.'),
  more: count.describe('Number of further different answers.'),
  files: z.array(uploadedFile),
});
schemaNames.add(questionResult, { id: 'QuestionResult' });
export type QuestionResult = z.output<typeof questionResult>;

/** One person's response, with the questions as they were. */
export const answeredForm = z.object({
  id: z.string(),
  person: face.nullable().describe('Person, or null if the caller can’t see them.'),
  answeredAt: z.string(),
  questions: z.array(
    z.object({ id: z.string(), title: z.string(), kind: z.string(), answer: z.string() }),
  ),
  files: z.array(uploadedFile),
});
schemaNames.add(answeredForm, { id: 'Response' });
export type AnsweredForm = z.output<typeof answeredForm>;
