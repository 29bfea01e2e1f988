import { announcementLimits } from '#contract/announcements/limits.ts';

/** The time in which an announcement is shown. */
export interface Span {
  readonly starts_at: Date;
  readonly ends_at: Date;
}

export const stateOf = ({ starts_at, ends_at }: Span, now: Date) =>
  now < starts_at ? 'scheduled' : now < ends_at ? 'shown' : 'ended';

/** An ended announcement can't be changed, because people who dismissed it would miss the new content. */
export const canUpdate = (span: Span, now: Date): boolean => stateOf(span, now) !== 'ended';

const longestMs = announcementLimits.days * 24 * 3_600_000;

export const isSpan = ({ starts_at, ends_at }: Span): boolean => {
  const ms = ends_at.getTime() - starts_at.getTime();
  return ms > 0 && ms <= longestMs;
};
