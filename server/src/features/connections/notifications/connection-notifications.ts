import { transact, type Scope } from '../../../kernel/context.ts';
import { onEvent, onEventsTogether } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { collapseHours } from '../../notifications/notifications.rules.ts';
import { lockLists, lockListsThere } from '../../notifications/notify/delivery-log.queries.ts';
import {
  isNothingBetween,
  isStillAsked,
  isStillConnected,
} from './connection-notifications.queries.ts';
import { notify, originOf, removeFromNotifications } from '../../notifications/notify/notify.ts';

const key = 'general.connectionRequests';
const requests = 'connection_requested';
const answers = 'connection_accepted';

/** Notifies a person about a connection request, unless it was withdrawn. */
const onRequests = (
  scope: Scope,
  events: readonly OutboxEvent<'connection_requested'>[],
): Promise<void> =>
  transact(scope, async (context) => {
    const userEvents = events.map(({ id, payload: { from, to } }) => ({
      user: to,
      actor: from,
      event: id,
    }));
    // The queries are sent together and run in this order, here and below.
    await Promise.all([
      lockLists(
        context.db,
        context.school.school_id,
        userEvents.map(({ user }) => user),
        originOf(context),
      ),
      notify(context, {
        userEvents,
        condition: isStillAsked,
        key,
        kind: 'connection_requested',
        collapseKey: requests,
        collapseHours,
      }),
    ]);
  });

/** Notifies the person who asked that the request was accepted, and marks it as done for the person who accepted. */
const onAcceptances = (
  scope: Scope,
  events: readonly OutboxEvent<'connection_accepted'>[],
): Promise<void> =>
  transact(scope, async (context) => {
    const userEvents = events.map(({ id, payload: { by, of } }) => ({
      user: of,
      actor: by,
      event: id,
    }));
    const settled = userEvents.map(({ user, actor }) => ({ user: actor, actor: user }));
    await Promise.all([
      lockLists(
        context.db,
        context.school.school_id,
        [...userEvents, ...settled].map(({ user }) => user),
        originOf(context),
      ),
      removeFromNotifications(context, settled, [requests], 'read'),
      notify(context, {
        userEvents,
        condition: isStillConnected,
        key,
        kind: 'connection_accepted',
        collapseKey: answers,
        collapseHours,
      }),
    ]);
  });

/** Deletes unread notifications about two people's connection after it ended, unless they have asked again. */
const onConnectionEnds = (
  scope: Scope,
  events: readonly OutboxEvent<'connection_ended'>[],
): Promise<void> =>
  transact(scope, async (context) => {
    const pairs = events.flatMap(({ payload: { by, other } }) => [
      { user: by, actor: other },
      { user: other, actor: by },
    ]);
    const taken = Promise.all([
      lockListsThere(
        context.db,
        pairs.map(({ user }) => user),
      ),
      removeFromNotifications(context, pairs, [requests, answers], 'deleted', isNothingBetween),
    ]);
    context.commit();
    await taken;
  });

/** Removes unread notifications about a connection after one of the two has blocked the other. */
const onBlocked = (
  scope: Scope,
  { by, person }: OutboxEvent<'person_blocked'>['payload'],
): Promise<void> =>
  transact(scope, async (context) => {
    const pairs = [
      { user: by, actor: person },
      { user: person, actor: by },
    ];
    await lockListsThere(context.db, [by, person]);
    await removeFromNotifications(context, pairs, [requests, answers], 'deleted');
  });

export const connectionNotifications = [
  onEventsTogether('connections.notify-request', 'connection_requested', onRequests),
  onEventsTogether('connections.notify-acceptance', 'connection_accepted', onAcceptances),
  onEventsTogether('connections.remove-notification', 'connection_ended', onConnectionEnds),
  onEvent('connections.remove-blocked', 'person_blocked', onBlocked),
];
