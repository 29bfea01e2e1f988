import { announcementLimits } from '#contract/announcements/limits.ts';

/** When an announcement is shown. */
export interface Span {
  readonly starts_at: Date;
  readonly ends_at: Date;
}

export const stateOf = ({ starts_at, ends_at }: Span, now: Date) =>
  now < starts_at ? 'scheduled' : now < ends_at ? 'shown' : 'ended';

/** One that has ended stays as it was: those who dismissed it would miss what it says anew. */
export const canUpdate = (span: Span, now: Date): boolean => stateOf(span, now) !== 'ended';

const longestMs = announcementLimits.days * 24 * 3_600_000;

export const isSpan = ({ starts_at, ends_at }: Span): boolean => {
  const ms = ends_at.getTime() - starts_at.getTime();
  return ms > 0 && ms <= longestMs;
};
