import { transact, type Scope } from '../../../kernel/context.ts';
import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { emitPromotions } from './promotions.ts';
import { changeRegistrations } from './registration.queries.ts';
import { selectUnordered } from './ticket-orders.queries.ts';

/*
 * Spots with a price that people got without a call of their own: from the waitlist, or from a host. They register again to place the
 * order, and have a day for it.
 */
const deadlineMs = 24 * 3_600_000;

interface Place {
  readonly event: number;
  readonly original: string;
  readonly people: readonly number[];
}

const startDeadline = (scope: Scope, { people, ...place }: Place): Promise<void> =>
  transact(scope, async (context) => {
    const unordered = await selectUnordered(context.db, place, people);
    if (unordered.length === 0) return;
    const at = new Date(context.clock.now().getTime() + deadlineMs);
    await emit(context, 'event_orders_due', { ...place, people: unordered }, at);
  });

/** Passes on the spots of people who haven't placed their order. */
const endUnordered = (scope: Scope, { people, ...place }: Place): Promise<void> =>
  transact(scope, async (context) => {
    const unordered = await selectUnordered(context.db, place, people);
    const { changed, promoted } = await changeRegistrations(context.db, {
      ...place,
      people: unordered,
      from: ['registered'],
      to: 'canceled',
      reason: '',
      now: context.clock.now(),
    });
    if (changed.length > 0) await emit(context, 'event_offer_over', { ...place, people: changed });
    await emitPromotions(context, place, promoted);
  });

export const ticketDeadlineJobs = [
  onEvent('events.start-order-deadline', 'event_promoted', (scope, { event, original, people }) =>
    startDeadline(scope, { event, original, people }),
  ),
  onEvent(
    'events.start-order-deadline-of-decided',
    'event_decided',
    (scope, { event, original, people }) => startDeadline(scope, { event, original, people }),
  ),
  onEvent('events.end-unordered', 'event_orders_due', endUnordered),
];
