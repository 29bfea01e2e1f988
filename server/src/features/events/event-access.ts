import { eventLimits as limits, eventRates } from '#contract/events/limits.ts';
import type { Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import { countInMemory } from '../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../kernel/sql.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import { selectEvent, type EventRow } from './events.queries.ts';
import { selectEventPage, type EventPageRow } from './page/event-page.queries.ts';
import { isEndable, isWritable, placesKey } from './events.rules.ts';
import { isOwnProposal } from './events.views.ts';
import { readerOf } from './reader/event-reader.queries.ts';

/* Who may do what with an event: the first line of each handler. */

/** What these functions need of a call, for handlers that open their own transactions. */
type Caller = Pick<Call, 'db' | 'actor' | 'school' | 'clock' | 'me' | 'now'>;

/** Reads at the time that is asked for, or at the next; says when the event is seen but has no such time. */
const readAt = async <Row>(
  read: (original: string | null) => Promise<Row | undefined>,
  occurrence: string | undefined,
): Promise<Row> => {
  const row = await read(occurrence ?? null);
  if (row !== undefined || occurrence === undefined) return orNotFound(row);
  orNotFound(await read(null));
  throw problem('occurrence_unknown');
};

/** An event that the caller may see, at one of its times; 404 otherwise. */
export const seenEvent = (call: Caller, id: string, occurrence?: string): Promise<EventRow> =>
  readAt((at) => selectEvent(call.db, readerOf(call), idOf(id), at), occurrence);

/** The same with what its page shows. */
export const seenEventPage = (
  call: Caller,
  id: string,
  occurrence?: string,
): Promise<EventPageRow> =>
  readAt(
    (original) =>
      selectEventPage(call.db, readerOf(call), {
        id: idOf(id),
        original,
        faces: limits.faces,
        times: limits.timesShown,
      }),
    occurrence,
  );

/** The same for those who manage it; to others there is nothing at these addresses. */
export const managedEvent = async (
  call: Caller,
  id: string,
  occurrence?: string,
): Promise<EventRow> => {
  const row = await seenEvent(call, id, occurrence);
  if (!row.manages) throw problem('not_found');
  return row;
};

/** The same where something is changed: refuses events of clubs that can only be read. */
export const changeableEvent = async (
  call: Call,
  id: string,
  occurrence?: string,
): Promise<EventRow> => {
  const row = await managedEvent(call, id, occurrence);
  if (!isWritable(row)) throw problem('club_inactive');
  return row;
};

/** The same where it is canceled or deleted, which staff can also do with events of such clubs. */
export const endableEvent = async (
  call: Call,
  id: string,
  occurrence?: string,
): Promise<EventRow> => {
  const row = await managedEvent(call, id, occurrence);
  if (!isEndable(row)) throw problem('club_inactive');
  return row;
};

/** The same where somebody edits what an event says: also who proposed it, until the officers have decided. */
export const editableEvent = async (
  call: Caller,
  id: string,
  occurrence?: string,
): Promise<EventRow> => {
  const row = await seenEvent(call, id, occurrence);
  if (!row.manages && !isOwnProposal(row)) throw problem('not_found');
  if (!isWritable(row)) throw problem('club_inactive');
  return row;
};

/** The time whose places are changed. Of an event that people register for by its times one has to be named. */
export const heldKey = (row: EventRow, occurrence: string | undefined): string => {
  if (row.registration === 'occurrence' && occurrence === undefined && row.series.rule !== null)
    throw problem('event_occurrence');
  return placesKey(row);
};

export const limitRate = (
  call: Call,
  what: keyof typeof eventRates,
  points?: number,
): Promise<void> => {
  const subject = `events-${what}:${call.schoolId}:${call.me.userId}`;
  return countInMemory(call, subject, eventRates[what], points);
};

/** Keeps in the audit log what somebody did to an event. */
export const keep = (
  call: Pick<Call, 'db' | 'actor' | 'clock'>,
  { id, title, club_id: club }: Pick<EventRow, 'id' | 'title' | 'club_id'>,
  act: Acts['event_changed'],
): Promise<void> =>
  record(call, 'event_changed', {
    event: String(id),
    title,
    ...(club !== null && { club: String(club) }),
    act,
  });
