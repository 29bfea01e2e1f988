import type { AnswerState } from '#contract/surveys/endpoints.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { surveyLimits } from '#contract/surveys/limits.ts';
import { closedCode } from '../forms/forms.rules.ts';
import type { SurveyRow } from './surveys.queries.ts';

/** Why somebody cannot answer a survey at a time, as the code of the error; null: they can. */
export const answerCode = (row: SurveyRow, now: Date): ErrorCode | null => {
  if (row.has_answered) return 'form_answered';
  if (!row.is_asked) return 'survey_not_for_you';
  return closedCode(row, now);
};

const states: { readonly [C in ErrorCode]?: AnswerState } = {
  form_answered: 'answered',
  survey_not_for_you: 'not_for_you',
  form_not_open: 'early',
  form_closed: 'closed',
  form_full: 'full',
};

/** The same as a survey says it. */
export const answerState = (row: SurveyRow, now: Date): AnswerState => {
  const code = answerCode(row, now);
  return code === null ? 'open' : (states[code] ?? 'closed');
};

/** Whether anything in a club of this status can change. */
export const isClubWritable = ({ club_status: status }: Pick<SurveyRow, 'club_status'>): boolean =>
  status === 'active' || status === 'pending';

/** Since when people must not have been notified of a survey, to be reminded of it. */
export const remindableSince = (now: Date): Date =>
  new Date(now.getTime() - surveyLimits.reminderHours * 3_600_000);

/**
 * Whether people can be reminded of a survey at a time. Of one that opened while its club was frozen nobody was notified yet, so that
 * can be made up for at once.
 */
export const isRemindable = (row: SurveyRow, now: Date): boolean => {
  const notifiedAt = row.reminded_at ?? row.announced_at;
  return (
    (notifiedAt === null || notifiedAt <= remindableSince(now)) &&
    row.state === 'open' &&
    closedCode(row, now) === null &&
    isClubWritable(row)
  );
};

/** Errors that the officers of a club hear of, because somebody who was asked could not answer. */
export const deniedCodes = ['form_closed', 'form_full'] as const;
export type DeniedCode = (typeof deniedCodes)[number];
export const isDenied = (code: ErrorCode): code is DeniedCode =>
  deniedCodes.some((one) => one === code);

/** Whether this question of a survey can say how many hours were served. */
export const asksHours = ({ questions }: FormDefinition, question: string | null): boolean =>
  questions.some(({ id, kind }) => id === question && kind === 'number');
