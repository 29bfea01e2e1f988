import { getCancellation, getEventRefunds } from '#contract/events/cancellation.endpoints.ts';
import { deleteEvent } from '#contract/events/manage.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { ok } from '../../../kernel/sql.ts';
import { endableEvent, logEventAction, managedEvent, seenEvent } from '../event-access.ts';
import * as queries from '../events.queries.ts';
import { isEndable } from '../events.rules.ts';
import { forgetReviews } from '../proposals/event-reviews.ts';
import { selectCancellation, selectRefundProgress } from '../registration/ticket-orders.queries.ts';
import { calledOffBy, callOffOrders } from '../setup/editing.ts';
import * as setup from '../setup/setup.queries.ts';

/* What canceling does to orders, and deleting, which ends them too. */

export const cancellationHandlers = [
  handle(getCancellation, async (call, { id, occurrence, scope }) => {
    const named = await endableEvent(call, id, occurrence);
    const row = scope === 'all' && named.canceled !== null ? await endableEvent(call, id) : named;
    const sums = await selectCancellation(
      call.db,
      calledOffBy(row, { scope, original: occurrence }),
    );
    return {
      orders: sums.orders,
      unpaid: sums.unpaid,
      byHand: sums.by_hand,
      refunds: [...sums.sums],
    };
  }),

  handle(getEventRefunds, async (call, { id }) => {
    const row = await managedEvent(call, id);
    const { orders, refunded, pending, requested, declined, sums } = await selectRefundProgress(
      call.db,
      row.id,
    );
    return { orders, refunded, pending, requested, declined, sums: [...sums] };
  }),

  handle(deleteEvent, async (call, { id }) => {
    const row = await seenEvent(call, id);
    if (!row.manages && !row.is_proposer) throw problem('not_found');
    if (row.manages && !isEndable(row)) throw problem('club_inactive');
    // Proposers are notified of a decision, but not of a deletion.
    if (row.proposal === 'open') throw problem('event_proposal_open');
    if (!row.manages && row.proposal === 'accepted') throw problem('not_found');
    await forgetReviews(call, row.id);
    if (row.status === 'published')
      await emit(call, 'event_deleted', {
        title: row.title,
        endsAt: row.ends_at.toISOString(),
        people: await setup.selectConcerned(call.db, row.id),
        by: call.me.userId,
      });
    await setup.lockSpots(call.db, row.id);
    await callOffOrders(call, { event: row.id, originals: null });
    await queries.deleteEventRow(call.db, row.id);
    if (row.cover !== null) await emit(call, 'files_dropped', { names: [row.cover] });
    await logEventAction(call, row, 'deleted');
    return ok;
  }),
];
