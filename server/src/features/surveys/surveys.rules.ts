import type { AnswerState } from '#contract/surveys/endpoints.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { surveyLimits } from '#contract/surveys/limits.ts';
import { closedCode } from '../forms/forms.rules.ts';
import type { SurveyRow } from './surveys.queries.ts';

/** Returns why a person can't answer a survey at a time, as the code of the error, or null if they can. */
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

/** The same as a state in the response. */
export const answerState = (row: SurveyRow, now: Date): AnswerState => {
  const code = answerCode(row, now);
  return code === null ? 'open' : (states[code] ?? 'closed');
};

/** Returns whether a club with this status can be changed. */
export const isClubWritable = ({ club_status: status }: Pick<SurveyRow, 'club_status'>): boolean =>
  status === 'active' || status === 'pending';

/** People who were notified after this time can't be reminded. */
export const remindableSince = (now: Date): Date =>
  new Date(now.getTime() - surveyLimits.reminderHours * 3_600_000);

/**
 * Returns whether people can be reminded of a survey at a time. If it opened while its club was frozen, no one has been notified, so a
 * reminder is possible immediately.
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

/** Errors about which a club's officers are notified, because a person in the audience could not answer. */
export const deniedCodes = ['form_closed', 'form_full'] as const;
export type DeniedCode = (typeof deniedCodes)[number];
export const isDenied = (code: ErrorCode): code is DeniedCode =>
  deniedCodes.some((one) => one === code);

/** Returns whether this question of a survey can contain the hours of service. */
export const asksHours = ({ questions }: FormDefinition, question: string | null): boolean =>
  questions.some(({ id, kind }) => id === question && kind === 'number');
