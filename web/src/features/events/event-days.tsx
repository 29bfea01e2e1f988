import type { EventItem } from '#contract/events/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { EventRow } from './event-row.tsx';
import { dayIn, dayName, dayOf, fullDay } from './event-times.ts';

/** Groups consecutive events by day. */
function daysIn(
  events: readonly EventItem[],
  today: string,
): readonly (readonly [string, EventItem[]])[] {
  const days = new Map<string, EventItem[]>();
  for (const event of events) {
    const day = dayOf(event);
    // Events in progress appear under today.
    const shown = !event.isEnded && day < today ? today : day;
    days.set(shown, [...(days.get(shown) ?? []), event]);
  }
  return [...days];
}

/** Event rows grouped by day. With `isPast`, the order is latest first and days show dates only. */
export function EventDays({
  events,
  isPast = false,
}: {
  events: readonly EventItem[];
  isPast?: boolean;
}) {
  return daysIn(events, dayIn(new Date())).map(([day, ofDay]) => (
    <Day key={day} day={day} events={ofDay} isPast={isPast} />
  ));
}

function Day({
  day,
  events,
  isPast,
}: {
  day: string;
  events: readonly EventItem[];
  isPast: boolean;
}) {
  const messages = useMessages();
  const [name, full] = [dayName(messages, day), fullDay(messages, day)];
  const isNamed = !isPast && !full.startsWith(name);
  return (
    <section aria-label={full}>
      <h2 className="flex flex-wrap items-baseline gap-x-2 text-lg!">
        {isNamed && <span>{name}</span>}
        <span className={isNamed ? 'text-base font-normal text-ink-2' : ''}>{full}</span>
      </h2>
      <ul>
        {events.map((event) => (
          <EventRow key={`${event.id} ${event.occurrence}`} event={event} />
        ))}
      </ul>
    </section>
  );
}
