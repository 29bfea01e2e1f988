import { transact, type Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { collapseHours } from '../notifications.rules.ts';
import { notify, takeOut } from './notify.ts';
import { selectPair } from './delivery-log.queries.ts';

const key = 'general.connectionRequests';
export const requests = 'connection_requested';
export const answers = 'connection_accepted';

/** Somebody asked: the other is told, unless the request has gone meanwhile. */
export const onRequest = (
  scope: Scope,
  { id, payload: { from, to } }: OutboxEvent<'connection_requested'>,
): Promise<void> =>
  transact(scope, async (context) => {
    const pair = await selectPair(context.db, from, to);
    if (pair === undefined || pair.is_accepted || pair.requested_by !== from) return;
    await notify(context, {
      people: [to],
      key,
      kind: 'connection_requested',
      fold: requests,
      collapseHours,
      actor: from,
      event: id,
    });
  });

/** Somebody accepted: who asked is told; for who accepted, the request is settled. */
export const onAcceptance = (
  scope: Scope,
  { id, payload: { by, of } }: OutboxEvent<'connection_accepted'>,
): Promise<void> =>
  transact(scope, async (context) => {
    await takeOut(context, by, of, [requests], 'read');
    const pair = await selectPair(context.db, by, of);
    if (pair?.is_accepted !== true) return;
    await notify(context, {
      people: [of],
      key,
      kind: 'connection_accepted',
      fold: answers,
      collapseHours,
      actor: by,
      event: id,
    });
  });

/** There is nothing between the two any more: what is unread about it goes. */
export const onConnectionEnd = (
  scope: Scope,
  { payload: { by, other } }: OutboxEvent<'connection_ended'>,
): Promise<void> =>
  transact(scope, async (context) => {
    // Asked again meanwhile: what tells that stays.
    if ((await selectPair(context.db, by, other)) !== undefined) return;
    for (const [user, actor] of [by, other]
      .toSorted((a, b) => a - b)
      .map((one) => [one, one === by ? other : by] as const))
      await takeOut(context, user, actor, [requests, answers], 'deleted');
  });
