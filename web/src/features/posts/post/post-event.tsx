import { Link } from '@tanstack/react-router';
import type { EventSummary } from '#contract/events/endpoints.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { RichCard } from '../../../ui/rich-card.tsx';
import { eventLink, StatePill } from '../../events/event-parts.tsx';
import { dayName, dayOf, startTime } from '../../events/event-times.ts';
import english from '../../events/messages/en.json';

addEnglish(english);

/** The event attached to a post, with the user's registration. */
export function PostEvent({ event }: { event: EventSummary }) {
  const messages = useMessages();
  const { t } = messages;
  const locationText = [event.location, event.isOnline ? t('events.online') : '']
    .filter((part) => part !== '')
    .join(' • ');
  return (
    <RichCard
      name={event.title}
      isRow
      link={(name, className) => (
        <Link {...eventLink(event)} className={className}>
          {name}
        </Link>
      )}
      cover={event.cover}
      above={`${dayName(messages, dayOf(event))}, ${startTime(messages, event)}`}
      lines={locationText === '' ? [] : [<bdi key="place">{locationText}</bdi>]}
      foot={<StatePill event={event} />}
      {...(event.can.register && {
        end: (
          <Link {...eventLink(event)} className={buttonClass({ variant: 'soft', size: 'sm' })}>
            {t('events.register')}
          </Link>
        ),
      })}
    />
  );
}
