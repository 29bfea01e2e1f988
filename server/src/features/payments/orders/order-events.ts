import type { OrderEventKind } from '#contract/payments/limits.ts';
import { actorId } from '../../../kernel/actor.ts';
import type { Context } from '../../../kernel/context.ts';
import { insertOrderEvent } from './orders.queries.ts';

/** Adds an event to the history of an order. `isAutomatic`: a job did it, even if a person caused it. */
export const addOrderEvent = (
  context: Pick<Context, 'db' | 'school' | 'clock' | 'actor'>,
  order: number,
  kind: OrderEventKind,
  { isAutomatic = false }: { isAutomatic?: boolean } = {},
): Promise<void> =>
  insertOrderEvent(context.db, context.school.school_id, {
    order,
    kind,
    at: context.clock.now(),
    by: isAutomatic ? null : actorId(context),
  });
