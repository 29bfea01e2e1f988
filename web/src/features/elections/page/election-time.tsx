import { dateFormat } from '../../../lib/date-format.ts';
import { useMessages } from '../../../lib/messages.ts';

const inZone = (locale: string, instant: string, timeZone: string, hasName: boolean): string =>
  dateFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    ...(hasName && { timeZoneName: 'short' }),
  }).format(new Date(instant));

/** A time for the reader, and in the election's time zone if its clocks differ. */
export function ElectionTime({ instant, zone }: { instant: string; zone: string }) {
  const { locale, date } = useMessages();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const differs = inZone(locale, instant, own, false) !== inZone(locale, instant, zone, false);
  return (
    <time dateTime={instant}>
      {date(instant, 'moment')}
      {differs && (
        <span className="block text-sm font-normal text-ink-2">
          {inZone(locale, instant, zone, true)}
        </span>
      )}
    </time>
  );
}
