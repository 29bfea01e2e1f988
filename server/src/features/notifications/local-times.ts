import { digestHour, type MailFrequency } from '#contract/notifications/keys.ts';

const minuteMs = 60_000;
const dayMinutes = 1_440;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Returns the minute of the day and the day of the week (0 is Sunday) in a time zone. */
export const localTime = (zone: string, at: Date): { minute: number; weekday: number } => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
    .formatToParts(at)
    .map(({ type, value }): [string, string] => [type, value]);
  const { weekday = '', hour, minute } = Object.fromEntries(parts);
  return { minute: Number(hour) * 60 + Number(minute), weekday: weekdays.indexOf(weekday) };
};

/**
 * Returns the next time after an instant at which clocks in a time zone show this minute of the day. If a clock change skips the minute, it
 * is the time before or after the change.
 */
export const nextLocal = (zone: string, after: Date, minute: number): Date => {
  const now = localTime(zone, after).minute;
  const wait = (minute - now + dayMinutes) % dayMinutes || dayMinutes;
  const whole = Math.floor(after.getTime() / minuteMs) * minuteMs;
  const guess = new Date(whole + wait * minuteMs);
  // The clocks changed in between, and the difference shows by how much. Two times of day differ by at most half a day.
  const off =
    ((localTime(zone, guess).minute - minute + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
  const better = new Date(guess.getTime() - off * minuteMs);
  return localTime(zone, better).minute === minute && better > after ? better : guess;
};

/** A person's quiet hours, in minutes of their local day. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** Returns when the quiet hours around an instant end, or null outside of them. */
export const quietUntil = (zone: string, quiet: QuietHours | null, at: Date): Date | null => {
  if (quiet === null) return null;
  const { minute } = localTime(zone, at);
  const { from, until } = quiet;
  const isInside =
    from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isInside ? nextLocal(zone, at, until) : null;
};

/** Milliseconds before an immediate email is sent. People who open the app in this time don't need it. */
export const instantGraceMs = 2 * minuteMs;

/** Returns when the next email of a frequency is sent: immediately, at the full hour, in the morning, or on Monday morning. */
export const nextMail = (zone: string, frequency: MailFrequency, now: Date): Date => {
  if (frequency === 'instant') return new Date(now.getTime() + instantGraceMs);
  if (frequency === 'hourly')
    return nextLocal(
      zone,
      now,
      (Math.floor(localTime(zone, now).minute / 60) * 60 + 60) % dayMinutes,
    );
  let at = nextLocal(zone, now, digestHour * 60);
  if (frequency === 'weekly')
    while (localTime(zone, at).weekday !== 1) at = nextLocal(zone, at, digestHour * 60);
  return at;
};
