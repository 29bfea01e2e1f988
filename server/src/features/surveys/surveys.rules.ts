import type { AnswerState } from '#contract/surveys/endpoints.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { surveyLimits } from '#contract/surveys/limits.ts';
import { closedCode } from '../forms/forms.rules.ts';
import type { SurveyRow } from './surveys.queries.ts';

/** Returns the error code if a person can't respond to a survey at a time. Null if they can. */
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

/** Returns the same reason as the state of the survey. */
export const answerState = (row: SurveyRow, now: Date): AnswerState => {
  const code = answerCode(row, now);
  return code === null ? 'open' : (states[code] ?? 'closed');
};

/** Returns whether a club with this status can change. */
export const isClubWritable = ({ club_status: status }: Pick<SurveyRow, 'club_status'>): boolean =>
  status === 'active' || status === 'pending';

/** Returns the time since which people must not have been notified about a survey before a reminder. */
export const remindableSince = (now: Date): Date =>
  new Date(now.getTime() - surveyLimits.reminderHours * 3_600_000);

/**
 * Returns whether people can be reminded of a survey at a time. If it opened while its club was frozen, people
 * weren't notified yet, so a reminder is possible immediately.
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

/** Errors that notify a club's officers, because a person in the audience couldn't respond. */
export const deniedCodes = ['form_closed', 'form_full'] as const;
export type DeniedCode = (typeof deniedCodes)[number];
export const isDenied = (code: ErrorCode): code is DeniedCode =>
  deniedCodes.some((one) => one === code);

/** Returns whether a question of a survey can contain service hours. */
export const asksHours = ({ questions }: FormDefinition, question: string | null): boolean =>
  questions.some(({ id, kind }) => id === question && kind === 'number');
