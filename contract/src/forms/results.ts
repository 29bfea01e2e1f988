import { z } from 'zod';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';

/* What features show of the answers to their forms. */

const count = z.number().int();
const value = z.object({ value: z.string(), label: z.string(), count });
/** The answers to one question. */
export const questionResult = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  isCurrent: z.boolean().describe('false: the form asks this no more.'),
  answers: count.describe('How many answered it.'),
  average: z.number().nullable().describe('Of numbers and scales.'),
  isHidden: z.boolean().describe('Of an anonymous form, with too few answers to be shown.'),
  values: z
    .array(value)
    .describe('Options, steps, numbers, days and people; an empty value: answers in own words.'),
  texts: z.array(z.object({ text: z.string(), count })).describe('Answers in own words.'),
  more: count.describe('Different answers beyond those.'),
  files: z.array(uploadedFile),
});
export type QuestionResult = z.output<typeof questionResult>;

/** One person's answers, with the questions as they were. */
export const answeredForm = z.object({
  id: z.string(),
  person: face.nullable(),
  answeredAt: z.string(),
  questions: z.array(
    z.object({ id: z.string(), title: z.string(), kind: z.string(), answer: z.string() }),
  ),
  files: z.array(uploadedFile),
});
export type AnsweredForm = z.output<typeof answeredForm>;
