import { sql, type RawBuilder } from 'kysely';
import type { JobAlert, JobKind } from '#contract/jobs/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import { hasWords, isUnavailable, joinClub } from '../jobs.queries.ts';

export interface SearchRow {
  readonly id: number;
  readonly search: string;
  readonly kind: JobKind | null;
  readonly club_id: number | null;
  readonly club_name: string | null;
  readonly is_paid: boolean;
  readonly alerts: JobAlert;
}

const searchesSql = (which: RawBuilder<unknown>): RawBuilder<SearchRow> =>
  sql`select s.id, s.search, s.kind, s.club_id, k.name as club_name, s.is_paid, s.alerts
    from job_searches s left join clubs k on k.school_id = s.school_id and k.id = s.club_id
    where ${which} order by s.created_at, s.id`;

export const selectSearches = (db: Db, person: number): Promise<SearchRow[]> =>
  many(db, searchesSql(sql`s.user_id = ${person}`));

export const selectSearch = (db: Db, person: number, id: number): Promise<SearchRow | undefined> =>
  first(db, searchesSql(sql`s.user_id = ${person} and s.id = ${id}`));

/** Stores a search, and returns its id. If the client already stored it, returns the existing id. */
export const insertSearch = (
  db: Db,
  given: {
    school: SchoolId;
    person: number;
    clientId: string;
    search: string;
    kind: JobKind | null;
    club: number | null;
    isPaid: boolean;
    alerts: JobAlert;
    now: Date;
  },
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{ id: number }>`with added as (
      insert into job_searches (school_id, user_id, client_id, search, kind, club_id, is_paid, alerts, alerted_at, created_at)
      values (${given.school}, ${given.person}, ${given.clientId}::uuid, ${given.search}, ${given.kind}, ${given.club}, ${given.isPaid}, ${given.alerts},
        ${given.now}, ${given.now})
      on conflict (school_id, user_id, client_id) do nothing returning id
    )
    select id from added union all select id from job_searches where user_id = ${given.person} and client_id = ${given.clientId}::uuid limit 1`,
  );

/** Changes the alerts of a search. Jobs that opened before aren't news then. */
export const updateAlerts = async (
  db: Db,
  search: { person: number; id: number; alerts: JobAlert; now: Date },
): Promise<void> => {
  await sql`update job_searches set alerts = ${search.alerts}, alerted_at = ${search.now}
    where user_id = ${search.person} and id = ${search.id}`.execute(db);
};

export const deleteSearch = async (db: Db, person: number, id: number): Promise<void> => {
  await sql`delete from job_searches where user_id = ${person} and id = ${id}`.execute(db);
};

/** True if the search `s` finds the job `j` of the club `c`, and its owner `u` can see that club. Calls `server/database/functions/clubs_seen_by.sql`. */
const finds = sql`(s.kind is null or s.kind = j.kind) and (s.club_id is null or s.club_id = j.club_id)
    and (not s.is_paid or j.pay_min > 0) and ${hasWords(sql`s.words`)} and s.user_id is distinct from j.created_by and not u.is_disabled
    and not ${isUnavailable} and (j.club_id is null or exists (select from clubs_seen_by(s.user_id, false) v where v.id = j.club_id))`;

/** Returns people with an immediate alert for an open job, after a person. Calls `server/database/functions/clubs_seen_by.sql`. */
export const selectAlerted = async (
  db: Db,
  job: number,
  { after, size, now }: { after: number; size: number; now: Date },
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`select distinct s.user_id as id
      from jobs j ${joinClub} cross join job_searches s join users u on u.school_id = s.school_id and u.id = s.user_id
      where j.id = ${job} and j.state = 'open' and j.closes_at > ${now}::timestamptz and s.alerts = 'instant' and s.user_id > ${after} and ${finds}
      order by s.user_id limit ${sql.lit(size)}`,
    )
  ).map(({ id }) => id);

/** A saved search with new jobs, for a daily alert. */
export interface DueSearch {
  readonly id: number;
  readonly user_id: number;
  readonly search: string;
  readonly kind: JobKind | null;
  readonly club_id: number | null;
  readonly is_paid: boolean;
  readonly jobs: number;
  /** The title of the newest job. */
  readonly title: string;
}

/**
 * Marks daily searches whose last alert is a day old, and returns those that find jobs which opened since, and before `until`. Calls
 * `server/database/functions/clubs_seen_by.sql`.
 */
export const updateDueSearches = (
  db: Db,
  { before, until, now, size }: { before: Date; until: Date; now: Date; size: number },
): Promise<DueSearch[]> =>
  many(
    db,
    sql<DueSearch>`with due as (
      select s.school_id, s.id, s.alerted_at as since from job_searches s
      where s.alerts = 'daily' and s.alerted_at <= ${before}::timestamptz order by s.alerted_at limit ${sql.lit(size)} for update skip locked
    ), marked as (
      update job_searches s set alerted_at = ${until} from due where s.school_id = due.school_id and s.id = due.id returning s.*, due.since
    )
    select s.id, s.user_id, s.search, s.kind, s.club_id, s.is_paid, count(*)::int as jobs, (array_agg(j.title order by j.opened_at desc))[1] as title
    from marked s join users u on u.school_id = s.school_id and u.id = s.user_id
      join jobs j on j.school_id = s.school_id and j.opened_at >= s.since and j.opened_at < ${until}::timestamptz and j.state = 'open' and j.closes_at > ${now}::timestamptz
      ${joinClub}
    where ${finds}
    group by s.id, s.user_id, s.search, s.kind, s.club_id, s.is_paid order by s.id`,
  );
