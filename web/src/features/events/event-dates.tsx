import { CalendarPlus, X } from 'lucide-react';
import { eventLimits as limits } from '#contract/events/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { DatePicker, DateTimeField } from '../../ui/date-field.tsx';
import { firstDay, type DateDraft, type EventDraft } from './event-draft.ts';
import { nextDay } from './event-times.ts';

interface EventDatesProps {
  draft: EventDraft;
  dates: readonly DateDraft[];
  onChange: (dates: readonly DateDraft[]) => void;
}

const weekMs = 7 * 86_400_000;

/** Additional dates of an event without a repeat rule. Each has the duration of the first one. */
export function EventDates({ draft, dates, onChange }: EventDatesProps) {
  const { t } = useMessages();
  const last = dates.at(-1)?.start ?? (draft.isAllDay ? firstDay(draft) : draft.start);
  const next = (): string | null =>
    last === null
      ? null
      : last.length === 10
        ? nextDay(last, 7)
        : new Date(Date.parse(last) + weekMs).toISOString();
  const put = (place: number, start: string | null) =>
    onChange(dates.map((one, index) => (index === place ? { ...one, start } : one)));
  return (
    <div className="grid gap-4">
      {dates.map(({ occurrence, start }, place) => {
        const label = t('events.dateNumber', { number: place + 2 });
        return (
          // New dates have no `occurrence` before they are stored.
          <div
            key={occurrence ?? `new ${place}`}
            className="flex flex-wrap items-end gap-x-3 gap-y-2"
          >
            {draft.isAllDay ? (
              <DatePicker
                label={label}
                value={start === null ? null : start.slice(0, 10)}
                onChange={(day) => put(place, day)}
              />
            ) : (
              <DateTimeField
                label={label}
                value={start === null || start.length === 10 ? null : start}
                timeZone={draft.timeZone}
                onChange={(at) => put(place, at)}
              />
            )}
            <Button
              variant="quiet"
              icon={X}
              label={t('events.removeDate', { date: label })}
              onClick={() => onChange(dates.filter((_, index) => index !== place))}
            >
              {t('events.remove')}
            </Button>
          </div>
        );
      })}
      <div>
        <Button
          icon={CalendarPlus}
          disabled={dates.length >= limits.dates}
          onClick={() => onChange([...dates, { occurrence: null, start: next(), length: null }])}
        >
          {t('events.addDate')}
        </Button>
      </div>
    </div>
  );
}
