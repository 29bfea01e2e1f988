import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first } from '../../../kernel/sql.ts';

/** Returns whether a person teaches or assists in a class `section`, a column of the statement. */
const teaches = (
  me: number,
  section: RawBuilder<unknown>,
) => sql`exists (select from section_members t
    where t.section_id = ${section} and t.user_id = ${me} and t.role in ('teacher', 'assistant') and t.is_active)`;

/** Counts the rows of a class, and selects the one that was sent with this code. Locks until the transaction ends. */
export const selectBefore = async (
  db: Db,
  table: 'course_announcements' | 'course_links',
  { section, code }: { section: number; code: string },
): Promise<{ n: number; id: number | null }> => {
  await sql`select from course_sections where id = ${section} for no key update`.execute(db);
  return (
    (await first(
      db,
      sql<{
        n: number;
        id: number | null;
      }>`select (select count(*)::int from ${sql.table(table)} x where x.section_id = ${section} and x.is_active) as n,
        (select x.id from ${sql.table(table)} x where x.code = ${code}) as id`,
    )) ?? { n: 0, id: null }
  );
};

export interface NewAnnouncement {
  readonly section: number;
  readonly code: string;
  readonly author: number;
  readonly title: string;
  readonly body: string;
  readonly now: Date;
}

/** Posts an announcement. Returns its id, the course's number and the students to notify. */
export const insertAnnouncement = (db: Db, school: SchoolId, one: NewAnnouncement) =>
  first(
    db,
    sql<{ id: number; number: string; people: number[] }>`with posted as (
      insert into course_announcements (school_id, section_id, code, author_id, title, body, posted_at)
      values (${school}, ${one.section}, ${one.code}, ${one.author}, ${one.title}, ${one.body}, ${one.now}) returning id, section_id)
    select p.id, c.number, array(select m.user_id from section_members m
        where m.section_id = p.section_id and m.role = 'student' and m.is_active order by 1) as people
    from posted p join course_sections s on s.id = p.section_id join courses c on c.school_id = s.school_id and c.id = s.course_id`,
  );

export const updateAnnouncement = (
  db: Db,
  me: number,
  id: number,
  { title, body }: { title: string; body: string },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update course_announcements n set title = ${title}, body = ${body}
    where n.id = ${id} and n.is_active and n.author_id = ${me} and ${teaches(me, sql`n.section_id`)}`,
  );

/** Deletes an announcement. Returns the students who were notified. */
export const endAnnouncement = (
  db: Db,
  me: number,
  id: number,
): Promise<{ people: number[] } | undefined> =>
  first(
    db,
    sql<{ people: number[] }>`with ended as (
      update course_announcements n set is_active = false
      where n.id = ${id} and n.is_active and ${teaches(me, sql`n.section_id`)} returning n.section_id)
    select array(select m.user_id from section_members m
      where m.section_id = e.section_id and m.role = 'student' order by 1) as people from ended e`,
  );

export interface NewLink {
  readonly section: number;
  readonly code: string;
  readonly module: string;
  readonly title: string;
  readonly url: string;
}

/** Adds a link after those of its module, or at the end if the module is new. */
export const insertLink = (db: Db, school: SchoolId, one: NewLink) =>
  first(
    db,
    sql<{ id: number }>`with place as (
      select coalesce(max(l.position) filter (where l.module = ${one.module} and l.is_active), max(l.position), -1) + 1 as at
      from course_links l where l.section_id = ${one.section}),
    moved as (
      update course_links l set position = l.position + 1 from place where l.section_id = ${one.section} and l.position >= place.at)
    insert into course_links (school_id, section_id, code, module, title, url, position)
    select ${school}::int, ${one.section}::bigint, ${one.code}, ${one.module}, ${one.title}, ${one.url}, place.at from place returning id`,
  );

export const endLink = (db: Db, me: number, id: number): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update course_links l set is_active = false where l.id = ${id} and l.is_active and ${teaches(me, sql`l.section_id`)}`,
  );
