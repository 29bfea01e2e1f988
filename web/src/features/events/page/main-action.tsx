import { Check, Ticket, UsersRound } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import type { EventPage } from '#contract/events/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { ticketHref } from '../event-parts.tsx';

interface MainActionProps {
  event: EventPage;
  /** The part of the page that registers. */
  registration: RefObject<HTMLElement | null>;
}

/** The event's main action for the bar at the top: the ticket, the way to registration, or the attendees for hosts. */
export function MainAction({ event, registration }: MainActionProps) {
  const { t } = useMessages();
  const { mine, can, status } = event;
  if (mine?.ticket != null && mine.status === 'registered')
    return (
      <a href={ticketHref(event)} className={buttonClass({ variant: 'primary', size: 'sm' })}>
        <Ticket size={18} strokeWidth={1.9} aria-hidden />
        {t('events.ticket')}
      </a>
    );
  const { state } = event.registration;
  const isOpen = status === 'published' && (state === 'open' || state === 'waitlist');
  if (isOpen && (mine === null || mine.status === 'canceled'))
    return (
      <Button
        variant="primary"
        size="sm"
        icon={Check}
        onClick={() => {
          registration.current?.scrollIntoView({ block: 'start' });
          registration.current
            ?.querySelector<HTMLElement>('button[data-main]')
            ?.focus({ preventScroll: true });
        }}
      >
        {t('events.register')}
      </Button>
    );
  if (can.manageAttendees)
    return (
      <Link
        to={paths.manageEvent}
        params={{ eventId: event.id }}
        {...(event.isRecurring && { search: { occurrence: event.occurrence } })}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        <UsersRound size={18} strokeWidth={1.9} aria-hidden />
        {t('events.manage')}
      </Link>
    );
  return null;
}
