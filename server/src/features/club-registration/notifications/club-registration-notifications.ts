import type { Scope } from '../../../kernel/context.ts';
import { onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { always } from '../../notifications/notify/delivery-log.queries.ts';
import { userEventsFor, noActor, notifyOfEvents } from '../../notifications/notify/notify.ts';

/** Asks people to be officers, and reminds officers of a renewal. A newer reminder replaces the earlier one. */
const onClubApplication = (
  scope: Scope,
  { id, payload }: OutboxEvent<'club_application_announced'>,
): Promise<void> => {
  const { kind, collapseKey, title, path, people } = payload;
  return notifyOfEvents(scope, userEventsFor(people, payload.by ?? noActor, id), {
    replaces: [collapseKey],
    condition: always,
    key: 'general.approvals',
    kind,
    collapseKey,
    about: { title, path },
  });
};

export const clubRegistrationNotifications = [
  onEventWithNumber('club-registration.notify', 'club_application_announced', onClubApplication),
];
