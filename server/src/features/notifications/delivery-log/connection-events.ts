import { transact, type Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { collapseHours } from '../notifications.rules.ts';
import {
  isNothingBetween,
  isStillAsked,
  isStillConnected,
  lockLists,
  lockListsThere,
} from './delivery-log.queries.ts';
import { notify, originOf, takeOut } from './notify.ts';

const key = 'general.connectionRequests';
export const requests = 'connection_requested';
export const answers = 'connection_accepted';

/** Notifies a person about a connection request, unless it was withdrawn. */
export const onRequests = (
  scope: Scope,
  events: readonly OutboxEvent<'connection_requested'>[],
): Promise<void> =>
  transact(scope, async (context) => {
    const news = events.map(({ id, payload: { from, to } }) => ({
      user: to,
      actor: from,
      event: id,
    }));
    // The queries are sent together and run in this order, here and below.
    await Promise.all([
      lockLists(
        context.db,
        context.school.school_id,
        news.map(({ user }) => user),
        originOf(context),
      ),
      notify(context, {
        news,
        condition: isStillAsked,
        key,
        kind: 'connection_requested',
        fold: requests,
        collapseHours,
      }),
    ]);
  });

/** Notifies the person who asked that the request was accepted, and marks it as done for the person who accepted. */
export const onAcceptances = (
  scope: Scope,
  events: readonly OutboxEvent<'connection_accepted'>[],
): Promise<void> =>
  transact(scope, async (context) => {
    const news = events.map(({ id, payload: { by, of } }) => ({ user: of, actor: by, event: id }));
    const settled = news.map(({ user, actor }) => ({ user: actor, actor: user }));
    await Promise.all([
      lockLists(
        context.db,
        context.school.school_id,
        [...news, ...settled].map(({ user }) => user),
        originOf(context),
      ),
      takeOut(context, settled, [requests], 'read'),
      notify(context, {
        news,
        condition: isStillConnected,
        key,
        kind: 'connection_accepted',
        fold: answers,
        collapseHours,
      }),
    ]);
  });

/** Deletes unread notifications about two people's connection after it ended, unless they have asked again. */
export const onConnectionEnds = (
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
      takeOut(context, pairs, [requests, answers], 'deleted', isNothingBetween),
    ]);
    context.commit();
    await taken;
  });
