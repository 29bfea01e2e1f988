import { sql, type RawBuilder } from 'kysely';
import { clubLimits } from '#contract/clubs/limits.ts';
import { roleLimits } from '#contract/roles/endpoints.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { selectStagedProblems } from '../../../kernel/database/staged-problems.ts';
import { clubCode } from './club-code.ts';

/*
 * Lists of clubs, their members and their officers are streamed into these tables, checked as a whole, and then written
 * (merge-clubs.queries.ts). All tables exist until the transaction ends. `line` is where a row starts in its file.
 */

/** Columns that a list of clubs can set, with their types. The key is `code`. */
export const stagedClub = {
  name: 'text',
  acronym: 'text',
  description: 'text',
  about: 'text',
  url: 'text',
  address: 'text',
  type: 'text',
  kind: 'text',
  categories: 'text[]',
  tags: 'text[]',
  parent: 'text',
  status: 'text',
  membership: 'text',
  is_membership_private: 'boolean',
  is_membership_for_officers: 'boolean',
  is_published: 'boolean',
  is_hidden: 'boolean',
  is_featured: 'boolean',
  are_officers_locked: 'boolean',
  created_at: 'timestamptz',
} as const;
export type ClubColumn = keyof typeof stagedClub;

/** Columns of a membership that a list can set. The key is the club and the person. */
export const stagedMember = { status: 'text', since: 'timestamptz', tags: 'text[]' } as const;
export type MemberColumn = keyof typeof stagedMember;

const columnsOf = (types: Readonly<Record<string, string>>) =>
  Object.entries(types)
    .map(([name, type]) => `, ${name} ${type}`)
    .join('');

/** Creates the tables. People are staged earlier (people/import). */
export const createStagedClubs = async (db: Db): Promise<void> => {
  await sql
    .raw(
      `drop table if exists pg_temp.staged_clubs, pg_temp.staged_club_members, pg_temp.staged_club_officers, pg_temp.known_clubs;
    create temp table staged_clubs (line int not null, code text not null${columnsOf(stagedClub)}) on commit drop;
    create temp table staged_club_members (line int not null, club text not null, username text not null${columnsOf(stagedMember)}) on commit drop;
    create temp table staged_club_officers (line int not null, club text not null, username text not null, position text, since timestamptz) on commit drop`,
    )
    .execute(db);
  // Created once, by code, because row-level security keeps expressions from using an index.
  await sql`create temp table known_clubs on commit drop as
    select ${sql.raw(clubCode('c'))} as code, c.id, c.parent_id, c.deleted_at is not null as is_deleted from clubs c`.execute(
    db,
  );
  await sql`create unique index on known_clubs (code)`.execute(db);
};

/** Updates the planner's statistics of the tables. */
export const analyzeStagedClubs = async (db: Db): Promise<void> => {
  await sql`create index on staged_clubs (code)`.execute(db);
  await sql`create index on staged_club_members (club, username)`.execute(db);
  for (const table of [
    'staged_people',
    'known_clubs',
    'staged_clubs',
    'staged_club_members',
    'staged_club_officers',
  ])
    await sql`analyze ${sql.table(table)}`.execute(db);
};

/** Returns at most `limit` rows of the list of clubs that can't be written, in the order of the file, and their total number. */
export const selectClubProblems = (db: Db, columns: readonly ClubColumn[], limit: number) => {
  const parts = [
    sql`select line, 'code', 'the code ' || quote_literal(code) || ' is already in line ' || first
      from (select line, code, min(line) over (partition by code) as first from staged_clubs) s where line <> first`,
    sql`select s.line, 'code', 'the club ' || quote_literal(s.code) || ' is deleted; restore it first'
      from staged_clubs s join known_clubs k on k.code = s.code where k.is_deleted`,
    sql`select s.line, 'name', 'a new club needs a name' from staged_clubs s
      where s.name is null and not exists (select from known_clubs k where k.code = s.code)`,
  ];
  if (columns.includes('parent'))
    parts.push(
      sql`select s.line, 'parent', 'no club has the code ' || quote_literal(s.parent) from staged_clubs s
        where s.parent is not null and not exists (select from known_clubs k where k.code = s.parent and not k.is_deleted)
          and not exists (select from staged_clubs t where t.code = s.parent)`,
      // Checks the clubs as they will be: those in the file below their new parents, the others where they are now.
      sql`select ring.line, 'parent', 'the club would be below itself' from (
        with recursive parents as (
          select s.code, s.parent from staged_clubs s
          union all select k.code, p.code from known_clubs k left join known_clubs p on p.id = k.parent_id
            where not exists (select from staged_clubs s where s.code = k.code)
        ), above as (
          select s.line, s.code as start, s.parent as code from staged_clubs s where s.parent is not null
          union select a.line, a.start, p.parent from above a join parents p on p.code = a.code where p.parent is not null and a.code <> a.start
        ) select distinct line from above where code = start
      ) as ring`,
    );
  if (columns.includes('kind'))
    parts.push(
      sql`select line, 'typeKind', 'there is no type that this is the kind of' from staged_clubs where kind is not null and type is null`,
      sql`select line, 'typeKind', 'line ' || first || ' says ' || said || ' of the same type' from (
          select line, kind, first_value(line) over same as first, first_value(kind) over same as said
          from staged_clubs where type is not null and kind is not null window same as (partition by lower(type) order by line)
        ) as kinds where kind <> said`,
    );
  parts.push(
    sql`select line, '', 'with this the school would have more than ${sql.lit(clubLimits.labels)} types, categories and tags' from (
      select min(line) as line, (select count(*) from club_labels) + row_number() over (order by min(line)) as n from (${stagedLabels}) as named
      where not exists (select from club_labels l where l.list = named.list and lower(l.name) = lower(named.name)) group by list, lower(name)
    ) as labels where n = ${clubLimits.labels + 1}`,
  );
  return selectStagedProblems(db, parts, limit);
};

/** All types, categories and tags in the list. */
export const stagedLabels = sql`select line, 'types' as list, type as name, kind from staged_clubs where type is not null
  union all select line, 'categories', unnest(categories), null from staged_clubs
  union all select line, 'tags', unnest(tags), null from staged_clubs`;

/** Returns rows of `table` with an unknown club or person, or a repeated pair of them. */
const placeProblems = (table: string): RawBuilder<unknown>[] => [
  sql`select line, 'club', 'no club has the code ' || quote_literal(club) from ${sql.table(table)} s
    where not exists (select from known_clubs k where k.code = s.club and not k.is_deleted) and not exists (select from staged_clubs c where c.code = s.club)`,
  sql`select line, 'username', 'no one has the username ' || quote_literal(username) from ${sql.table(table)} s
    where not exists (select from users u where u.username = s.username) and not exists (select from staged_people p where p.username = s.username)`,
  sql`select line, 'username', quote_literal(username) || ' is already in line ' || first || ' for this club'
    from (select line, username, min(line) over (partition by club, username) as first from ${sql.table(table)}) s where line <> first`,
];

/** Returns the rows of the list of members that can't be written. A list can't ban officers: their position has to be removed first. */
export const selectMemberProblems = (db: Db, limit: number) =>
  selectStagedProblems(
    db,
    [
      ...placeProblems('staged_club_members'),
      sql`select s.line, 'status', 'an officer of the club cannot be banned; take the position first'
        from staged_club_members s join known_clubs k on k.code = s.club join users u on u.username = s.username
        where s.status = 'banned' and exists (select from current_grants g where g.scope_id = k.id and g.user_id = u.id)`,
    ],
    limit,
  );

/** Returns the rows of the list of officers that can't be written. */
export const selectOfficerProblems = (db: Db, limit: number) =>
  selectStagedProblems(
    db,
    [
      ...placeProblems('staged_club_officers'),
      sql`select s.line, 'username', quote_literal(s.username) || ' is banned from the club' from staged_club_officers s
        where exists (select from staged_club_members m where m.club = s.club and m.username = s.username and m.status = 'banned')
          or exists (select from known_clubs k join club_members m on m.club_id = k.id join users u on u.id = m.user_id
            where k.code = s.club and u.username = s.username and m.status = 'banned')`,
      sql`select line, 'position', 'with this the school would have more than ${sql.lit(roleLimits.each)} roles and positions' from (
        select min(line) as line, (select count(*) from roles) + row_number() over (order by min(line)) as n from staged_club_officers s
        where not exists (select from roles r where r.scope = 'club' and lower(r.name) = lower(s.position)) group by lower(position)
      ) as positions where n = ${roleLimits.each + 1}`,
    ],
    limit,
  );
