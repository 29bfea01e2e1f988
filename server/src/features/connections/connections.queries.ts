import type { PersonalData } from '../../kernel/feature.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { eventOfRows } from '../../kernel/jobs/outbox.ts';
import { first } from '../../kernel/sql.ts';
import { joinConnection, personColumns, type PersonRow } from '../people/people.queries.ts';
import type { PairEvent } from './connections.rules.ts';

const pair = (a: number, b: number) => ({ low: Math.min(a, b), high: Math.max(a, b) });

/** The key of a pair's lock. */
const pairKey = (school: SchoolId, low: RawBuilder<unknown>, high: RawBuilder<unknown>) =>
  sql`hashtextextended(concat_ws(':', ${school}::bigint, ${low}, ${high}), 1)`;

/**
 * Locks a pair of people until the transaction ends: requests, answers and blocks wait for each other. The lock is on the pair instead of a
 * row, so that two first requests also wait. Waits 5 s at most.
 */
export const lockPair = async (
  db: Db,
  school: SchoolId,
  me: number,
  other: number,
): Promise<void> => {
  const { low, high } = pair(me, other);
  const key = pairKey(school, sql`${low}::bigint`, sql`${high}::bigint`);
  await sql`select pg_advisory_xact_lock(${key})`.execute(db);
};

/** A person with the row that connects the two. */
export interface PairRow {
  id: number;
  has_hold: boolean;
  requested_by: number | null;
  is_accepted: boolean | null;
}

/** Locks the pair for this transaction, and returns the other person. Undefined as for selectPerson(). */
export const selectPairForUpdate = async (
  db: Db,
  school: SchoolId,
  me: number,
  other: number,
): Promise<PairRow | undefined> => {
  // Two statements, because one would see the pair as it was before the wait. They are sent together and executed in order.
  const [, row] = await Promise.all([
    lockPair(db, school, me, other),
    first(
      db,
      sql<PairRow>`select u.id, u.has_hold, c.requested_by, c.is_accepted from users u ${joinConnection(me)}
      where u.id = ${other} and not u.is_disabled and not exists (
        select from blocked_pairs b where b.user_id = ${me} and b.other_id = u.id)`,
    ),
  ]);
  return row;
};

/** Updates the pair and writes its event, in one statement. */
export const storePair = async (
  context: Parameters<typeof eventOfRows>[0] & { readonly db: Db; readonly clock: Clock },
  me: number,
  other: number,
  event: PairEvent,
): Promise<void> => {
  const { db, school, clock } = context;
  const { low, high } = pair(me, other);
  const now = clock.now();
  const isPair = sql`low_id = ${low} and high_id = ${high}`;
  const changes = {
    connection_requested: sql`insert into connections (school_id, low_id, high_id, requested_by, requested_at)
      values (${school.school_id}, ${low}, ${high}, ${me}, ${now})`,
    connection_accepted: sql`update connections set is_accepted = true, accepted_at = ${now} where ${isPair}`,
    connection_ended: sql`delete from connections where ${isPair}`,
  };
  const [mine, theirs] = [sql`${me}::bigint`, sql`${other}::bigint`];
  const source = sql`changed`;
  const events = {
    connection_requested: () =>
      eventOfRows(context, 'connection_requested', { from: mine, to: theirs }, source),
    connection_accepted: () =>
      eventOfRows(context, 'connection_accepted', { by: mine, of: theirs }, source),
    connection_ended: () =>
      eventOfRows(context, 'connection_ended', { by: mine, other: theirs }, source),
  };
  await sql`with changed as (${changes[event]} returning 1) ${events[event]()}`.execute(db);
};

/** Maximum requests that one call accepts. */
const acceptedMax = 500;

/** Accepts the requests that the person received until then, and writes an event for each. Returns how many it accepted. */
export const acceptUntil = async (
  context: Parameters<typeof eventOfRows>[0] & { readonly db: Db; readonly clock: Clock },
  me: number,
  until: Date,
): Promise<number> => {
  const { db, school, clock } = context;
  const waiting = sql`select c.low_id, c.high_id, c.other_id
    from ${mine(me)} join users u on u.school_id = c.school_id and u.id = c.other_id
    where ${inList(me, 'incoming')} and ${isShown(me)} and c.requested_at <= ${until}
    order by c.requested_at, c.low_id, c.high_id limit ${acceptedMax}`;
  // Locks the pairs as `lockPair` does, in one order, so that two people who accept each other's requests can't wait for one another. The
  // second statement sees what others changed while the first one waited.
  await sql`select pg_advisory_xact_lock(${pairKey(school.school_id, sql`w.low_id`, sql`w.high_id`)})
    from (select * from (${waiting}) as o order by low_id, high_id offset 0) as w`.execute(db);
  const [mineId, theirs] = [sql`${me}::bigint`, sql`other_id`];
  const { rows } = await sql<{ accepted: number }>`with waiting as (${waiting}),
    changed as (
      update connections c set is_accepted = true, accepted_at = ${clock.now()} from waiting w
      where c.low_id = w.low_id and c.high_id = w.high_id and not c.is_accepted
      returning w.other_id),
    events as (${eventOfRows(context, 'connection_accepted', { by: mineId, of: theirs }, sql`changed`)} returning 1)
    select count(*)::int as accepted from events`.execute(db);
  return rows[0]?.accepted ?? 0;
};

/** Removes the pair. */
export const deletePair = async (db: Db, me: number, other: number): Promise<void> => {
  const { low, high } = pair(me, other);
  await db
    .deleteFrom('connections')
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .execute();
};

/** Deletes all pairs of an erased person. */
export const deletePairsOf = async (db: Db, id: number): Promise<void> => {
  await sql`delete from connections where low_id = ${id}`.execute(db);
  await sql`delete from connections where high_id = ${id}`.execute(db);
};

/** A person of one of the three lists, with the time of the request or of its acceptance. */
export type ListedRow = PersonRow & { since: Date };

const mine = (me: number) => sql`(
    select school_id, low_id, high_id, high_id as other_id, requested_by, is_accepted, requested_at, accepted_at from connections where low_id = ${me}
    union all
    select school_id, low_id, high_id, low_id, requested_by, is_accepted, requested_at, accepted_at from connections where high_id = ${me}) as c`;

const inList = (me: number, list: 'incoming' | 'sent' | 'connected') => {
  if (list === 'connected') return sql`c.is_accepted`;
  return list === 'sent'
    ? sql`not c.is_accepted and c.requested_by = ${me}`
    : sql`not c.is_accepted and c.requested_by <> ${me}`;
};

/** Returns whether a person isn't erased, and neither has blocked the other. A block ends the connection a moment later. */
const isShown = (me: number) =>
  sql`not u.is_disabled and u.id <> all(array(select other_id from blocked_pairs where user_id = ${me}))`;

/** Returns whether each typed word begins a word of the name of the person `u`, for the connections of a person. */
const isNamed = (search: string) =>
  search === ''
    ? sql`true`
    : sql`not exists (select from unnest(search_words(${search})) as w (word) where not exists (
        select from unnest(search_words(u.first_name || ' ' || u.last_name)) as n (word) where starts_with(n.word, w.word)))`;

/** Selects a window of one of the person's lists. */
export const selectConnections = async (
  db: Db,
  me: number,
  list: 'incoming' | 'sent' | 'connected',
  search: string,
  { offset, size }: { offset: number; size: number },
): Promise<ListedRow[]> => {
  const { rows } = await sql<ListedRow>`
    select ${personColumns}, coalesce(c.accepted_at, c.requested_at) as since
    from ${mine(me)} join users u on u.school_id = c.school_id and u.id = c.other_id
    where ${inList(me, list)} and ${isShown(me)} and ${isNamed(search)}
    order by ${list === 'connected' ? sql`u.sort_name, u.id` : sql`c.requested_at desc, u.id`}
    limit ${size} offset ${offset}`.execute(db);
  return rows;
};

/** Counts the people of a list whose name matches a search. */
export const countNamed = async (
  db: Db,
  me: number,
  list: 'incoming' | 'sent' | 'connected',
  search: string,
): Promise<number> => {
  const { rows } = await sql<{ people: number }>`select count(*)::int as people
    from ${mine(me)} join users u on u.school_id = c.school_id and u.id = c.other_id
    where ${inList(me, list)} and ${isShown(me)} and ${isNamed(search)}`.execute(db);
  return rows[0]?.people ?? 0;
};

/** Counts the people in each of the three lists. */
export const countConnections = async (
  db: Db,
  me: number,
): Promise<{ incoming: number; sent: number; connected: number }> => {
  const { rows } = await sql<{ incoming: number; sent: number; connected: number }>`
    select count(*) filter (where ${inList(me, 'incoming')})::int as incoming,
      count(*) filter (where ${inList(me, 'sent')})::int as sent,
      count(*) filter (where ${inList(me, 'connected')})::int as connected
    from ${mine(me)} join users u on u.school_id = c.school_id and u.id = c.other_id where ${isShown(me)}`.execute(
    db,
  );
  return rows[0] ?? { incoming: 0, sent: 0, connected: 0 };
};

/** The person's connections, for their data export. */
export const personalData: PersonalData = (me, name) => ({
  connections: sql`(select jsonb_agg(jsonb_build_object('with', ${name}, 'requestedByMe', c.requested_by = ${me}, 'isAccepted', c.is_accepted,
          'requestedAt', c.requested_at, 'acceptedAt', c.accepted_at) order by c.requested_at)
        from (select * from connections where low_id = ${me} union all select * from connections where high_id = ${me}) as c
        join users o on o.school_id = c.school_id and o.id = case when c.low_id = ${me} then c.high_id else c.low_id end)`,
});
