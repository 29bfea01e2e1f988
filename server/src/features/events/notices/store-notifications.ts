import type { NotificationKind } from '#contract/notifications/keys.ts';
import type { Scope } from '../../../kernel/context.ts';
import { onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { always } from '../../notifications/notify/delivery-log.queries.ts';
import { isEventThere, isFirstInvitation } from './store-notifications.queries.ts';
import { userEventsFor, noActor, notifyOfEvents } from '../../notifications/notify/notify.ts';

/** Kinds about attendees, which they can cause again and again by canceling and registering. */
const aboutAttendees: ReadonlySet<NotificationKind> = new Set([
  'event_registered',
  'event_promotion',
]);

/** Notifies people about an event. The events feature has chosen the people. */
const onEventNotice = async (
  scope: Scope,
  { id, payload }: OutboxEvent<'event_notice'>,
): Promise<void> => {
  const { kind, key, collapseKey, title, path, event, group, note = '' } = payload;
  const actor = payload.by ?? noActor;
  const people = payload.people.filter((user) => user !== actor);
  await notifyOfEvents(scope, userEventsFor(people, actor, id), {
    condition:
      event === null
        ? always
        : kind === 'event_invited'
          ? isFirstInvitation(event, path)
          : isEventThere(event),
    key,
    kind,
    collapseKey,
    club: group ?? 0,
    repeat: aboutAttendees.has(kind) ? 'collapse_known' : 'replace',
    about: { title, path, note },
    ...(event !== null && { target: { kind: 'event', id: event } as const }),
  });
};

export const eventNotifications = [
  onEventWithNumber('events.notify', 'event_notice', onEventNotice, { timeoutSeconds: 300 }),
];
