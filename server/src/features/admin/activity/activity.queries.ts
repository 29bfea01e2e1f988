import { sql } from 'kysely';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';

/** Weeks for which the numbers of active people are kept. */
const weeksKept = 110;

/** Merges the rows of each week, and deletes weeks that charts no longer show. Returns the number of deleted weeks. */
export const foldActiveWeeks: MaintenanceTask = async (db, now, school) => {
  const { rows } = await sql<{ n: number }>`
    with several as (
      select week from active_weeks group by 1 having count(*) > 1
    ), gone as (
      delete from active_weeks a using several s where a.week = s.week returning a.week, a.people
    ), old as (
      delete from active_weeks where week < (${now}::timestamptz - ${weeksKept} * interval '1 week')::date returning week
    )
    , merged as (
      insert into active_weeks (school_id, week, people) select ${school}::int, week, sum(people) from gone group by week returning week
    )
    select count(distinct week)::int as n from old`.execute(db);
  return rows[0]?.n ?? 0;
};
