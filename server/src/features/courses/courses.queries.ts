import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData } from '../../kernel/feature.ts';

/** Somebody is erased: they are in no section any more. */
export const deleteMembershipsOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from section_members where user_id = ${user}`.execute(db);
};

/** What the export of one's own data holds of this feature. */
export const personalData: PersonalData = (me) => ({
  sections: sql`(select jsonb_agg(jsonb_build_object('term', t.name, 'course', c.number, 'title', c.title, 'section', s.name,
      'role', m.role, 'dropped', not m.is_active) order by t.starts_on, c.number, s.code)
    from section_members m join course_sections s on s.school_id = m.school_id and s.id = m.section_id
      join courses c on c.school_id = s.school_id and c.id = s.course_id join terms t on t.school_id = s.school_id and t.id = s.term_id
    where m.user_id = ${me})`,
});
