import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { isPersonPermitted } from '../../../kernel/access.ts';
import { first, many } from '../../../kernel/sql.ts';

/** True if a job is still open. */
export const isStillOpen = (job: number): RawBuilder<boolean> =>
  sql`exists (select from jobs j where j.id = ${job} and j.state = 'open')`;

/** True if a person's application is still there. */
export const isStillApplied = (job: number, person: number): RawBuilder<boolean> =>
  sql`exists (select from job_applications a where a.job_id = ${job} and a.user_id = ${person})`;

/** True if a saved search is still there and has daily alerts. */
export const isStillDaily = (search: number): RawBuilder<boolean> =>
  sql`exists (select from job_searches s where s.id = ${search} and s.alerts = 'daily')`;

/** Returns a job with the title that the school approved last, because applicants read it. */
export const selectNamedJob = (db: Db, job: number) =>
  first(
    db,
    sql<{
      title: string;
      club_id: number | null;
    }>`select case when state in ('draft', 'in_approval') then coalesce(approved ->> 'title', title) else title end as title, club_id
      from jobs where id = ${job}`,
  );

/** Returns the officers of a club whose position permits managing its jobs. */
export const selectJobOfficers = async (db: Db, club: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct g.user_id as id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        where r.scope = 'club' and g.scope_id = ${club} and 'jobs.manage' = any(r.permissions)`,
    )
  ).map(({ id }) => id);

/** Returns the person who posted a job of the school, if they still manage jobs. */
export const selectPoster = async (db: Db, job: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select j.created_by as id from jobs j where j.id = ${job} and j.created_by is not null
        and ${isPersonPermitted(sql`j.created_by`, 'school', sql`0`, 'jobs.manage_all')}`,
    )
  ).map(({ id }) => id);
