import { sql, type RawBuilder } from 'kysely';
import type { SectionRole } from '#contract/courses/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { joinConnection, personColumns, type PersonRow } from '../../people/people.queries.ts';

/** A person of a section. */
export interface PeopleRow extends PersonRow {
  readonly role: SectionRole;
  readonly is_active: boolean;
  readonly is_connected: boolean;
  /** Whether the viewer can see the person outside the course, too. */
  readonly is_present: boolean;
  readonly position: number;
  readonly name_key: string;
}

export interface PeopleFilter {
  readonly me: number;
  readonly section: number;
  /** True for teachers and assistants. */
  readonly isStaff: boolean;
  /** Starts of words of a name. */
  readonly search: string;
  readonly role: SectionRole | null;
}

/**
 * Selects the people of a section that a member can see. Students see current members. Teachers and assistants also see those who dropped it,
 * and people who are hidden from them, because the roster is theirs. `present`: whether the viewer can see `u`. Calls `server/database/functions/name_words.sql`.
 */
export const selectPeople = (
  db: Db,
  { me, section, isStaff, search, role }: PeopleFilter,
  present: RawBuilder<unknown>,
  after: readonly [number, string, number] | null,
  size: number,
): Promise<PeopleRow[]> =>
  many(
    db,
    sql<PeopleRow>`select * from (
      select ${personColumns}, m.role, m.is_active, (u.id = ${me}::bigint or ${present}) as is_present,
        exists (select from connected k where k.user_id = ${me}::bigint and k.other_id = u.id) as is_connected,
        array_position(array['teacher', 'assistant', 'student'], m.role) as position, fold(u.last_name || ' ' || u.first_name) as name_key
      from section_members m join users u on u.school_id = m.school_id and u.id = m.user_id ${joinConnection(me)}
      where m.section_id = ${section}::bigint and not u.is_disabled and (${role}::text is null or m.role = ${role})
        and not exists (select from unnest(search_words(${search})) as w (word)
          where not exists (select from unnest(name_words(u.first_name, u.last_name, u.romanized_name)) as n (word) where starts_with(n.word, w.word)))
        and ${isStaff ? sql`true` : sql`m.is_active and (u.id = ${me}::bigint or ${present})`}) as p
    where ${after === null ? sql`true` : sql`(p.position, p.name_key, p.id) > (${after[0]}::int, ${after[1]}, ${after[2]}::bigint)`}
    order by p.position, p.name_key, p.id limit ${size}`,
  );

/** Counts the people of a section, as `selectPeople` lists them. */
export const countPeople = async (
  db: Db,
  { me, section, isStaff }: { me: number; section: number; isStaff: boolean },
  present: RawBuilder<unknown>,
): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from section_members m join users u on u.school_id = m.school_id and u.id = m.user_id
        where m.section_id = ${section}::bigint and not u.is_disabled and ${isStaff ? sql`true` : sql`m.is_active and (u.id = ${me}::bigint or ${present})`}`,
    )
  )?.n ?? 0;
