import type { AnswerProblem } from '#contract/forms/form-rules.ts';
import { answerProblems, type AnswerProblemCode } from '#contract/forms/limits.ts';
import { CallError } from '../../lib/call-error.ts';

const isProblem = (code: string | undefined): code is AnswerProblemCode =>
  answerProblems.some((one) => one === code);

/** Returns the server's errors by question. */
export const refusedBy = (error: unknown): AnswerProblem[] =>
  error instanceof CallError && error.code === 'form_answers_invalid'
    ? Object.entries(error.fields ?? {}).flatMap(([question, code]) =>
        isProblem(code) ? [{ question, code }] : [],
      )
    : [];
