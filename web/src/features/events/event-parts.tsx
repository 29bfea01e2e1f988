import { Link } from '@tanstack/react-router';
import {
  CalendarX2,
  Check,
  Clock,
  Hourglass,
  PencilLine,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { EventItem, EventSummary } from '#contract/events/endpoints.ts';
import { isolate } from '../../lib/apart.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { FaceStack } from '../../ui/face-stack.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { occurrenceOf } from './events.data.ts';
import { tileOf, type Times } from './event-times.ts';

/* Parts that several event lists share. */

/** Returns link props for an event on one of its dates. */
export const eventLink = (event: Pick<EventItem, 'id' | 'occurrence' | 'isRecurring'>) => ({
  to: paths.event,
  params: { eventId: event.id },
  ...(event.isRecurring && { search: { occurrence: event.occurrence } }),
});

/** The hosts' reason for a cancellation. */
export const Reason = ({ text }: { text: string }) =>
  text === '' ? null : (
    <span dir="auto" className="page-start block wrap-anywhere whitespace-pre-line">
      {text}
    </span>
  );

/** Month and day as a tile. */
export function DateTile({ times }: { times: Times }) {
  const messages = useMessages();
  const { month, day } = tileOf(messages, times);
  return (
    <span
      aria-hidden
      className="grid size-13 shrink-0 place-content-center rounded-control bg-fill text-center leading-tight"
    >
      <span className="text-xs font-bold text-ink-2 uppercase">{month}</span>
      <span className="text-lg font-bold tabular-nums">{day}</span>
    </span>
  );
}

interface State {
  tone: Tone;
  icon?: LucideIcon;
  text: string;
}

/** Returns the user's status or else the event's, or null if there is nothing to show. */
export function stateOf(event: EventSummary, { t, number }: Messages): State | null {
  const { mine, registration, status, isEnded } = event;
  if (status === 'canceled') return { tone: 'bad', icon: CalendarX2, text: t('events.isCanceled') };
  if (status === 'draft') return { tone: 'quiet', icon: PencilLine, text: t('events.isDraft') };
  if (status === 'in_approval')
    return { tone: 'warn', icon: Hourglass, text: t('events.inApproval') };
  if (mine !== null && mine.status !== 'canceled') {
    if (mine.offeredUntil !== null)
      return { tone: 'warn', icon: Clock, text: t('events.isOffered') };
    if (mine.status === 'waiting')
      return {
        tone: 'warn',
        icon: Clock,
        text: t('events.waitingAt', { position: mine.position ?? 1 }),
      };
    return mine.status === 'registered' || mine.status === 'attended'
      ? { tone: 'good', icon: Check, text: t(`events.mine_${mine.status}`) }
      : { tone: 'quiet', icon: Clock, text: t(`events.mine_${mine.status}`) };
  }
  if (event.isHosting) return { tone: 'brand', text: t('events.youHost') };
  if (isEnded) return null;
  switch (registration.state) {
    case 'waitlist':
      return { tone: 'quiet', text: t('events.fullWaitlist') };
    case 'full':
      return { tone: 'quiet', text: t('events.full') };
    case 'closed':
      return { tone: 'quiet', text: t('events.closed') };
    case 'open': {
      if (registration.capacity === null) return null;
      const left = registration.capacity - registration.taken;
      // A count is shown only when few spots are left.
      return left <= 20 || left * 5 <= registration.capacity
        ? { tone: 'quiet', text: t('events.placesLeft', { count: left, shown: number(left) }) }
        : null;
    }
    default:
      return null;
  }
}

export function StatePill({ event }: { event: EventSummary }) {
  const state = stateOf(event, useMessages());
  if (state === null) return null;
  return (
    <Pill tone={state.tone} {...(state.icon && { icon: state.icon })}>
      {state.text}
    </Pill>
  );
}

/** Conflicts with the user's calendar. */
export function Overlap({ titles }: { titles: EventItem['overlaps'] }) {
  const { t, list } = useMessages();
  if (titles === null || titles.length === 0) return null;
  return (
    <span className="inline-flex min-w-0 items-start gap-1.5 text-sm font-medium text-warn">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere">
        {t('events.overlaps', { names: list(titles.map((title) => isolate(title))) })}
      </span>
    </span>
  );
}

/** The caller's connections who are going. */
export function GoingConnections({ going }: { going: EventItem['going'] }) {
  const { t } = useMessages();
  if (going.known === 0) return null;
  return (
    <span className="inline-flex items-center gap-2 text-sm text-ink-2">
      <FaceStack people={going.people} total={0} shown={3} size={1.5} />
      {t('events.youKnow', { count: going.known })}
    </span>
  );
}

/** Returns the URL of a ticket. It is opened with a page load, so that it is cached for offline use. */
export const ticketHref = (event: EventItem): string => {
  const occurrence = occurrenceOf(event);
  return `/tickets/${event.id}${occurrence === undefined ? '' : `?occurrence=${encodeURIComponent(occurrence)}`}`;
};

/** Returns the URL of the scanner. It is opened with a page load, because no other document can use the camera. */
export const scannerHref = (event: Pick<EventItem, 'id' | 'occurrence' | 'isRecurring'>): string =>
  `/check-in/${event.id}${event.isRecurring ? `?occurrence=${encodeURIComponent(event.occurrence)}` : ''}`;

/** An event's name in a list. Its link covers the whole row. */
export function EventName({ event, className = '' }: { event: EventItem; className?: string }) {
  return (
    <h3 className="min-w-0 text-base!">
      <Link
        {...eventLink(event)}
        dir="auto"
        className={`page-start rounded-sm font-bold wrap-anywhere hover:underline ${className}`}
      >
        {event.title}
      </Link>
    </h3>
  );
}
