import type { ErrorCode } from '#contract/errors.ts';
import { formLimits } from '#contract/forms/limits.ts';
import type { FormRow } from './forms.queries.ts';

type Opening = Pick<
  FormRow,
  'state' | 'opens_at' | 'closes_at' | 'answers' | 'answer_limit' | 'is_anonymous'
>;

/** Returns why no one can answer a form at a time, or null if people can. */
export const closedCode = (
  form: Opening,
  now: Date,
): Extract<ErrorCode, 'form_not_open' | 'form_closed' | 'form_full'> | null => {
  if (form.state === 'draft') return 'form_not_open';
  if (form.state === 'closed' || (form.closes_at !== null && form.closes_at <= now))
    return 'form_closed';
  if (form.opens_at !== null && form.opens_at > now) return 'form_not_open';
  const most = form.is_anonymous ? formLimits.anonymousAnswers : formLimits.answers;
  return form.answers >= Math.min(form.answer_limit ?? most, most) ? 'form_full' : null;
};

/**
 * Returns the displayed number of answers. For an anonymous form it is a multiple of five, because exact numbers before and after would
 * reveal when a person answered.
 */
export const shownCount = ({
  is_anonymous: isAnonymous,
  answers,
}: Pick<FormRow, 'is_anonymous' | 'answers'>): number =>
  isAnonymous ? answers - (answers % formLimits.anonymousStep) : answers;

/** Returns whether this part of the answers can be shown. For an anonymous form, neither the part nor the rest can be too small. */
export const canShow = (isAnonymous: boolean, shown: number, all: number): boolean =>
  !isAnonymous ||
  (shown >= formLimits.anonymousMin &&
    (all - shown === 0 || all - shown >= formLimits.anonymousMin));
