import { sql, type Selectable } from 'kysely';
import type { ClubPictureKind } from '#contract/clubs/limits.ts';
import type { ClubMeeting } from '#contract/clubs/meetings.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { ClubsTable } from '../../kernel/database/tables.ts';
import type { FileReferences } from '../../kernel/files/file-references.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, many } from '../../kernel/sql.ts';
import type { ClubState } from './clubs.rules.ts';
import type { ClubViewer } from './club-viewer.ts';
import type { ListedClubRow } from './listing/listing.queries.ts';
import { hasComingEvents } from './listing/club-events.queries.ts';
import {
  fileColumns,
  joinOwnMembership,
  knownMembers,
  labelsOf,
  parentOf,
  countOfMembers,
  withHidden,
  visibleOfficersSql,
  seenSurveys,
  viewedStateColumns,
  typeOf,
  type LabelValue,
} from './membership/club-people.queries.ts';
import type { PersonSummaryRow } from '../people/summary/summary.queries.ts';

/** The top of a club's page. */
export type ClubPageRow = Required<
  Pick<ListedClubRow, 'members' | 'known' | 'type' | 'categories'>
> &
  ListedClubRow & {
    readonly is_published: boolean;
    readonly waiting: number;
    readonly tabs: readonly string[];
    readonly widgets: readonly string[];
    readonly reads_posts: boolean | null;
    /** True if the page is public. */
    readonly is_shown: boolean;
    readonly surveys: number;
    readonly files: number;
    /** True if they can see any file or folder. */
    readonly has_files: boolean;
    readonly has_store: boolean;
    /** True if they can see an upcoming event. */
    readonly has_events: boolean;
  };

const seen = ({ visibility, isStaff }: ClubViewer) =>
  sql`clubs_seen_by(${visibility.viewer}::bigint, ${isStaff}::boolean) c ${joinOwnMembership(visibility.viewer)}`;

/**
 * Returns the data that rules need of a club; undefined if the caller can't see a club with this id. Calls
 * `server/database/functions/clubs_seen_by.sql`.
 */
export const selectClubState = (
  db: Db,
  viewer: { readonly viewer: number; readonly isStaff: boolean },
  id: number,
) =>
  first(
    db,
    sql<ClubState & { name: string }>`select ${viewedStateColumns(viewer.isStaff)}, c.name
    from clubs_seen_by(${viewer.viewer}::bigint, ${viewer.isStaff}::boolean) c ${joinOwnMembership(viewer.viewer)} where c.id = ${id}`,
  );

/** Locks a club, so that other changes of it or its officers wait. */
export const lockClub = async (db: Db, id: number): Promise<void> => {
  await sql`select from clubs where id = ${id} for no key update`.execute(db);
};

export const selectClubPage = (db: Db, viewer: ClubViewer, id: number, now: Date) =>
  first(
    db,
    sql<ClubPageRow>`with ${withHidden(viewer.visibility)} select ${viewedStateColumns(viewer.isStaff)}, c.name, c.acronym, c.description, c.url, c.address, c.meetings, c.logo, c.cover, c.managed_at, c.is_published, c.tabs, c.widgets,
      c.posts_for = 'everyone' or mine.status = 'member' as reads_posts, is_club_public(c) as is_shown,
      ${typeOf} as type, ${labelsOf('categories')} as categories, ${knownMembers(viewer.visibility, viewer)} as known,
      ${countOfMembers(viewer.visibility, viewer.isStaff)} as members,
      (select count(*)::int from ${seenSurveys(viewer.visibility.viewer, viewer.isStaff)}) as surveys,
      ${fileColumns(viewer.visibility.viewer, viewer.isStaff)}, ${hasComingEvents(viewer, now)} as has_events,
      exists (select from products p where p.school_id = c.school_id and p.club_id = c.id and p.is_published and p.archived_at is null)
        or exists (select from donation_settings d where d.school_id = c.school_id and d.club_id = c.id and d.is_on) as has_store,
      (select count(*)::int from club_members m join users u on u.school_id = m.school_id and u.id = m.user_id
        where m.school_id = c.school_id and m.club_id = c.id and m.status = 'requested' and not u.is_disabled) as waiting
    from ${seen(viewer)} where c.id = ${id}`,
  );

export interface ClubAboutRow {
  readonly about: string;
  readonly url: string | null;
  readonly address: string;
  readonly email: string | null;
  readonly cost: string;
  readonly founded: number | null;
  readonly links: readonly string[];
  readonly meetings: readonly ClubMeeting[];
  readonly officers: readonly (PersonSummaryRow & { readonly position: string })[];
  readonly parent: LabelValue | null;
  readonly children: readonly LabelValue[];
  readonly tags: readonly LabelValue[];
}

export const selectClubAbout = (db: Db, viewer: ClubViewer, id: number) =>
  first(
    db,
    sql<ClubAboutRow>`select c.about, c.url, c.address, c.email, c.cost, c.founded, c.links, c.meetings, ${parentOf(viewer.visibility, viewer.isStaff)} as parent, ${labelsOf('tags')} as tags,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id::text, 'name', p.name) order by p.sort_name), '[]')
        from clubs_seen_by(${viewer.visibility.viewer}::bigint, ${viewer.isStaff}::boolean) p where p.parent_id = c.id and p.deleted_at is null) as children,
      (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo,
          'position', (select r.name from roles r where r.school_id = g.school_id and r.id = g.role_id))
          order by (select r.position from roles r where r.school_id = g.school_id and r.id = g.role_id), u.sort_name), '[]')
        from ${visibleOfficersSql(viewer.visibility)}) as officers
    from ${seen(viewer)} where c.id = ${id}`,
  );

/** A club with all its settings. */
export type ClubSettingsRow = ClubState &
  Omit<Selectable<ClubsTable>, keyof ClubState | 'school_id' | 'meetings'> & {
    readonly meetings: readonly ClubMeeting[];
    readonly categories: readonly LabelValue[];
    readonly tags: readonly LabelValue[];
    /** True if the school allows public club pages. */
    readonly can_be_public: boolean;
    /** Name of the parent club if the caller can see it. Staff also see deleted ones. */
    readonly parent_name: string | null;
  };

export const selectClubSettings = (db: Db, viewer: ClubViewer, id: number) =>
  first(
    db,
    sql<ClubSettingsRow>`select ${viewedStateColumns(viewer.isStaff)}, c.name, c.acronym, c.description, c.about, c.url, c.address, c.email, c.cost, c.founded, c.links, c.meetings, c.type_id, c.parent_id, c.hub_id,
      c.is_published, c.is_hidden, c.is_featured, c.posts_for, c.posts_by, c.takes_proposals, c.tabs, c.widgets, c.logo, c.cover, c.version,
      c.is_public, (select s.share_clubs from schools s where s.school_id = c.school_id) as can_be_public,
      ${labelsOf('categories')} as categories, ${labelsOf('tags')} as tags,
      (select p.name from clubs_seen_by(${viewer.visibility.viewer}::bigint, ${viewer.isStaff}::boolean) p where p.id = c.parent_id) as parent_name
    from ${seen(viewer)} where c.id = ${id}`,
  );

/** The stored columns of a club. */
export type ClubColumns = Partial<
  Pick<
    Selectable<ClubsTable>,
    | 'name'
    | 'acronym'
    | 'description'
    | 'about'
    | 'url'
    | 'address'
    | 'email'
    | 'cost'
    | 'founded'
    | 'links'
    | 'meetings'
    | 'logo'
    | 'cover'
    | 'type_id'
    | 'parent_id'
    | 'hub_id'
    | 'status'
    | 'is_published'
    | 'is_hidden'
    | 'is_featured'
    | 'membership'
    | 'members_seen_by'
    | 'is_public'
    | 'posts_for'
    | 'posts_by'
    | 'takes_proposals'
    | 'tabs'
    | 'widgets'
    | 'are_officers_locked'
  >
>;

/** Stores a club. Returns its id, and whether it is new. A repeated `clientId` of the same person returns the first one. */
export const insertClub = async (
  db: Db,
  { school, by, clientId, now }: { school: SchoolId; by: number; clientId: string; now: Date },
  columns: ClubColumns & { name: string; membership: string },
): Promise<{ id: number; isNew: boolean }> => {
  const row = await db
    .insertInto('clubs')
    .values({
      ...columns,
      school_id: school,
      created_by: by,
      client_id: clientId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'created_by', 'client_id'])
        // Changes nothing, and therefore returns the existing row.
        .doUpdateSet({ created_by: by }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow();
  return { id: row.id, isNew: row.is_new };
};

/** Updates a club that is still at `version`. Returns false if someone has changed it since. */
export const updateClub = async (
  db: Db,
  { id, version, now }: { id: number; version: number; now: Date },
  columns: ClubColumns,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('clubs')
    .set((eb) => ({
      ...columns,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Replaces a club's labels of one list. */
export const replaceLabels = async (
  db: Db,
  school: SchoolId,
  club: number,
  list: 'categories' | 'tags',
  labels: readonly number[],
): Promise<void> => {
  await sql`delete from club_label_links x using club_labels l
    where x.club_id = ${club} and l.school_id = x.school_id and l.id = x.label_id and l.list = ${list}`.execute(
    db,
  );
  await sql`insert into club_label_links (school_id, club_id, label_id)
    select ${school}::int, ${club}::bigint, l.id from club_labels l
    where l.list = ${list} and l.id = any(${labels as number[]}::bigint[])`.execute(db);
};

/** Selects which of these labels exist, by list. */
export const selectLabelIds = (db: Db, ids: readonly number[]) =>
  many(
    db,
    sql<{
      id: number;
      list: string;
    }>`select id, list from club_labels where id = any(${ids as number[]}::bigint[])`,
  );

export const isHub = async (db: Db, id: number): Promise<boolean> =>
  (await first(db, sql`select from hubs where id = ${id}`)) !== undefined;

/** Locks the hierarchy of clubs, as the trigger clubs_no_ring does, so that the check for cycles sees simultaneous changes. */
export const lockParents = async (db: Db, school: SchoolId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('club parents', ${school}::bigint))`.execute(
    db,
  );
};

/** Returns whether the club `parent` is `id` or below it. */
export const isBelow = async (db: Db, id: number, parent: number): Promise<boolean> =>
  (await first(
    db,
    sql`with recursive above as (
      select ${parent}::bigint as id union select c.parent_id from above join clubs c on c.id = above.id
    ) select from above where id = ${id}`,
  )) !== undefined;

/** Deletes or restores a club. Undefined if it doesn't exist or is already in that state. */
export const updateDeleted = (db: Db, id: number, deletedAt: Date | null) =>
  first(
    db,
    sql<{ name: string }>`update clubs set deleted_at = ${deletedAt}
    where id = ${id} and (deleted_at is null) = ${deletedAt !== null} returning name`,
  );

/** Selects a club's picture, and locks it until the transaction ends. */
export const selectPicture = async (db: Db, id: number, kind: ClubPictureKind) =>
  (await db.selectFrom('clubs').select(kind).where('id', '=', id).forUpdate().executeTakeFirst())?.[
    kind
  ] ?? null;

export const updatePicture = (db: Db, id: number, kind: ClubPictureKind, name: string | null) =>
  db
    .updateTable('clubs')
    .set({ [kind]: name })
    .where('id', '=', id)
    .returning(['logo', 'cover'])
    .executeTakeFirst();

/** Selects the pictures of clubs. */
export const selectClubFiles: FileReferences = async (db, names) =>
  (
    await sql<{ name: string }>`select logo as name from clubs where logo = any(${names})
      union all select cover from clubs where cover = any(${names})`.execute(db)
  ).rows.map(({ name }) => name);

/** Permanently deletes clubs that were deleted before a time. Returns them with their pictures. */
export const deleteClubsBefore = (db: Db, before: Date) =>
  many(
    db,
    sql<{ id: number; logo: string | null; cover: string | null }>`
    delete from clubs where deleted_at < ${before} returning id, logo, cover`,
  );

/** Updates a club from its renewal. Undefined if it is deleted or archived. */
export const updateRenewed = (
  db: Db,
  id: number,
  { name, description, membership }: Pick<ClubColumns, 'name' | 'description' | 'membership'>,
  now: Date,
) =>
  first(
    db,
    sql<{
      name: string;
    }>`update clubs set name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description),
      membership = coalesce(${membership ?? null}, membership), status = case when status = 'frozen' then 'active' else status end,
      version = version + 1, updated_at = ${now}
    where id = ${id} and deleted_at is null and status <> 'archived' returning name`,
  );

/** Unfreezes clubs. Returns those that were frozen. */
export const updateUnfrozen = (db: Db, ids: readonly number[], now: Date) =>
  many(
    db,
    sql<{
      id: number;
      name: string;
    }>`update clubs set status = 'active', version = version + 1, updated_at = ${now}
    where id = any(${ids as number[]}::bigint[]) and status = 'frozen' and deleted_at is null returning id, name`,
  );

/** Freezes clubs. Returns those that were active. */
export const updateFrozen = (db: Db, ids: readonly number[], now: Date) =>
  many(
    db,
    sql<{
      id: number;
      name: string;
    }>`update clubs set status = 'frozen', version = version + 1, updated_at = ${now}
    where id = any(${ids as number[]}::bigint[]) and status = 'active' and deleted_at is null returning id, name`,
  );
