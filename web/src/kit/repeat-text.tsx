import { addEnglish, useMessages, type Messages } from '../lib/messages.ts';
import { readRepeat, weekdayName } from '../lib/repeat.ts';
import english from './messages/en.json';

addEnglish(english);

/** Returns a rule as text: Every 2 weeks on Tuesday and Thursday, until December 18, 2026. */
export function repeatText(messages: Messages, rule: string): string {
  const { t, list, date, locale } = messages;
  const repeat = readRepeat(rule);
  if (repeat === null) return t('kit.repeats');
  const { frequency, interval, days, nth, until, count } = repeat;
  const every = t(`kit.every_${frequency}`, { count: interval });
  const on =
    days.length > 0
      ? t('kit.repeatOn', { days: list(days.map((day) => weekdayName(locale, day))) })
      : nth === null
        ? ''
        : t('kit.repeatOn', { days: nthText(messages, nth) });
  const end =
    count !== null
      ? t('kit.repeatTimes', { count })
      : until === null
        ? ''
        : t('kit.repeatUntil', { date: date(`${until}T12:00:00`) });
  return [every + (on === '' ? '' : ` ${on}`), end].filter(Boolean).join(', ');
}

/** Returns text such as “Third Tuesday” or “Last Friday”. */
export const nthText = (
  { t, locale }: Messages,
  { at, day }: { at: number; day: Parameters<typeof weekdayName>[1] },
): string => {
  const name = { day: weekdayName(locale, day) };
  switch (at) {
    case 1:
      return t('kit.nth_1', name);
    case 2:
      return t('kit.nth_2', name);
    case 3:
      return t('kit.nth_3', name);
    case 4:
      return t('kit.nth_4', name);
    default:
      return t('kit.nth_last', name);
  }
};

/** <RepeatText rule="FREQ=WEEKLY;BYDAY=TU" /> */
export const RepeatText = ({ rule }: { rule: string }) => <>{repeatText(useMessages(), rule)}</>;
