import { sql, type Selectable } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { AnnouncementsTable } from '../../kernel/database/tables.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, many } from '../../kernel/sql.ts';

export type AnnouncementRow = Omit<Selectable<AnnouncementsTable>, 'school_id' | 'client_id'>;
/** The editable columns of an announcement. */
export type AnnouncementColumns = Omit<AnnouncementRow, 'id' | 'version'>;

/** Returns whether an announcement `a` has started and its audience includes the person `u`. */
const reaches = (now: Date) =>
  sql`a.starts_at <= ${now} and (a.account_types = '{}' or u.account_type = any(a.account_types))`;

/** Selects the announcements that a person sees now, newest first. */
export const selectShown = (db: Db, me: number, now: Date) =>
  many(
    db,
    sql<AnnouncementRow>`
    select a.* from announcements a join users u on u.school_id = a.school_id and u.id = ${me}
    where ${reaches(now)} and a.ends_at > ${now}
      and not exists (select from announcement_dismissals d where d.user_id = u.id and d.announcement_id = a.id)
    order by a.starts_at desc, a.id desc`,
  );

/** Stores that a person has dismissed an announcement. Returns false if it wasn't shown to them. */
export const upsertDismissal = (db: Db, school: SchoolId, me: number, id: number, now: Date) =>
  hasChangedRows(
    db,
    sql`insert into announcement_dismissals as d (school_id, user_id, announcement_id, dismissed_at)
    select ${school}::int, u.id, a.id, ${now}::timestamptz
    from announcements a join users u on u.school_id = a.school_id and u.id = ${me}
    where a.id = ${id} and ${reaches(now)}
    on conflict (school_id, user_id, announcement_id) do update set dismissed_at = d.dismissed_at`,
  );

/** Selects all announcements of the school, latest start first. */
export const selectAnnouncements = (db: Db): Promise<AnnouncementRow[]> =>
  db
    .selectFrom('announcements')
    .selectAll()
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const selectAnnouncement = (db: Db, id: number): Promise<AnnouncementRow | undefined> =>
  db.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst();

export const insertAnnouncement = (
  db: Db,
  school: SchoolId,
  columns: AnnouncementColumns,
  clientId: string | undefined,
): Promise<AnnouncementRow | undefined> =>
  db
    .insertInto('announcements')
    .values({ school_id: school, client_id: clientId ?? null, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'client_id']).where('client_id', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();

/** Selects the announcement that was created with this client id. */
export const selectAnnouncementByClient = (
  db: Db,
  clientId: string | undefined,
): Promise<AnnouncementRow | undefined> | undefined =>
  clientId === undefined
    ? undefined
    : db
        .selectFrom('announcements')
        .selectAll()
        .where('client_id', '=', clientId)
        .executeTakeFirst();

/** Updates an announcement that is still at `version`. Returns undefined if someone has changed or deleted it since. */
export const updateAnnouncement = (
  db: Db,
  id: number,
  version: number,
  columns: AnnouncementColumns,
): Promise<AnnouncementRow | undefined> =>
  db
    .updateTable('announcements')
    // The database adds it, because the given version could be the largest number.
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();

/** Deletes an announcement, and returns it. */
export const deleteAnnouncement = (db: Db, id: number): Promise<AnnouncementRow | undefined> =>
  db.deleteFrom('announcements').where('id', '=', id).returningAll().executeTakeFirst();

/** Deletes the dismissals of an erased person. */
export const deleteDismissalsOf = (db: Db, person: number) =>
  db.deleteFrom('announcement_dismissals').where('user_id', '=', person).execute();

/** The person's dismissals, for their data export. */
export const personalData: PersonalData = (me) => ({
  dismissedAnnouncements: sql`(select jsonb_agg(jsonb_build_object('text', a.text, 'dismissedAt', d.dismissed_at) order by d.dismissed_at)
        from announcement_dismissals d join announcements a on a.school_id = d.school_id and a.id = d.announcement_id where d.user_id = ${me})`,
});
