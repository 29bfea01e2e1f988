import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { StoredStatus } from '../events.rules.ts';
import { cameTo } from '../registration/registration.queries.ts';

const idsOf = async (rows: Promise<{ id: number }[]>): Promise<number[]> =>
  (await rows).map(({ id }) => id);

/** People who are something to an event, or to one of its times. */
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

/**
 * Who has a place at a time of an event, or may come, and has chosen to be reminded at one of `choices` and at none of `without`, in
 * minutes before; whoever chose nothing has chosen `standard`.
 */
export const selectToRemind = (
  db: Db,
  {
    event,
    original,
    choices,
    without,
  }: {
    event: number;
    original: string;
    choices: readonly number[];
    without: readonly number[];
  },
  standard: readonly number[],
): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`select distinct r.user_id as id from event_registrations r
      cross join lateral (select coalesce(
          (select m.minutes from event_reminders m where m.school_id = r.school_id and m.user_id = r.user_id and m.event_id in (r.event_id, 0)
            order by m.event_id desc limit 1), ${standard as number[]}::int[]) as minutes) as chosen
      where r.event_id = ${event} and r.original in ('', ${original}) and r.status in ('registered', 'maybe')
        and chosen.minutes && ${choices as number[]}::int[] and not chosen.minutes && ${without as number[]}::int[] order by id`,
    ),
  );

/** Who is asked how a time of an event was: whoever came, and where nobody was checked in, whoever had a place. */
export const selectToAsk = (db: Db, event: number, original: string): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{
        id: number;
      }>`with placed as (select r.user_id, ${cameTo(sql`${original}::text`)} as has_come from event_registrations r
        where r.event_id = ${event} and r.original in ('', ${original}) and r.status in ('registered', 'attended'))
      select distinct user_id as id from placed where has_come or not exists (select from placed p where p.has_come) order by id`,
    ),
  );

/** The people who host an event. */
export const selectHostsOf = (db: Db, event: number): Promise<number[]> =>
  idsOf(
    many(
      db,
      sql<{
        id: number;
      }>`select user_id as id from event_hosts where event_id = ${event} order by place`,
    ),
  );

/** Who is invited to an event, of these people or (null) of all. */
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

/** Officers who manage the events of a club. */
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

/** What somebody is to an event now. */
export const selectStatusOf = (db: Db, event: number, original: string, person: number) =>
  first(
    db,
    sql<{ status: StoredStatus }>`select status from event_registrations
    where event_id = ${event} and original = ${original} and user_id = ${person}`,
  );

/** Which of these people are registered for an event now, wait for it or asked to be. */
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
