import { Plus, X } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { shownEnd, storedEnd, type Hours } from './offer-draft.ts';

interface HoursListProps {
  /** The day's name. */
  day: string;
  hours: readonly Hours[];
  onChange: (hours: readonly Hours[]) => void;
  /** The text for a day without hours. */
  none: string;
}

/** The hours of a day, with buttons to add and remove them. */
export function HoursList({ day, hours, onChange, none }: HoursListProps) {
  const { t } = useMessages();
  const put = (place: number, more: Partial<Hours>) =>
    onChange(hours.map((one, at) => (at === place ? { ...one, ...more } : one)));
  const last = hours.at(-1);
  return (
    <div className="grid gap-2">
      {hours.length === 0 && <p className="flex min-h-11 items-center text-ink-2">{none}</p>}
      {hours.map(({ from, to }, place) => (
        // Hours of a day have no other name than their place.
        // eslint-disable-next-line react/no-array-index-key
        <div key={place} className="flex items-center gap-2">
          <input
            type="time"
            aria-label={t('booking.from', { day })}
            value={from}
            required
            onChange={(event) =>
              event.target.value !== '' && put(place, { from: event.target.value })
            }
            className="field min-w-0 max-sm:flex-1 max-sm:px-1.5! sm:w-32!"
          />
          <span aria-hidden>–</span>
          <input
            type="time"
            aria-label={t('booking.until', { day })}
            value={shownEnd(to)}
            required
            onChange={(event) =>
              event.target.value !== '' && put(place, { to: storedEnd(event.target.value) })
            }
            className="field min-w-0 max-sm:flex-1 max-sm:px-1.5! sm:w-32!"
          />
          <IconButton
            label={t('booking.removeHours', { day, from })}
            icon={X}
            variant="quiet"
            onClick={() => onChange(hours.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      {hours.length < 6 && (
        <Button
          variant="quiet"
          size="sm"
          icon={Plus}
          label={t('booking.addHoursOf', { day })}
          className="justify-self-start"
          onClick={() =>
            onChange([
              ...hours,
              last === undefined || last.to >= '20:00'
                ? { from: '09:00', to: '12:00' }
                : {
                    from: '13:00' > last.to ? '13:00' : last.to,
                    to: '17:00' > last.to ? '17:00' : '24:00',
                  },
            ])
          }
        >
          {t('booking.addHours')}
        </Button>
      )}
    </div>
  );
}
