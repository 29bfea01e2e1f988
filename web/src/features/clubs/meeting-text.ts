import type { ClubMeeting } from '#contract/clubs/meetings.ts';
import { dateFormat } from '../../lib/date-format.ts';
import type { Messages } from '../../lib/messages.ts';
import { weekdayName, weekdays } from '../../lib/repeat.ts';

type MeetingTexts = Pick<Messages, 't' | 'list' | 'locale'>;

/** Returns the days of a meeting, such as “Monday to Friday” or “Tuesday and Thursday”. */
export const meetingDays = (
  { days }: Pick<ClubMeeting, 'days'>,
  { t, list, locale }: MeetingTexts,
): string => {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  const names = sorted.flatMap((day) => {
    const weekday = weekdays[day - 1];
    return weekday === undefined ? [] : [weekdayName(locale, weekday)];
  });
  const [first, last] = [names[0], names.at(-1)];
  const isRow = sorted.every((day, at) => day === (sorted[0] ?? 0) + at);
  return names.length > 2 && isRow && first !== undefined && last !== undefined
    ? t('clubs.daySpan', { from: first, to: last })
    : list(names);
};

const instantOf = (time: string) => new Date(`2024-01-01T${time}:00Z`);

/** Returns the time of a meeting, such as “6:00 – 7:30 PM”. */
export const meetingHours = (
  { starts, ends }: Pick<ClubMeeting, 'starts' | 'ends'>,
  { locale }: Pick<Messages, 'locale'>,
): string => {
  const format = dateFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  if (ends === null || ends === starts) return format.format(instantOf(starts));
  return ends > starts
    ? format.formatRange(instantOf(starts), instantOf(ends))
    : // It ends after midnight.
      `${format.format(instantOf(starts))} – ${format.format(instantOf(ends))}`;
};

/** Returns a line such as “Tuesday, 6:00 – 7:30 PM”. */
export const meetingText = (meeting: ClubMeeting, messages: MeetingTexts): string =>
  messages.t('clubs.meetingLine', {
    days: meetingDays(meeting, messages),
    hours: meetingHours(meeting, messages),
  });
