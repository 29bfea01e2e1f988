import type { MenuDocument } from '#contract/menus/items.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';

/** The data that a person's menu depends on. */
export interface ReaderRow {
  account_type: string;
  has_hubs: boolean;
  has_courses: boolean;
  has_finances: boolean;
  hub_id: number | null;
  hub_name: string | null;
  /** The menu of their hub, or else of the school. Null if neither has one. */
  document: MenuDocument | null;
}

/**
 * Returns the data of a person for their menu, with the menu itself, in one statement, because every page needs it.
 * `at` selects the menu of that hub, if they belong to it, or of the school (null), instead of their current one.
 */
export const selectReader = async (
  db: Db,
  me: number,
  at?: number | null,
): Promise<ReaderRow | undefined> => {
  const shown =
    at === undefined ? sql`h.is_chosen` : at === null ? sql`false` : sql`h.id = ${at}::bigint`;
  const { rows } = await sql<ReaderRow>`
    with own as (
      select h.id, h.name, c.hub_id is not null as is_chosen from hubs_of(${me}) as h
      left join current_hubs c on c.user_id = ${me} and c.hub_id = h.id
    )
    select u.account_type, exists (select from own) as has_hubs,
      exists (select from course_sections s where s.school_id = u.school_id) or exists (select from lms_systems l where l.school_id = u.school_id and l.is_on) as has_courses,
      exists (select from finance_accounts f where f.school_id = u.school_id) as has_finances, h.id as hub_id, h.name as hub_name,
      coalesce((select m.document from menus m where m.hub_id = h.id), (select m.document from menus m where m.hub_id is null)) as document
    from users u left join own h on ${shown} where u.id = ${me}`.execute(db);
  return rows[0];
};

const isOf = (hub: number | null) => (hub === null ? sql`hub_id is null` : sql`hub_id = ${hub}`);

/** Returns a stored menu. Undefined if none was ever stored. A `hub` of null means the school's own. */
export const selectMenu = async (
  db: Db,
  hub: number | null,
): Promise<{ document: MenuDocument | null; version: number } | undefined> => {
  const { rows } = await sql<{ document: MenuDocument | null; version: number }>`
    select document, version from menus where ${isOf(hub)}`.execute(db);
  return rows[0];
};

/**
 * Stores a menu that is still at `version`. Returns undefined if someone else has stored one since. Of two simultaneous
 * requests, the second waits and fails.
 */
export const upsertMenu = async (
  db: Db,
  menu: {
    school: SchoolId;
    hub: number | null;
    document: MenuDocument | null;
    version: number;
    now: Date;
  },
): Promise<number | undefined> => {
  const { rows } = await sql<{ version: number }>`
    insert into menus (school_id, hub_id, document, version, changed_at)
    select ${menu.school}::int, ${menu.hub}::bigint, ${menu.document === null ? null : JSON.stringify(menu.document)}::jsonb, 1, ${menu.now}::timestamptz
    where ${menu.version}::int = 0 or exists (select from menus where ${isOf(menu.hub)})
    on conflict (school_id, hub_id) do update
      set document = excluded.document, version = menus.version + 1, changed_at = excluded.changed_at
      where menus.version = ${menu.version}
    returning version`.execute(db);
  return rows[0]?.version;
};
