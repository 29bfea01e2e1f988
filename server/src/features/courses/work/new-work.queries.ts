import { sql } from 'kysely';
import type { AssignmentKind } from '#contract/courses/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

/** A category by its code. */
export interface NewCategory {
  readonly code: string;
  readonly title: string;
  readonly weight: number | null;
  readonly dropLowest: number;
}

/** An assignment with the codes of its section and category. */
export interface NewAssignment {
  readonly code: string;
  readonly section: string;
  readonly category: string | null;
  readonly kind: AssignmentKind;
  readonly title: string;
  readonly assignedAt: Date;
  readonly dueAt: Date | null;
  readonly points: number | null;
  readonly minutes: number | null;
  readonly attempts: number | null;
}

export interface NewAnnouncement {
  readonly code: string;
  readonly section: string;
  readonly title: string;
  readonly body: string;
  readonly postedAt: Date;
}

export interface NewLink {
  readonly code: string;
  readonly section: string;
  readonly module: string;
  readonly title: string;
  readonly url: string;
  readonly position: number;
}

/** Adds courses' assignments. Announcements are by the first teacher of the section. */
export const insertCourseWork = async (
  db: Db,
  school: SchoolId,
  it: {
    readonly categories: readonly NewCategory[];
    readonly assignments: readonly NewAssignment[];
    readonly announcements: readonly NewAnnouncement[];
    readonly links: readonly NewLink[];
  },
): Promise<void> => {
  const rows = (list: readonly unknown[]) => sql`${JSON.stringify(list)}::jsonb`;
  await sql`insert into course_categories (school_id, code, title, weight, drop_lowest)
    select ${school}::int, r.code, r.title, r.weight, r."dropLowest"
    from jsonb_to_recordset(${rows(it.categories)}) as r (code text, title text, weight numeric, "dropLowest" int)`.execute(
    db,
  );
  await sql`insert into course_assignments (school_id, code, section_id, category_id, kind, title, assigned_at, due_at, points, minutes, attempts)
    select ${school}::int, r.code, s.id, g.id, r.kind, r.title, r."assignedAt", r."dueAt", r.points, r.minutes, r.attempts
    from jsonb_to_recordset(${rows(it.assignments)}) as r (code text, section text, category text, kind text, title text, "assignedAt" timestamptz,
      "dueAt" timestamptz, points numeric, minutes int, attempts int)
      join course_sections s on s.code = r.section left join course_categories g on g.code = r.category`.execute(
    db,
  );
  await sql`insert into course_announcements (school_id, code, section_id, author_id, title, body, posted_at)
    select ${school}::int, r.code, s.id, (select min(m.user_id) from section_members m where m.section_id = s.id and m.role = 'teacher'),
      r.title, r.body, r."postedAt"
    from jsonb_to_recordset(${rows(it.announcements)}) as r (code text, section text, title text, body text, "postedAt" timestamptz)
      join course_sections s on s.code = r.section`.execute(db);
  await sql`insert into course_links (school_id, code, section_id, module, title, url, position)
    select ${school}::int, r.code, s.id, r.module, r.title, r.url, r.position
    from jsonb_to_recordset(${rows(it.links)}) as r (code text, section text, module text, title text, url text, position int)
      join course_sections s on s.code = r.section`.execute(db);
};

/**
 * Invents every student's results, the same each time: past work is graded except that of the last week, most of which is submitted. A few
 * are late or missing, and some are submitted early.
 */
export const insertInventedResults = async (db: Db, school: SchoolId, now: Date): Promise<void> => {
  // A number from 0 to 999 for student and assignment, or for the student alone.
  const chance = (of: ReturnType<typeof sql>) =>
    sql`(abs(hashtextextended(${of}, 62)) % 1000)::int`;
  await sql`insert into course_results (school_id, user_id, assignment_id, state, score, is_late, comment, submitted_at, graded_at)
    select ${school}::int, r.user_id, r.id, r.state,
      case when r.state = 'graded' then round(r.points * least(1, greatest(0.35, 0.70 + r.talent * 0.00022 + (r.luck - 500) * 0.00028)) * 2) / 2 end,
      r.state in ('graded', 'submitted') and r.luck % 17 = 3,
      case when r.state = 'graded' and r.luck % 9 = 4 then (array['Clear work. Watch your units.', 'Good structure; cite your sources.', 'Strong argument in the second part.'])[1 + r.luck % 3] end,
      case when r.state in ('graded', 'submitted') then least(r.due_at - (r.luck % 60) * interval '25 minutes'
        + case when r.luck % 17 = 3 then interval '30 hours' else interval '0' end, ${now}::timestamptz - interval '3 hours') end,
      case when r.state = 'graded' then least(r.due_at + interval '4 days' + (r.luck % 30) * interval '1 hour', ${now}::timestamptz - (r.luck % 40) * interval '1 hour') end
    from (
      select m.user_id, a.id, a.points, a.due_at, w.luck, w.talent,
        case when a.due_at < ${now}::timestamptz - interval '5 days' then case when w.luck % 37 = 5 then 'missing' when w.luck % 53 = 7 then 'excused' else 'graded' end
          when a.due_at < ${now}::timestamptz then case when w.luck % 11 = 2 then 'missing' else 'submitted' end
          when a.due_at < ${now}::timestamptz + interval '4 days' and w.luck % 4 = 0 then 'submitted' end as state
      from course_assignments a join section_members m on m.school_id = a.school_id and m.section_id = a.section_id and m.role = 'student',
        lateral (select ${chance(sql`m.user_id::text || ' ' || a.code`)} as luck, ${chance(sql`m.user_id::text`)} as talent) as w
      where a.points is not null and a.due_at is not null
    ) as r where r.state is not null`.execute(db);
  // Everyone visited their courses two days ago.
  await sql`insert into course_visits (school_id, user_id, course, seen_at)
    select m.school_id, m.user_id, m.section_id::text, ${now}::timestamptz - interval '50 hours' from section_members m where m.is_active`.execute(
    db,
  );
};
