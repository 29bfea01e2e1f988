import { dateFormat } from '../../lib/date-format.ts';
import type { Messages } from '../../lib/messages.ts';

const dayMs = 86_400_000;
const midnight = (instant: Date): number =>
  new Date(instant.getFullYear(), instant.getMonth(), instant.getDate()).getTime();
/** Returns the days between two instants by the local calendar. Rounding removes the hour of a clock change. */
const daysBetween = (earlier: Date, later: Date): number =>
  Math.round((midnight(later) - midnight(earlier)) / dayMs);

/** Returns a short time for the list: the time for today, then yesterday, the weekday or the date. */
export const shortTime = (instant: string, messages: Messages, now = new Date()): string => {
  const at = new Date(instant);
  const days = daysBetween(at, now);
  if (days <= 0) return messages.date(instant, 'time');
  if (days === 1) return messages.t('chat.yesterday');
  const { locale } = messages;
  if (days < 7) return dateFormat(locale, { weekday: 'short' }).format(at);
  if (at.getFullYear() === now.getFullYear()) return messages.date(at, 'short');
  return dateFormat(locale, { month: 'short', year: 'numeric' }).format(at);
};

/** Returns the day shown between messages: Today, Yesterday, Tuesday, November 3, 2026. */
export const dayText = (instant: string, messages: Messages, now = new Date()): string => {
  const at = new Date(instant);
  const days = daysBetween(at, now);
  if (days <= 0) return messages.t('chat.today');
  if (days === 1) return messages.t('chat.yesterday');
  if (days < 7) return messages.date(at, 'weekday');
  return messages.date(at, 'day');
};

/** Returns whether two instants are on the same local day. */
export const isSameDay = (one: string, other: string): boolean =>
  midnight(new Date(one)) === midnight(new Date(other));

/** Returns a local day in the format of a date field: 2026-11-05. */
export const fieldDay = (at: Date): string =>
  [
    String(at.getFullYear()).padStart(4, '0'),
    ...[at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')),
  ].join('-');
