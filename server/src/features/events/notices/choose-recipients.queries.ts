import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { StoredStatus } from '../events.rules.ts';
import { hasAttended } from '../registration/registration.queries.ts';

const idsOf = async (rows: Promise<{ id: number }[]>): Promise<number[]> =>
  (await rows).map(({ id }) => id);

/** Returns people with one of these statuses at an event, or at one of its times. */
export const selectPeopleOf = (
  db: Db,
  event: number,
  original: string | null,
  statuses: readonly StoredStatus[],
): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`select distinct r.user_id as id from event_registrations r
      where r.event_id = ${event} and r.status = any(${statuses as string[]}::text[])
        ${original === null ? sql`` : sql`and r.original in ('', ${original})`} order by id`,
    ),
  );

/** Reminders of an event that are due, in minutes before its start, and the later ones that replace them. */
interface DueReminders {
  readonly event: number;
  readonly choices: readonly number[];
  readonly without: readonly number[];
}

/** Returns whether the reminders that a person chose, or else `standard`, include one of `choices` and none of `without`. */
const isDue = (
  person: RawBuilder<unknown>,
  { event, choices, without }: DueReminders,
  standard: readonly number[],
): RawBuilder<boolean> =>
  sql`(select chosen.minutes && ${choices as number[]}::int[] and not chosen.minutes && ${without as number[]}::int[]
    from (select coalesce(
      (select m.minutes from event_reminders m where m.user_id = ${person} and m.event_id in (${event}, 0)
        order by m.event_id desc limit 1), ${standard as number[]}::int[]) as minutes) as chosen)`;

/**
 * Returns people to remind of a time of an event. They are registered or answered maybe, and their reminders (`standard` unless they chose
 * their own) include one of `choices` and none of `without`, in minutes before.
 */
export const selectToRemind = (
  db: Db,
  date: DueReminders & { original: string },
  standard: readonly number[],
): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`select distinct r.user_id as id from event_registrations r
      where r.event_id = ${date.event} and r.original in ('', ${date.original}) and r.status in ('registered', 'maybe')
        and ${isDue(sql`r.user_id`, date, standard)} order by id`,
    ),
  );

/**
 * Returns those of an event's hosts and officers to remind of it. Their reminders (`standard` unless they chose their own) include one of
 * `choices` and none of `without`, in minutes before.
 */
export const selectHostsToRemind = (
  db: Db,
  date: DueReminders & { people: readonly number[] },
  standard: readonly number[],
): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`select p.id from unnest(${date.people as number[]}::bigint[]) as p (id)
      where ${isDue(sql`p.id`, date, standard)} order by id`,
    ),
  );

/** Returns the people to ask for feedback on a time of an event: those who came or, if no one was checked in, those who had a spot. */
export const selectToAsk = (db: Db, event: number, original: string): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{
        id: number;
      }>`with placed as (select r.user_id, ${hasAttended(sql`${original}::text`)} as has_come from event_registrations r
        where r.event_id = ${event} and r.original in ('', ${original}) and r.status in ('registered', 'attended'))
      select distinct user_id as id from placed where has_come or not exists (select from placed p where p.has_come) order by id`,
    ),
  );

/** Returns the hosts of an event. */
export const selectHostsOf = (db: Db, event: number): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{
        id: number;
      }>`select user_id as id from event_hosts where event_id = ${event} order by position`,
    ),
  );

/** Returns the people who are invited to an event. `people` limits the result to these people. */
export const selectInvited = (
  db: Db,
  event: number,
  people: readonly number[] | null,
): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`select user_id as id from event_invitees where event_id = ${event}
        ${people === null ? sql`` : sql`and user_id = any(${people as number[]}::bigint[])`} order by user_id`,
    ),
  );

/** Returns the officers who manage the events of a club. */
export const selectManagersOf = (db: Db, club: number): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{
        id: number;
      }>`select distinct g.user_id as id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
      where g.scope_id = ${club} and r.scope = 'club' and 'events.manage' = any(r.permissions)
      order by id`,
    ),
  );

/** Returns a person's current status at an event. */
export const selectStatusOf = (db: Db, event: number, original: string, person: number) =>
  first(
    db,
    sql<{ status: StoredStatus }>`select status from event_registrations
    where event_id = ${event} and original = ${original} and user_id = ${person}`,
  );

/** Returns those of the given people who are registered for an event, wait for a spot, or have asked for one. */
export const selectStillIn = (
  db: Db,
  { event, original, people }: { event: number; original: string; people: readonly number[] },
): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`select user_id as id from event_registrations
      where event_id = ${event} and original = ${original} and user_id = any(${people as number[]}::bigint[])
        and status in ('registered', 'requested', 'waiting')`,
    ),
  );
