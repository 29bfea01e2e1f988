/** Display rules of calendars. They change only what is shown: stored times, emails and ICS files keep the times as entered. */
export interface DisplayedRange {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Weeks start on Monday. Days are numbered like in `Date`, where Sunday is 0. */
export const firstDayOfWeek = 1;
export const shortestShown = 15 * minute;

/** Input for drawing a range: its ends, and a function that detects midnight. */
export interface ShownEvent extends DisplayedRange {
  readonly isAllDay: boolean;
  /** True if an instant is midnight for the reader. */
  readonly isMidnight: (instant: number) => boolean;
}

/**
 * Returns the range to draw. An all-day event ends with its last day (`end` is the start of that day), a shorter event lasts at
 * least 15 minutes, and an event that ends at midnight ends a minute earlier, so that it doesn't reach into the next day.
 */
export const displayedRange = ({
  start,
  end,
  isAllDay,
  isMidnight,
}: ShownEvent): DisplayedRange => {
  if (isAllDay) return { start, end: end + day };
  const shown = Math.max(end, start + shortestShown);
  return { start, end: isMidnight(shown) ? shown - minute : shown };
};
