import { transact, type Scope } from '../../kernel/context.ts';
import { onEventWithNumber } from '../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../kernel/jobs/outbox.ts';
import { noActor, notifyOfEvents, userEventsFor } from '../notifications/notify/notify.ts';
import { isOwing, selectReminded } from './dues.queries.ts';

/** Notifies members of an officer's reminder, except those who have paid since. */
const notifyReminded = async (
  scope: Scope,
  { id: event, payload: { club, at } }: OutboxEvent<'dues_reminded'>,
): Promise<void> => {
  const found = await transact(scope, ({ db }) => selectReminded(db, { club, at: new Date(at) }), {
    readOnly: true,
  });
  if (found === undefined) return;
  await notifyOfEvents(scope, userEventsFor([...found.people], noActor, event), {
    condition: isOwing(club, scope.clock.now()),
    key: 'general.dues',
    kind: 'dues_reminder',
    collapseKey: `dues:${club}`,
    repeat: 'replace',
    club: 0,
    about: { title: found.name, path: `/clubs/${club}` },
  });
};

export const duesJobs = [
  onEventWithNumber('dues.notify-reminded', 'dues_reminded', notifyReminded),
];
