/**
 * How calendars draw times. These rules change what is shown and nothing else: what is stored, sent by mail or written
 * into an ICS file stays as it was entered.
 */
export interface DisplayedRange {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Weeks begin on Monday; days are counted as `Date` does, from Sunday, which is 0. */
export const firstDayOfWeek = 1;
export const shortestShown = 15 * minute;

/** What a range needs to be drawn: its ends, and where its midnights are. */
export interface ShownEvent extends DisplayedRange {
  readonly isAllDay: boolean;
  /** Whether an instant is midnight for whoever looks. */
  readonly isMidnight: (instant: number) => boolean;
}

/**
 * Where an event is drawn: an all-day event to the end of its last day (`end` is the start of that day), a shorter one as
 * at least 15 minutes, and one that ends at midnight a minute earlier, so that it does not reach into the next day.
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
