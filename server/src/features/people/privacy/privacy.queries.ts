import { sql, type RawBuilder } from 'kysely';
import type { FieldRules, ProfileField } from '#contract/people/audiences.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { Viewer } from '../people.rules.ts';
import { visibleAudiences, unchosenNumber, type AudienceSet } from './privacy.rules.ts';

/**
 * The audiences of the inverted tables that a viewer sees: those of everyone, and the additional ones of their
 * connections.
 */
export interface VisibilityScope {
  readonly viewer: number;
  readonly seesAll: boolean;
  /** False if the school has turned connections off. Stored connections then have no effect. */
  readonly connect: boolean;
  readonly forEveryone: AudienceSet;
  readonly forConnections: AudienceSet | null;
  /**
   * The ids of the viewer's connections as a statement in parentheses, if the surrounding statement has them already.
   */
  readonly connections?: RawBuilder<unknown>;
  /**
   * The ids of people with a block between them and the viewer as an array, if the surrounding statement has them
   * already.
   */
  readonly blocked?: RawBuilder<unknown>;
}

/**
 * Returns the audiences that a viewer sees at a school. Advisors see everyone's fields like a connection does. Admins
 * see all.
 */
export const visibilityOf = (
  viewer: Viewer,
  connect: boolean,
  rules: FieldRules,
): VisibilityScope => {
  const wide = viewer.isAdmin ? 'full' : viewer.isAdviser ? 'known' : 'stranger';
  const { forEveryone, forConnections } = visibleAudiences(rules, wide);
  return {
    viewer: viewer.userId,
    seesAll: viewer.isAdmin,
    connect,
    forEveryone,
    forConnections: connect ? forConnections : null,
  };
};

/**
 * Returns whether the viewer can sort people by year. The column for this order depends on each person's choice and not
 * on the school's rules, so it would be wrong for viewers who can't see the years of people without a choice.
 */
export const seesYears = ({ forEveryone }: VisibilityScope): boolean =>
  forEveryone.has(unchosenNumber('yearOfGraduation'));

/**
 * Returns a condition that is true if an audience number is in a set. "Not 0" instead of "1" makes the planner expect
 * that most entries are seen, which is correct.
 */
export const isIn = (audience: RawBuilder<unknown>, { bits }: AudienceSet): RawBuilder<unknown> =>
  sql`get_bit(${bits}::bytea, ${audience}) <> 0`;

/**
 * Returns a condition that is true if `id` is in `list`, an uncorrelated statement in parentheses, through a hash
 * lookup. With many schools, the planner expects one connection per person and would scan the whole list for each row.
 * "Is true" prevents that join.
 */
export const isAmong = (id: RawBuilder<unknown>, list: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${id} in ${list}) is true`;

/** Returns the ids of the viewer's connections as a statement in parentheses. */
export const myConnections = ({
  viewer,
  connections = sql`(select other_id from connected where user_id = ${viewer})`,
}: VisibilityScope): RawBuilder<unknown> => connections;

/**
 * Returns a condition that is true if the viewer can see an entry of an inverted table. `alias` has user_id and
 * audience.
 */
export const isSeen = (
  visibility: VisibilityScope,
  alias: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  if (visibility.seesAll) return sql`true`;
  const more =
    visibility.forConnections !== null
      ? sql`or (${isIn(sql`${alias}.audience`, visibility.forConnections)} and ${alias}.user_id in ${myConnections(visibility)})`
      : sql``;
  return sql`(${isIn(sql`${alias}.audience`, visibility.forEveryone)} or ${alias}.user_id = ${visibility.viewer} ${more})`;
};

/**
 * Returns whether the viewer can see a field of `u`, a row of users, by the audience that the person chose or the school set. Calls
 * `server/database/functions/audience_of.sql`.
 */
export const showsField = (visibility: VisibilityScope, field: ProfileField): RawBuilder<unknown> =>
  sql`exists (select from (select u.id as user_id, audience_of(u, ${field}, false) as audience) as f where ${isSeen(visibility, sql`f`)})`;

/** The blocks `b` that apply. Blocks don't apply to admins, as in blocked_pairs. */
const holds = sql`not exists (select from users a where a.id in (b.blocker_id, b.blocked_id) and a.is_admin)`;

/**
 * Returns the ids of people with a block between them and the viewer, as blocked_pairs does for one person. It reads
 * only the blocks of that person. Planning with the view took a third of the startup cost of a page's statement.
 */
const blockedWith = (viewer: number): RawBuilder<unknown> => sql`
  select case b.blocker_id when ${viewer}::bigint then b.blocked_id else b.blocker_id end as id from blocks b
  where (b.blocker_id = ${viewer} or b.blocked_id = ${viewer}) and ${holds}`;

/**
 * Returns the statement `query` with the viewer's connections and blocks as common table expressions, so that they are
 * read only once.
 */
export const withConnections = (
  visibility: VisibilityScope,
  query: (visibility: VisibilityScope) => RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    with my_connections as materialized (select other_id from connected where user_id = ${visibility.viewer} and ${visibility.connect ? sql`true` : sql`false`}),
    my_blocks as materialized (select array(${blockedWith(visibility.viewer)}) as ids)
    ${query({
      ...visibility,
      connections: sql`(select other_id from my_connections)`,
      blocked: sql`(select ids from my_blocks)::bigint[]`,
    })}`;

/** Returns the ids of people with a block between them and the viewer, as an array. */
export const blockedIds = ({
  viewer,
  blocked = sql`array(${blockedWith(viewer)})`,
}: Pick<VisibilityScope, 'viewer' | 'blocked'>): RawBuilder<unknown> => blocked;

/** Returns a condition that is true if neither has blocked the other. `id` comes from the surrounding statement. */
export const isNotBlocked = (
  visibility: Pick<VisibilityScope, 'viewer' | 'blocked'>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`${id} <> all(${blockedIds(visibility)})`;

/**
 * Returns a condition that is true if the viewer can find `u` at all: neither withheld nor blocked by either.
 * `isFriend` is a condition for a connection between them, for statements about few people.
 */
export const isPresent = (
  visibility: VisibilityScope,
  isAsked = false,
  isFriend: RawBuilder<unknown> = sql`u.id in ${myConnections(visibility)}`,
): RawBuilder<unknown> => {
  const blocked = isNotBlocked(visibility, sql`u.id`);
  // Both people know about a request between them. Advisors and admins see people whose directory information is
  // withheld.
  if (visibility.seesAll || isAsked || visibility.forEveryone.has(heldPresence)) return blocked;
  const known = visibility.forConnections !== null ? sql`or ${isFriend}` : sql``;
  return sql`${blocked} and (not u.has_hold or u.id = ${visibility.viewer} ${known})`;
};

/**
 * Returns the ids of people that the viewer can't find, by the same rule as isPresent(): those with a block between
 * them, or withheld and not connected. They are few, so other queries can exclude their content by author.
 */
export const hiddenPeople = (visibility: VisibilityScope): RawBuilder<unknown> => {
  const { viewer } = visibility;
  const blocked = blockedWith(viewer);
  if (visibility.seesAll || visibility.forEveryone.has(heldPresence)) return blocked;
  const known =
    visibility.forConnections !== null
      ? sql`and h.id <> all(array${myConnections(visibility)})`
      : sql``;
  return sql`${blocked} union all select h.id from users h where h.has_hold and h.id <> ${viewer} ${known}`;
};

/**
 * Returns a condition that is true if the viewer can sort `alias`, a row of users, by mutual connections: they can open
 * the profile, which shows the number (canVisit). `isMine` is a condition for a connection between them.
 */
export const ranksMutuals = (
  visibility: VisibilityScope,
  alias: RawBuilder<unknown>,
  isMine: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  if (visibility.seesAll || visibility.forEveryone.has(heldPresence)) return sql`true`;
  const known = visibility.forConnections !== null ? sql`or ${isMine}` : sql``;
  return sql`(${alias}.is_listed and not ${alias}.has_hold ${known})`;
};

/**
 * Returns a condition that is true if the viewer's own items can show the name of `alias`, a row of users. It is
 * isVisiblePerson() for viewers without a role, because reading as an admin or advisor would need a record. It is false if that
 * person has blocked the viewer. The viewer's own block hides no name.
 */
export const isNamed = (
  viewer: number,
  alias: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(not ${alias}.is_disabled
    and ${alias}.id <> all(array(select b.blocker_id from blocks b where b.blocked_id = ${viewer} and ${holds}))
    and (not ${alias}.has_hold or exists (select from connections c
      where c.low_id = least(${alias}.id, ${viewer}::bigint) and c.high_id = greatest(${alias}.id, ${viewer}::bigint))))`;

/** The audience number of a person whose directory information is withheld: field 0, no choice (3), withheld (8). */
const heldPresence = 11;

/**
 * Returns a statement for the facets that a viewer sees, with `facet` and `people`: the stored counts of what everyone
 * shows, plus the differences for connections, the viewer and blocked people. `which` filters by the `facet` of an
 * alias.
 */
const seenFacets = (
  visibility: VisibilityScope,
  which: (alias: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const { viewer, forEveryone, forConnections } = visibility;
  const [entry, stored] = [sql`f`, sql`k`];
  const isForAll = isIn(sql`f.audience`, forEveryone);
  const more =
    forConnections !== null
      ? sql`union all
    select facet, people from (
      select f.facet, count(*)::int as people from connected c
      -- A lateral join per person, because a generic plan can't know that one facet has almost all people.
      cross join lateral (
        select f.facet from user_facets f
        where f.user_id = c.other_id and ${isIn(sql`f.audience`, forConnections)} and ${which(entry)} offset 0
      ) as f
      where c.user_id = ${viewer}
        -- If no one shows the facet to connections only, the query skips the connections.
        and (select exists (select from facet_counts k where ${which(stored)} and ${isIn(sql`k.audience`, forConnections)}))
      group by f.facet
    ) as mine`
      : sql``;
  return sql`
    select f.facet, f.people from facet_counts f where ${isForAll} and ${which(entry)}
    ${more}
    union all
    select f.facet, 1 from user_facets f where f.user_id = ${viewer} and not ${isForAll} and ${which(entry)}
    union all
    select f.facet, -1 from user_facets f where f.user_id = any(${blockedIds(visibility)}) and ${isForAll} and ${which(entry)}`;
};

/** Returns the facets that a viewer sees with their numbers of people. `which` is the same as for seenFacets(). */
export const seenFacetCounts = (
  visibility: VisibilityScope,
  which: (alias: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`select facet, sum(people)::int as people from (${seenFacets(visibility, which)}) as seen group by facet having sum(people) > 0`;

/**
 * Returns a statement for the number of people with one facet that a viewer sees, with the column `n`. The result is
 * the same as from seenFacets(), with a separate query for each part.
 */
export const seenFacetTotal = (
  visibility: VisibilityScope,
  facet: string,
): RawBuilder<{ n: number }> => {
  const { viewer, forEveryone, forConnections } = visibility;
  const isForAll = isIn(sql`f.audience`, forEveryone);
  const entries = (who: RawBuilder<unknown>, audience: RawBuilder<unknown>) =>
    sql`(select count(*) from user_facets f where f.facet = ${facet} and f.user_id = ${who} and ${audience})`;
  // If no one shows the facet to connections only, the query skips the connections.
  const more =
    forConnections !== null
      ? sql`+ case when exists (select from facet_counts k where k.facet = ${facet} and ${isIn(sql`k.audience`, forConnections)})
          then ${entries(sql`any(array${myConnections(visibility)})`, isIn(sql`f.audience`, forConnections))} else 0 end`
      : sql``;
  return sql`select (coalesce((select sum(f.people) from facet_counts f where f.facet = ${facet} and ${isForAll}), 0)
    + ${entries(sql`${viewer}`, sql`not ${isForAll}`)} - ${entries(sql`any(${blockedIds(visibility)})`, isForAll)} ${more})::int as n`;
};

/** Stores a person's choice. Null deletes it. */
export const updateChoices = async (
  db: Db,
  id: number,
  chosen: { choices: Readonly<Record<string, string | null>>; isSuggested?: boolean | undefined },
  now: Date,
): Promise<void> => {
  await sql`update users set audiences = jsonb_strip_nulls(audiences || ${JSON.stringify(chosen.choices)}::jsonb),
    is_suggested = coalesce(${chosen.isSuggested ?? null}, is_suggested), updated_at = ${now} where id = ${id}`.execute(
    db,
  );
};

/** Stores the school's settings for a person. Returns undefined if there is no such person. */
export const updatePersonStatus = async (
  db: Db,
  id: number,
  status: { hasHold?: boolean | undefined; isAdviser?: boolean | undefined },
  now: Date,
): Promise<{ has_hold: boolean; is_advisor: boolean } | undefined> => {
  const { rows } = await sql<{ has_hold: boolean; is_advisor: boolean }>`
    update users set has_hold = coalesce(${status.hasHold ?? null}, has_hold),
      is_advisor = coalesce(${status.isAdviser ?? null}, is_advisor), updated_at = ${now}
    where id = ${id} returning has_hold, is_advisor`.execute(db);
  return rows[0];
};
