import { eventLimits as limits, eventRates } from '#contract/events/limits.ts';
import type { Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import { countInMemory } from '../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../kernel/sql.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import { selectEvent, type EventRow } from './events.queries.ts';
import { selectEventPage, type EventPageRow } from './page/event-page.queries.ts';
import { isEndable, isWritable, spotsKey } from './events.rules.ts';
import { isOwnProposal } from './events.views.ts';
import { readerOf } from './reader/event-reader.queries.ts';

/* Permissions for events, in the first line of each handler. */

/** The parts of a call that these functions need, for handlers with their own transactions. */
type Caller = Pick<Call, 'db' | 'actor' | 'school' | 'clock' | 'me' | 'now'>;

/** Reads an event at the requested date or the next one. Throws a different error if the event is visible but has no such date. */
const readAt = async <Row>(
  read: (original: string | null) => Promise<Row | undefined>,
  occurrence: string | undefined,
): Promise<Row> => {
  const row = await read(occurrence ?? null);
  if (row !== undefined || occurrence === undefined) return orNotFound(row);
  orNotFound(await read(null));
  throw problem('occurrence_unknown');
};

/** Returns an event that the caller can see, at one of its dates. Throws 404 otherwise. */
export const seenEvent = (call: Caller, id: string, occurrence?: string): Promise<EventRow> =>
  readAt((at) => selectEvent(call.db, readerOf(call), idOf(id), at), occurrence);

/** Returns it with the data of its page. */
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

/** Returns an event that the caller manages. Throws 404 otherwise. */
export const managedEvent = async (
  call: Caller,
  id: string,
  occurrence?: string,
): Promise<EventRow> => {
  const row = await seenEvent(call, id, occurrence);
  if (!row.manages) throw problem('not_found');
  return row;
};

/** Returns an event that the caller can change. Throws for events of read-only clubs. */
export const changeableEvent = async (
  call: Call,
  id: string,
  occurrence?: string,
): Promise<EventRow> => {
  const row = await managedEvent(call, id, occurrence);
  if (!isWritable(row)) throw problem('club_inactive');
  return row;
};

/** Returns an event that the caller can cancel or delete. Staff can also do that with events of read-only clubs. */
export const endableEvent = async (
  call: Call,
  id: string,
  occurrence?: string,
): Promise<EventRow> => {
  const row = await managedEvent(call, id, occurrence);
  if (!isEndable(row)) throw problem('club_inactive');
  return row;
};

/** Returns an event whose content the caller can edit, which includes the author of a proposal until its decision. */
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

/** Returns the date whose spots change. Required if people register per date. */
export const dateKeyOf = (row: EventRow, occurrence: string | undefined): string => {
  if (row.registration === 'occurrence' && occurrence === undefined && row.series.rule !== null)
    throw problem('event_occurrence');
  return spotsKey(row);
};

export const limitRate = (
  call: Call,
  what: keyof typeof eventRates,
  points?: number,
): Promise<void> => {
  const subject = `events-${what}:${call.schoolId}:${call.me.userId}`;
  return countInMemory(call, subject, eventRates[what], points);
};

/** Records an action on an event in the activity log. */
export const logEventAction = (
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
