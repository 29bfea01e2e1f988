import * as events from '#contract/events/invitations.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { windowOf } from '../../../kernel/page.ts';
import { ok } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import { limitRate, managedEvent, seenEvent } from '../event-access.ts';
import { lockEvent } from '../events.queries.ts';
import { readerOf } from '../reader/event-reader.queries.ts';
import * as queries from './invitations.queries.ts';

export const invitationsHandlers = [
  handle(events.answerInvitation, async (call, { id, isDeclined }) => {
    // Invited people can see the event, and answer only for themselves.
    const row = await seenEvent(call, id);
    await limitRate(call, 'write');
    const { db, me, now } = call;
    // Registering waits for this lock too, so that no person is both registered and declined.
    await lockEvent(db, row.id);
    if (isDeclined && (await queries.hasOpenRegistration(db, row.id, me.userId)))
      throw problem('registration_exists');
    const declinedAt = isDeclined ? now : null;
    if (!(await queries.updateInvitation(db, { event: row.id, person: me.userId, declinedAt })))
      throw problem('not_found');
    return ok;
  }),

  handle(
    events.listEventInvitations,
    async (call, { id, status, pageOffset: offset, pageSize: size }) => {
      // Only people who manage the event.
      const row = await managedEvent(call, id);
      const { visibility } = readerOf(call);
      const { counts, rows } = await queries.selectInvitations(
        call.db,
        visibility,
        { event: row.id, status: status ?? null },
        { offset, size },
      );
      const all = {
        pending: counts.pending ?? 0,
        going: counts.going ?? 0,
        declined: counts.declined ?? 0,
      };
      const total = status === undefined ? all.pending + all.going + all.declined : all[status];
      const items = rows.map((one) => ({
        ...faceView(one),
        status: one.status,
        declinedAt: one.declined_at?.toISOString() ?? null,
      }));
      return { ...windowOf(items, { total, offset, size }), counts: all };
    },
  ),
];
