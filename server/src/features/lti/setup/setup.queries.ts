import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, exists, many } from '../../../kernel/sql.ts';
import { listedElsewhere, type ContextRow, type PlatformRow } from '../lti.queries.ts';

export interface ListedPlatform extends PlatformRow {
  readonly people: number;
}

/** Returns the school's LMSs in the order they were added, with the number of their linked users. */
export const selectPlatforms = (db: Db): Promise<ListedPlatform[]> =>
  many(
    db,
    sql<ListedPlatform>`select p.*, (select count(*)::int from lti_links l where l.school_id = p.school_id and l.platform_id = p.id) as people
    from lti_platforms p order by p.created_at, p.id`,
  );

export interface ListedCourse extends ContextRow {
  readonly number: string | null;
  readonly course_title: string | null;
  readonly term: string | null;
}

/** Returns the LMS courses, latest launch first. */
export const selectCourses = (db: Db): Promise<ListedCourse[]> =>
  many(
    db,
    sql<ListedCourse>`select x.*, c.number, c.title as course_title, t.name as term from lti_contexts x
      left join course_sections s on s.school_id = x.school_id and s.id = x.section_id
      left join courses c on c.school_id = s.school_id and c.id = s.course_id
      left join terms t on t.school_id = s.school_id and t.id = s.term_id
    order by x.seen_at desc, x.id desc limit 200`,
  );

/** The setup of an LMS. */
export interface PlatformColumns {
  readonly name: string;
  readonly authorization_url: string;
  readonly token_url: string;
  readonly token_audience: string | null;
  readonly keys_url: string;
  readonly deployments: string[];
  readonly match_by: string | null;
  readonly trusts_emails: boolean;
  readonly is_on: boolean;
}

export type NewPlatform = PlatformColumns & {
  readonly issuer: string;
  readonly client_id: string;
  readonly is_dynamic: boolean;
  readonly configuration_host: string | null;
};

/** Adds an LMS. Returns null if one with its issuer and client id exists. */
export const insertPlatform = async (
  db: Db,
  school: SchoolId,
  platform: NewPlatform,
  now: Date,
): Promise<number | null> =>
  (
    await db
      .insertInto('lti_platforms')
      .values({ school_id: school, ...platform, created_at: now })
      .onConflict((conflict) => conflict.columns(['school_id', 'issuer', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id ?? null;

export const isRegistered = (db: Db, issuer: string, clientId: string): Promise<boolean> =>
  exists(db, sql`select from lti_platforms where issuer = ${issuer} and client_id = ${clientId}`);

/** Updates an LMS if it is still at this version. A new address clears the stored keys. */
export const updatePlatformRow = async (
  db: Db,
  before: PlatformRow,
  version: number,
  columns: PlatformColumns,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('lti_platforms')
    .set({
      ...columns,
      version: version + 1,
      ...(columns.keys_url !== before.keys_url && { keys: null, keys_attempted_at: null }),
      ...(before.refused_deployment !== null &&
        columns.deployments.includes(before.refused_deployment) && { refused_deployment: null }),
    })
    .where('id', '=', before.id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const deletePlatformRow = async (db: Db, id: number): Promise<void> => {
  await sql`delete from lti_platforms where id = ${id}`.execute(db);
};

/** Returns the people that an LMS added to sections, by section, except those that another LMS lists there. */
export const selectBroughtBy = (
  db: Db,
  platform: number,
): Promise<{ section: number; people: number[] }[]> =>
  many(
    db,
    sql<{
      section: number;
      people: number[];
    }>`select x.section_id as section, array_agg(m.user_id) as people
    from lti_contexts x join lti_members m on m.school_id = x.school_id and m.context_id = x.id
    where x.platform_id = ${platform} and x.section_id is not null
      and not exists (${listedElsewhere(sql`m.user_id`, sql`x.section_id`)} and c.platform_id <> ${platform})
    group by x.section_id`,
  );

export const insertInvitation = async (
  db: Db,
  school: SchoolId,
  hash: Buffer,
  expiresAt: Date,
): Promise<void> => {
  await sql`insert into lti_invitations (school_id, token_hash, expires_at) values (${school}, ${hash}, ${expiresAt})`.execute(
    db,
  );
};

/** Marks an invitation as used. */
export const takeInvitation = (db: Db, hash: Buffer, now: Date): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`delete from lti_invitations where token_hash = ${hash} and expires_at > ${now}`,
  );

export const countPlatforms = async (db: Db): Promise<number> =>
  (await first(db, sql<{ n: number }>`select count(*)::int as n from lti_platforms`))?.n ?? 0;
