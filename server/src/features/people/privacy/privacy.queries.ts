import { sql, type RawBuilder } from 'kysely';
import type { FieldRules, ProfileField } from '#contract/people/audiences.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { Viewer } from '../people.rules.ts';
import { seenAudiences, unchosenNumber, type AudienceSet } from './privacy.rules.ts';

/** The data that a viewer sees, as audiences of the inverted tables: of everyone, and additionally of their connections. */
export interface VisibilityScope {
  readonly viewer: number;
  readonly seesAll: boolean;
  readonly ofEverybody: AudienceSet;
  readonly ofConnections: AudienceSet | null;
  /** The ids of the viewer's connections, if the outer statement has them: a statement in parentheses. */
  readonly connections?: RawBuilder<unknown>;
  /** The same for people who are blocked in either direction, as an array. */
  readonly blocked?: RawBuilder<unknown>;
}

/** Returns what a viewer can see at a school. Advisers see of everyone what connections see, and admins see everything. */
export const visibilityOf = (
  viewer: Viewer,
  connect: boolean,
  rules: FieldRules,
): VisibilityScope => {
  const wide = viewer.isAdmin ? 'full' : viewer.isAdviser ? 'known' : 'stranger';
  const { ofEverybody, ofConnections } = seenAudiences(rules, wide);
  return {
    viewer: viewer.userId,
    seesAll: viewer.isAdmin,
    ofEverybody,
    ofConnections: connect ? ofConnections : null,
  };
};

/**
 * Returns whether the viewer can sort people by year. The sort column includes each person's choice but not the school's rules, so it is
 * only for viewers who see the years of people who chose nothing.
 */
export const seesYears = ({ ofEverybody }: VisibilityScope): boolean =>
  ofEverybody.has(unchosenNumber('yearOfGraduation'));

/** Whether an audience number is in a set. "Not 0" instead of "1" makes the planner expect that most entries are visible, which is true. */
export const isIn = (audience: RawBuilder<unknown>, { bits }: AudienceSet): RawBuilder<unknown> =>
  sql`get_bit(${bits}::bytea, ${audience}) <> 0`;

/**
 * Whether `id` is in `list`, an uncorrelated statement in parentheses, with a hash lookup. In a database with many schools the planner
 * expects one connection for each person and would scan the list for each row. "is true" rules out that join.
 */
export const isAmong = (id: RawBuilder<unknown>, list: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${id} in ${list}) is true`;

/** The ids of the viewer's connections, a statement in parentheses. */
export const myConnections = ({
  viewer,
  connections = sql`(select other_id from connected where user_id = ${viewer})`,
}: VisibilityScope): RawBuilder<unknown> => connections;

/** Whether the viewer sees an entry of an inverted table (`alias` has user_id and audience). */
export const isSeen = (
  visibility: VisibilityScope,
  alias: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  if (visibility.seesAll) return sql`true`;
  const more =
    visibility.ofConnections !== null
      ? sql`or (${isIn(sql`${alias}.audience`, visibility.ofConnections)} and ${alias}.user_id in ${myConnections(visibility)})`
      : sql``;
  return sql`(${isIn(sql`${alias}.audience`, visibility.ofEverybody)} or ${alias}.user_id = ${visibility.viewer} ${more})`;
};

/**
 * Returns whether the viewer can see a field of `u`, a row of users, by the audience that the person chose or the school set. Calls
 * `server/database/functions/audience_of.sql`.
 */
export const showsField = (visibility: VisibilityScope, field: ProfileField): RawBuilder<unknown> =>
  sql`exists (select from (select u.id as user_id, audience_of(u, ${field}, false) as audience) as f where ${isSeen(visibility, sql`f`)})`;

/** Blocks `b` that apply: admins see everyone and are seen, as in blocked_pairs. */
const holds = sql`not exists (select from users a where a.id in (b.blocker_id, b.blocked_id) and a.is_admin)`;

/**
 * The ids of people who are blocked in either direction. It reads blocks directly, because the view blocked_pairs took a third of the start
 * time of a page's statement.
 */
const blockedWith = (viewer: number): RawBuilder<unknown> => sql`
  select case b.blocker_id when ${viewer}::bigint then b.blocked_id else b.blocker_id end as id from blocks b
  where (b.blocker_id = ${viewer} or b.blocked_id = ${viewer}) and ${holds}`;

/** Adds the viewer's connections and blocks to `query`, so that they are read once for all lookups. */
export const withConnections = (
  visibility: VisibilityScope,
  query: (visibility: VisibilityScope) => RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    with my_connections as materialized (select other_id from connected where user_id = ${visibility.viewer}),
    my_blocks as materialized (select array(${blockedWith(visibility.viewer)}) as ids)
    ${query({
      ...visibility,
      connections: sql`(select other_id from my_connections)`,
      blocked: sql`(select ids from my_blocks)::bigint[]`,
    })}`;

/** The ids of people who are blocked in either direction, as an array. */
export const blockedIds = ({
  viewer,
  blocked = sql`array(${blockedWith(viewer)})`,
}: Pick<VisibilityScope, 'viewer' | 'blocked'>): RawBuilder<unknown> => blocked;

/** Whether neither of the two has blocked the other. `id` is a person in the outer statement. */
export const isNotBlocked = (
  visibility: Pick<VisibilityScope, 'viewer' | 'blocked'>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`${id} <> all(${blockedIds(visibility)})`;

/**
 * Whether the viewer can see that `u` exists: neither withheld nor blocked, in either direction. `isFriend`: whether they are connected,
 * for statements about few people.
 */
export const isPresent = (
  visibility: VisibilityScope,
  isAsked = false,
  isFriend: RawBuilder<unknown> = sql`u.id in ${myConnections(visibility)}`,
): RawBuilder<unknown> => {
  const blocked = isNotBlocked(visibility, sql`u.id`);
  // People with a request between them know each other. Advisers and admins see withheld people.
  if (visibility.seesAll || isAsked || visibility.ofEverybody.has(heldPresence)) return blocked;
  const known = visibility.ofConnections !== null ? sql`or ${isFriend}` : sql``;
  return sql`${blocked} and (not u.has_hold or u.id = ${visibility.viewer} ${known})`;
};

/**
 * The ids of the people that the viewer can't see at all, by the rule of isPresent(): blocked in either direction, or withheld and not
 * connected. They are few, so queries exclude these authors.
 */
export const hiddenPeople = (visibility: VisibilityScope): RawBuilder<unknown> => {
  const { viewer } = visibility;
  const blocked = blockedWith(viewer);
  if (visibility.seesAll || visibility.ofEverybody.has(heldPresence)) return blocked;
  const known =
    visibility.ofConnections !== null
      ? sql`and h.id <> all(array${myConnections(visibility)})`
      : sql``;
  return sql`${blocked} union all select h.id from users h where h.has_hold and h.id <> ${viewer} ${known}`;
};

/**
 * Whether people can be sorted by mutual connections with `alias`, a row of users: only if the viewer can open their profile, whose card
 * shows the number (canVisit). `isMine`: whether the two are connected.
 */
export const ranksMutuals = (
  visibility: VisibilityScope,
  alias: RawBuilder<unknown>,
  isMine: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  if (visibility.seesAll || visibility.ofEverybody.has(heldPresence)) return sql`true`;
  const known = visibility.ofConnections !== null ? sql`or ${isMine}` : sql``;
  return sql`(${alias}.is_listed and not ${alias}.has_hold ${known})`;
};

/** The same for the person `id`. */
export const isRankedByMutuals = (
  visibility: VisibilityScope,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`exists (select from users v where v.id = ${id}
  and ${ranksMutuals(visibility, sql`v`, sql`v.id in ${myConnections(visibility)}`)})`;

/**
 * Whether `alias`, a row of users that the viewer's own entries reference, can be named to them. It follows isThere() for everyone, because
 * offices read nothing here without a record, and excludes people who have blocked the viewer. The viewer's own block doesn't hide names
 * from them.
 */
export const isNamed = (
  viewer: number,
  alias: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(not ${alias}.is_disabled
    and ${alias}.id <> all(array(select b.blocker_id from blocks b where b.blocked_id = ${viewer} and ${holds}))
    and (not ${alias}.has_hold or exists (select from connections c
      where c.low_id = least(${alias}.id, ${viewer}::bigint) and c.high_id = greatest(${alias}.id, ${viewer}::bigint))))`;

/** The audience number for the presence of people whose directory information is withheld: field 0, no choice (3), withheld (8). */
const heldPresence = 11;

/**
 * Selects the facets that a viewer sees, as `facet` and `people` to add up: the stored counts of what everyone can see, and the differences
 * for connections, the viewer and blocked people. `which` limits the `facet` of an alias.
 */
const seenFacets = (
  visibility: VisibilityScope,
  which: (alias: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const { viewer, ofEverybody, ofConnections } = visibility;
  const [entry, stored] = [sql`f`, sql`k`];
  const isForAll = isIn(sql`f.audience`, ofEverybody);
  const more =
    ofConnections !== null
      ? sql`union all
    select facet, people from (
      select f.facet, count(*)::int as people from connected c
      -- Person by person: a plan for any facet does not know that one of them may be everybody's.
      cross join lateral (
        select f.facet from user_facets f
        where f.user_id = c.other_id and ${isIn(sql`f.audience`, ofConnections)} and ${which(entry)} offset 0
      ) as f
      where c.user_id = ${viewer}
        -- Nobody shows it to connections alone: nothing to look for among them.
        and (select exists (select from facet_counts k where ${which(stored)} and ${isIn(sql`k.audience`, ofConnections)}))
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

/** Selects the facets that a viewer sees, with the number of people. `which` as for seenFacets(). */
export const seenFacetCounts = (
  visibility: VisibilityScope,
  which: (alias: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`select facet, sum(people)::int as people from (${seenFacets(visibility, which)}) as seen group by facet having sum(people) > 0`;

/**
 * The number of people with one facet that a viewer sees, as a statement with the column `n`. It follows seenFacets(), with a separate
 * query for each part.
 */
export const seenFacetTotal = (
  visibility: VisibilityScope,
  facet: string,
): RawBuilder<{ n: number }> => {
  const { viewer, ofEverybody, ofConnections } = visibility;
  const isForAll = isIn(sql`f.audience`, ofEverybody);
  const entries = (who: RawBuilder<unknown>, audience: RawBuilder<unknown>) =>
    sql`(select count(*) from user_facets f where f.facet = ${facet} and f.user_id = ${who} and ${audience})`;
  // If no one shows it only to connections, the connections don't need to be searched.
  const more =
    ofConnections !== null
      ? sql`+ case when exists (select from facet_counts k where k.facet = ${facet} and ${isIn(sql`k.audience`, ofConnections)})
          then ${entries(sql`any(array${myConnections(visibility)})`, isIn(sql`f.audience`, ofConnections))} else 0 end`
      : sql``;
  return sql`select (coalesce((select sum(f.people) from facet_counts f where f.facet = ${facet} and ${isForAll}), 0)
    + ${entries(sql`${viewer}`, sql`not ${isForAll}`)} - ${entries(sql`any(${blockedIds(visibility)})`, isForAll)} ${more})::int as n`;
};

/** Stores the person's choices. Null deletes a choice. */
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

/** Stores the school's settings of a person. Returns undefined if the person doesn't exist. */
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
