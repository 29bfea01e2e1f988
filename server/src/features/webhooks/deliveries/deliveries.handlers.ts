import type { Reply } from '#contract/endpoint.ts';
import { testEvent } from '#contract/webhooks/events.ts';
import { listDeliveries, redeliver, testWebhook } from '#contract/webhooks/endpoints.ts';
import type { Context } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { personId } from '../../../kernel/ids.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { selectWebhook } from '../webhooks.queries.ts';
import { bodyOf } from '../webhooks.rules.ts';
import { deliveryView } from '../webhooks.views.ts';
import { insertTest, selectDeliveries, updateRedelivery } from './deliveries.queries.ts';

/** Limits an admin's test deliveries and redeliveries. */
const askLimit = { max: 120, seconds: 3_600 };

/** Returns the webhook of a call. Throws a 404 if there is none. */
const hookOf = async ({ db }: Context, id: string): Promise<number> =>
  orNotFound(await selectWebhook(db, idOf(id))).id;

const oneDelivery = async (
  { db }: Context,
  hook: number,
  id: number,
): Promise<Reply<typeof redeliver>> => {
  const [row] = await selectDeliveries(db, hook, { id, size: 1 });
  return deliveryView(orNotFound(row));
};

export const deliveriesHandlers = [
  handle(testWebhook, async (call, { id }) => {
    const { now } = call;
    const hook = await hookOf(call, id);
    await countUseInTransaction(call, `webhook:${call.me.userId}`, askLimit);
    const body = bodyOf({ type: testEvent, data: { webhook: String(hook) } }, now);
    const delivery = await insertTest(call.db, call.schoolId, {
      hook,
      kind: testEvent,
      body,
      now,
    });
    await emit(call, 'webhook_delivery_due', { delivery, tries: 0 });
    return oneDelivery(call, hook, delivery);
  }),

  handle(listDeliveries, async (call, input) => {
    const hook = await hookOf(call, input.id);
    const before = input.before === undefined ? null : personId(input.before);
    const rows = await selectDeliveries(call.db, hook, { before, size: input.size + 1 });
    return {
      items: rows.slice(0, input.size).map(deliveryView),
      hasMore: rows.length > input.size,
    };
  }),

  handle(redeliver, async (call, input) => {
    const hook = await hookOf(call, input.id);
    await countUseInTransaction(call, `webhook:${call.me.userId}`, askLimit);
    const delivery = idOf(input.delivery);
    // Undefined means that the delivery is still waiting or doesn't exist. Reading it throws in the second case.
    const tries = await updateRedelivery(call.db, hook, delivery, call.now);
    const payloads = await oneDelivery(call, hook, delivery);
    if (tries === undefined) throw problem('delivery_waits');
    await emit(call, 'webhook_delivery_due', { delivery, tries });
    return payloads;
  }),
];
