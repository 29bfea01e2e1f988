import { digestHour, type MailFrequency } from '#contract/notifications/keys.ts';

const minuteMs = 60_000;
const dayMinutes = 1_440;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Minute of the day and day of the week (0: Sunday) at an instant, by the clocks of a zone. */
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
 * The next time after an instant at which a zone's clocks show a minute of the day. Where they leap over it, as once a year they
 * do, it is the same time before or after the leap: never an hour that does not come.
 */
export const nextLocal = (zone: string, after: Date, minute: number): Date => {
  const now = localTime(zone, after).minute;
  const wait = (minute - now + dayMinutes) % dayMinutes || dayMinutes;
  const whole = Math.floor(after.getTime() / minuteMs) * minuteMs;
  const guess = new Date(whole + wait * minuteMs);
  // The clocks were changed meanwhile: by how much shows there. Half a day is the most that two times of day can be apart.
  const off =
    ((localTime(zone, guess).minute - minute + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
  const better = new Date(guess.getTime() - off * minuteMs);
  return localTime(zone, better).minute === minute && better > after ? better : guess;
};

/** Quiet hours of somebody: minutes of their local day. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** When the quiet hours end that an instant lies in; null outside of them. */
export const quietUntil = (zone: string, quiet: QuietHours | null, at: Date): Date | null => {
  if (quiet === null) return null;
  const { minute } = localTime(zone, at);
  const { from, until } = quiet;
  const isInside =
    from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isInside ? nextLocal(zone, at, until) : null;
};

/** Milliseconds that a mail sent by itself waits: who looks at the app meanwhile needs none. */
export const instantGraceMs = 2 * minuteMs;

/** When mail of a frequency goes next: at once, at the full hour, in the morning, on Monday morning. */
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
