import { digestHour, type MailFrequency } from '#contract/notifications/keys.ts';
import { setBounded } from '../../kernel/bounded-map.ts';

const minuteMs = 60_000;
const dayMinutes = 1_440;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Formatters by time zone. Making one takes longer than using it, and a notification to a school uses it for each person. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const formattersMax = 1_000;
const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const found = formatters.get(zone);
  if (found !== undefined) return found;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  setBounded(formatters, zone, formatter, formattersMax);
  return formatter;
};

/** Returns the minute of the day and the day of the week (0 is Sunday) of an instant in a time zone. */
export const localTime = (zone: string, at: Date): { minute: number; weekday: number } => {
  const parts = formatterOf(zone)
    .formatToParts(at)
    .map(({ type, value }): [string, string] => [type, value]);
  const { weekday = '', hour, minute } = Object.fromEntries(parts);
  return { minute: Number(hour) * 60 + Number(minute), weekday: weekdays.indexOf(weekday) };
};

/**
 * Returns the next instant after `after` at which clocks in the zone show a minute of the day. If a change of clocks
 * skips that minute, the result is before or after the change by the length of the change.
 */
export const nextLocal = (zone: string, after: Date, minute: number): Date => {
  const now = localTime(zone, after).minute;
  const wait = (minute - now + dayMinutes) % dayMinutes || dayMinutes;
  const whole = Math.floor(after.getTime() / minuteMs) * minuteMs;
  const guess = new Date(whole + wait * minuteMs);
  // If the clocks changed in between, this corrects the result by the difference. Two times of day are at most half a
  // day apart.
  const off =
    ((localTime(zone, guess).minute - minute + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
  const better = new Date(guess.getTime() - off * minuteMs);
  return localTime(zone, better).minute === minute && better > after ? better : guess;
};

/** Someone's quiet hours, in minutes of their local day. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** Returns the end of the quiet hours that contain an instant. Null outside quiet hours. */
export const quietUntil = (zone: string, quiet: QuietHours | null, at: Date): Date | null => {
  if (quiet === null) return null;
  const { minute } = localTime(zone, at);
  const { from, until } = quiet;
  const isInside =
    from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isInside ? nextLocal(zone, at, until) : null;
};

/** Delay of an immediate email in milliseconds. People who open the app in this time don't need the email. */
export const instantGraceMs = 2 * minuteMs;

/**
 * Returns when the next email of a frequency is sent: immediately, on the hour, in the morning or on Monday morning.
 */
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
