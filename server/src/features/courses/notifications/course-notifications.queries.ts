import { sql } from 'kysely';

/** True if a course announcement still exists. */
export const isAnnouncementThere = (announcement: number) =>
  sql`exists (select from course_announcements o where o.id = ${announcement} and o.is_active)`;

/** True if an assignment still exists and the person hasn't submitted it. */
export const isWorkOpen = (assignment: number) =>
  sql`exists (select from course_assignments a where a.id = ${assignment} and a.is_active
    and not exists (select from course_results r where r.school_id = a.school_id and r.user_id = n."user" and r.assignment_id = a.id
      and r.state in ('submitted', 'graded', 'excused')))`;

/** The same for an assignment from an LMS, by its id in `course_news`. */
export const isCopiedWorkOpen = (item: string) =>
  sql`not exists (select from lms_due d where d.user_id = n."user" and d.is_done and 'lms-' || d.course || '-' || d.item = ${item})`;
