import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { countChangedRows, first, many } from '../../../kernel/sql.ts';
import { mergeGrants } from '../../roles/positions/staged-officers.queries.ts';
import { stagedLabels, type ClubColumn, type MemberColumn } from './staged-clubs.queries.ts';

/** The result of a merge, as numbers of clubs, memberships or officers. Leaving a row out of a list ends nothing. */
export interface Merged {
  readonly added: number;
  readonly changed: number;
  readonly ended: number;
  readonly unchanged: number;
}

const count = async (db: Db, query: RawBuilder<{ n: number }>): Promise<number> =>
  (await first(db, query))?.n ?? 0;

/** Columns of clubs that a list sets directly. For columns with a fallback, an empty cell keeps the value of an existing club. */
const plain: Partial<Record<ClubColumn, { readonly fallback?: string }>> = {
  name: { fallback: `''` },
  acronym: {},
  description: {},
  about: {},
  url: {},
  address: {},
  status: { fallback: `'active'` },
  membership: { fallback: `'request'` },
  is_published: { fallback: 'true' },
  is_hidden: { fallback: 'false' },
  is_featured: { fallback: 'false' },
  are_officers_locked: { fallback: 'false' },
  created_at: {},
};
/** Columns that other columns of the list determine. */
const derived = ['members_seen_by', 'type_id', 'parent_id'] as const;
/** Columns that contain an empty string instead of null. */
const texts: readonly ClubColumn[] = ['acronym', 'description', 'about', 'address'];

/** Creates the types, categories and tags that the list contains and the school doesn't have. */
const insertLabels = async (db: Db, school: SchoolId): Promise<void> => {
  await sql`insert into club_labels (school_id, list, name, kind)
    select ${school}::int, list, (array_agg(name order by line))[1],
      case when list = 'types' then coalesce((array_agg(kind order by line) filter (where kind is not null))[1], 'other') end
    from (${stagedLabels}) as named
    where not exists (select from club_labels l where l.list = named.list and lower(l.name) = lower(named.name))
    group by list, lower(name) order by min(line)`.execute(db);
};

/** Creates the table `club_targets` with the new values of each club in the list. `is_new` marks new clubs, and `differs` marks changes. */
const createTargets = async (db: Db, columns: readonly ClubColumn[], now: Date): Promise<void> => {
  const has = (column: ClubColumn) => columns.includes(column);
  const valueOf = (column: ClubColumn): RawBuilder<unknown> => {
    const own = sql.ref(`s.${column}`);
    const kept = sql.ref(`c.${column}`);
    const { fallback } = plain[column] ?? {};
    if (column === 'created_at')
      return has(column)
        ? sql`coalesce(${own}, ${kept}, ${now}::timestamptz)`
        : sql`coalesce(${kept}, ${now}::timestamptz)`;
    if (fallback !== undefined)
      return has(column)
        ? sql`coalesce(${own}, ${kept}, ${sql.raw(fallback)})`
        : sql`coalesce(${kept}, ${sql.raw(fallback)})`;
    if (texts.includes(column))
      return has(column) ? sql`coalesce(${own}, '')` : sql`coalesce(${kept}, '')`;
    return has(column) ? own : kept;
  };
  const all = Object.keys(plain) as ClubColumn[];
  // The list has two columns for this one.
  const isLimited = (
    column: 'is_membership_private' | 'is_membership_for_officers',
    kept: RawBuilder<boolean>,
  ) => sql`coalesce(${has(column) ? sql.ref(`s.${column}`) : sql`null::boolean`}, ${kept}, false)`;
  const membersSeenBy = sql`case
    when not ${isLimited('is_membership_private', sql`c.members_seen_by <> 'everyone'`)} then 'everyone'
    when ${isLimited('is_membership_for_officers', sql`c.members_seen_by = 'officers'`)} then 'officers' else 'members' end`;
  await sql`create temp table club_ids on commit drop as
    select s.line, s.code, coalesce(k.id, new_id()) as id, k.id is null as is_new from staged_clubs s left join known_clubs k on k.code = s.code`.execute(
    db,
  );
  await sql`create unique index on club_ids (code)`.execute(db);
  const labelIds = (list: 'categories' | 'tags') =>
    has(list)
      ? sql`array(select l.id from club_labels l where l.list = ${sql.lit(list)} and lower(l.name) = any(array(select lower(n) from unnest(s.${sql.ref(list)}) as n)) order by l.id)`
      : sql`null::bigint[]`;
  await sql`create temp table club_targets on commit drop as
    select i.id, i.line, i.code, i.is_new, ${sql.join(all.map((column) => sql`${valueOf(column)} as ${sql.ref(column)}`))}, ${membersSeenBy} as members_seen_by,
      ${has('type') ? sql`(select l.id from club_labels l where l.list = 'types' and lower(l.name) = lower(s.type))` : sql`c.type_id`} as type_id,
      ${
        has('parent')
          ? // A list can't contain a deleted parent club, so an empty cell keeps it.
            sql`coalesce(p.id, case when s.parent is null then (select k.id from known_clubs k where k.id = c.parent_id and k.is_deleted) end,
              (select k.id from known_clubs k where k.code = s.parent))`
          : sql`c.parent_id`
      } as parent_id,
      ${labelIds('categories')} as category_ids, ${labelIds('tags')} as tag_ids
    from staged_clubs s join club_ids i on i.code = s.code left join clubs c on c.id = i.id
      left join club_ids p on ${has('parent') ? sql`p.code = s.parent` : sql`false`}`.execute(db);
  const compared = [...all, ...derived];
  const list = (from: string) => sql.join(compared.map((name) => sql.ref(`${from}.${name}`)));
  const linked = (list: string) =>
    sql`array(select x.label_id from club_label_links x join club_labels l on l.id = x.label_id where x.club_id = t.id and l.list = ${sql.lit(list)} order by 1)`;
  await sql`alter table club_targets add column differs boolean not null default true`.execute(db);
  await sql`update club_targets t set differs = (${list('t')}) is distinct from (${list('c')})
      or coalesce(t.category_ids <> ${linked('categories')}, false) or coalesce(t.tag_ids <> ${linked('tags')}, false)
    from clubs c where c.id = t.id`.execute(db);
  await sql`create unique index on club_targets (id)`.execute(db);
  await sql`analyze club_targets`.execute(db);
};

/** Sets the categories or tags of the clubs in the list. Doesn't rewrite links that stay the same. */
const mergeLinks = async (
  db: Db,
  school: SchoolId,
  list: 'categories' | 'tags',
  ids: 'category_ids' | 'tag_ids',
): Promise<void> => {
  await sql`delete from club_label_links x using club_targets t, club_labels l
    where x.club_id = t.id and l.id = x.label_id and l.list = ${list} and x.label_id <> all(t.${sql.ref(ids)})`.execute(
    db,
  );
  await sql`insert into club_label_links (school_id, club_id, label_id)
    select ${school}::int, t.id, n.id from club_targets t cross join unnest(t.${sql.ref(ids)}) as n (id) order by 2, 3
    on conflict do nothing`.execute(db);
};

/**
 * Writes the staged clubs: changes existing clubs if their `columns` differ, and adds clubs with new codes. Other columns stay the same.
 */
export const mergeClubs = async (
  db: Db,
  school: SchoolId,
  columns: readonly ClubColumn[],
  now: Date,
): Promise<Merged> => {
  await insertLabels(db, school);
  await createTargets(db, columns, now);
  const written = [...Object.keys(plain), ...derived];
  const list = (from: string) => sql.join(written.map((name) => sql.ref(from + name)));
  const added = await countChangedRows(
    db,
    sql`insert into clubs (school_id, id, code, client_id, updated_at, ${list('')})
    select ${school}::int, t.id, t.code, gen_random_uuid(), ${now}, ${list('t.')} from club_targets t where t.is_new order by t.line`,
  );
  // Two clubs can swap places in the hierarchy, so clubs that move have no parent until all are updated.
  await sql`update clubs c set parent_id = null from club_targets t
    where t.id = c.id and not t.is_new and t.parent_id is distinct from c.parent_id and c.parent_id is not null`.execute(
    db,
  );
  const changed = await countChangedRows(
    db,
    sql`update clubs c set (${list('')}) = row (${list('t.')}), updated_at = ${now}, version = c.version + 1
    from club_targets t where t.id = c.id and not t.is_new and t.differs`,
  );
  if (columns.includes('categories')) await mergeLinks(db, school, 'categories', 'category_ids');
  if (columns.includes('tags')) await mergeLinks(db, school, 'tags', 'tag_ids');
  await sql`insert into known_clubs (code, id, parent_id, is_deleted) select code, id, parent_id, false from club_targets where is_new`.execute(
    db,
  );
  await sql`analyze known_clubs`.execute(db);
  const total = await count(db, sql<{ n: number }>`select count(*)::int as n from club_targets`);
  return { added, changed, ended: 0, unchanged: total - added - changed };
};

/** Locks these clubs as `lockClub` locks one, so that no one else changes their members and officers at the same time. */
const lockClubs = async (db: Db, ids: RawBuilder<unknown>): Promise<void> => {
  await sql`select from clubs where id in (${ids}) order by id for no key update`.execute(db);
};

/**
 * Writes the staged memberships. Doesn't revoke bans, and doesn't change members to requested or invited, because an older list must not
 * undo later decisions of clubs. Such rows count as unchanged.
 */
export const mergeClubMembers = async (
  db: Db,
  school: SchoolId,
  columns: readonly MemberColumn[],
  now: Date,
): Promise<Merged> => {
  const has = (column: MemberColumn) => columns.includes(column);
  await lockClubs(
    db,
    sql`select k.id from staged_club_members s join known_clubs k on k.code = s.club`,
  );
  await sql`create temp table member_targets on commit drop as
    select s.line, k.id as club_id, u.id as user_id, m.user_id is null as is_new,
      coalesce(s.status, m.status, 'member') as status,
      coalesce(s.since, case when s.status is null or s.status = m.status then m.since end, ${now}::timestamptz) as since,
      ${has('tags') ? sql`coalesce(s.tags, '{}')` : sql`coalesce(m.tags, '{}')`} as tags
    from staged_club_members s join known_clubs k on k.code = s.club join users u on u.username = s.username
      left join club_members m on m.club_id = k.id and m.user_id = u.id
    where (m.user_id is null or s.status is null or s.status = m.status or s.status = 'banned' or m.status in ('requested', 'invited'))
      -- The person can have received a position since the list was checked.
      and (s.status is distinct from 'banned' or not exists (select from current_grants g where g.scope_id = k.id and g.user_id = u.id))`.execute(
    db,
  );
  await sql`create unique index on member_targets (club_id, user_id)`.execute(db);
  await sql`analyze member_targets`.execute(db);
  const changed = await countChangedRows(
    db,
    sql`update club_members m set status = t.status, since = t.since, tags = t.tags from member_targets t
    where m.club_id = t.club_id and m.user_id = t.user_id and (m.status, m.since, m.tags) is distinct from (t.status, t.since, t.tags)`,
  );
  const added = await countChangedRows(
    db,
    sql`insert into club_members (school_id, club_id, user_id, status, since, tags)
    select ${school}::int, club_id, user_id, status, since, tags from member_targets where is_new order by line`,
  );
  const total = await count(
    db,
    sql<{ n: number }>`select count(*)::int as n from staged_club_members`,
  );
  return { added, changed, ended: 0, unchanged: total - added - changed };
};

/** Writes the staged officers, and makes them members if they aren't. The roles feature writes the positions. */
export const mergeClubOfficers = async (db: Db, school: SchoolId, now: Date): Promise<Merged> => {
  await lockClubs(
    db,
    sql`select k.id from staged_club_officers s join known_clubs k on k.code = s.club`,
  );
  await sql`create temp table officer_targets on commit drop as
    select s.line, k.id as club_id, u.id as user_id, s.position, s.since
    from staged_club_officers s join known_clubs k on k.code = s.club join users u on u.username = s.username
    -- The person can have been banned since the list was checked.
    where not exists (select from club_members m where m.club_id = k.id and m.user_id = u.id and m.status = 'banned')`.execute(
    db,
  );
  await sql`analyze officer_targets`.execute(db);
  await sql`update club_members m set status = 'member', since = coalesce(t.since, ${now}) from officer_targets t
    where m.club_id = t.club_id and m.user_id = t.user_id and m.status in ('requested', 'invited')`.execute(
    db,
  );
  await sql`insert into club_members (school_id, club_id, user_id, status, since)
    select ${school}::int, club_id, user_id, 'member', coalesce(since, ${now}) from officer_targets order by line
    on conflict do nothing`.execute(db);
  return mergeGrants(db, school, now);
};

/** Removes the parents of clubs that get another parent when an import is undone (`undone_clubs`), so that two clubs can swap places. */
export const releaseParents = async (db: Db): Promise<void> => {
  await sql`update clubs c set parent_id = null from undone_clubs l
    where l.id = c.id and jsonb_exists(l.before, 'parent_id')`.execute(db);
};

/** Locks the clubs of an import before its undo checks for conflicts, so that their members and officers can't change. */
export const lockUndoneClubs = (db: Db): Promise<void> =>
  lockClubs(
    db,
    sql`select club_id from undone_club_members union select scope_id from undone_role_grants`,
  );

/** Returns positions that people received after the import, if the undo would remove their membership or position. */
export const selectNewPositions = async (
  db: Db,
): Promise<{ what: string; rows: number; examples: string[] }[]> => {
  const rows = await many(
    db,
    sql<{ what: string; rows: number; examples: string[] }>`
    select 'role_grants' as what, count(*)::int as rows, (array_agg(distinct label order by label))[1:5] as examples from (
      select u.username as label from role_grants g join users u on u.id = g.user_id
      where not exists (select from undone_role_grants l where l.before is null and l.scope_id = g.scope_id and l.user_id = g.user_id and l.role_id = g.role_id)
        and (exists (select from undone_club_members l where l.club_id = g.scope_id and l.user_id = g.user_id
              and (l.before is null or jsonb_exists(l.before, 'status')))
          or exists (select from undone_role_grants l where l.before is not null and l.after is null
              and l.scope_id = g.scope_id and l.user_id = g.user_id))
    ) as given having count(*) > 0`,
  );
  return rows;
};

/** Increments the versions of clubs after an undo, so that anyone who loaded a club before it gets a conflict on saving. */
export const updateVersions = async (db: Db): Promise<void> => {
  await sql`update clubs c set version = version + 1 from undone_clubs l where l.id = c.id`.execute(
    db,
  );
};
