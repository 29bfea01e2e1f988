import { sql } from 'kysely';
import type { SectionRole } from '#contract/courses/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';

/** A person that another system has in a section. */
export interface Enrollment {
  readonly user: number;
  readonly role: SectionRole;
}

/** Adds people from a platform to a section. People from a file of the school stay as they are. */
export const insertMembers = async (
  db: Db,
  school: SchoolId,
  section: number,
  people: readonly Enrollment[],
): Promise<void> => {
  await sql`insert into section_members (school_id, section_id, user_id, role, is_from_lti)
    select ${school}, ${section}::bigint, p.id, p.role, true
    from unnest(${people.map(({ user }) => user)}::bigint[], ${people.map(({ role }) => role)}::text[]) as p (id, role)
    on conflict (school_id, section_id, user_id) do update set is_active = true, role = excluded.role
      where section_members.is_from_lti and (not section_members.is_active or section_members.role <> excluded.role)`.execute(
    db,
  );
};

/** Marks people that only platforms have added as having dropped the section. */
export const deactivateMembers = async (
  db: Db,
  section: number,
  people: readonly number[],
): Promise<void> => {
  await sql`update section_members set is_active = false where section_id = ${section}::bigint
    and user_id = any(${people as number[]}::bigint[]) and is_active and is_from_lti`.execute(db);
};

/** Removes people that only platforms have added from a section, as if they had never been in it. */
export const deleteMembers = async (
  db: Db,
  section: number,
  people: readonly number[],
): Promise<void> => {
  await sql`delete from section_members where section_id = ${section}::bigint and user_id = any(${people as number[]}::bigint[])
    and is_from_lti`.execute(db);
};

/** Selects a person's current role in a section. */
export const selectRole = async (
  db: Db,
  section: number,
  user: number,
): Promise<SectionRole | null> =>
  (
    await first(
      db,
      sql<{ role: SectionRole }>`select role from section_members
      where section_id = ${section}::bigint and user_id = ${user} and is_active`,
    )
  )?.role ?? null;

export interface TaughtRow {
  readonly id: number;
  readonly number: string;
  readonly title: string;
  readonly name: string | null;
  readonly term: string;
}

/** Selects the sections that a person teaches, latest terms first. */
export const selectTaught = (db: Db, user: number): Promise<TaughtRow[]> =>
  many(
    db,
    sql<TaughtRow>`select s.id, c.number, c.title, s.name, t.name as term
    from section_members m join course_sections s on s.school_id = m.school_id and s.id = m.section_id and s.is_active
      join courses c on c.school_id = s.school_id and c.id = s.course_id join terms t on t.school_id = s.school_id and t.id = s.term_id
    where m.user_id = ${user} and m.is_active and m.role in ('teacher', 'assistant')
    order by t.starts_on desc, c.number, s.name, s.id limit 100`,
  );

/** Selects the only section that matches the codes of another system: a section's code, or that of a course with one section. */
export const selectSectionByCode = async (
  db: Db,
  codes: readonly string[],
): Promise<number | null> => {
  const rows = await many(
    db,
    sql<{ id: number; position: number }>`
    select s.id, 0 as position from course_sections s where s.code = any(${codes as string[]}) and s.is_active
    union all select s.id, 1 from courses c join course_sections s on s.school_id = c.school_id and s.course_id = c.id and s.is_active
    where c.code = any(${codes as string[]})
    order by position, id limit 3`,
  );
  const [best, ...others] = rows.filter(({ position }) => position === rows[0]?.position);
  return best !== undefined && others.length === 0 ? best.id : null;
};

/** Returns whether a section exists. */
export const isSection = async (db: Db, section: number): Promise<boolean> =>
  (await first(db, sql<{ id: number }>`select id from course_sections where id = ${section}`)) !==
  undefined;
