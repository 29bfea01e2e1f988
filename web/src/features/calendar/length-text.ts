import type { Messages } from '../../lib/messages.ts';

/** Returns a duration as text: 1 h 10 min. */
export const lengthText = (minutes: number, { t }: Messages): string => {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t('calendar.minutes', { minutes: rest });
  return rest === 0
    ? t('calendar.hours', { hours })
    : t('calendar.hoursMinutes', { hours, minutes: rest });
};
