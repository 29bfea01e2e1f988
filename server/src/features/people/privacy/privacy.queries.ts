import { sql, type RawBuilder } from 'kysely';
import type { FieldRules } from '#contract/people/audiences.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { Viewer } from '../people.rules.ts';
import { seenAudiences, unchosenNumber, type AudienceSet } from './privacy.rules.ts';

/** What a viewer sees, as audiences of the inverted tables: of everybody, and beyond that of their connections. */
export interface VisibilityScope {
  readonly viewer: number;
  readonly seesAll: boolean;
  readonly ofEverybody: AudienceSet;
  readonly ofConnections: AudienceSet | null;
}

/** How far a viewer sees at a school. Advisers see of everybody what connections see; admins see all. */
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
 * Whether the viewer may have people in the order of their years. The column of that order knows what each person chose but
 * not the school's rules, so whoever does not see the years of people who chose nothing has no use of it.
 */
export const seesYears = ({ ofEverybody }: VisibilityScope): boolean =>
  ofEverybody.has(unchosenNumber('yearOfGraduation'));

/**
 * Whether an audience number is in a set. "Not 0" instead of "1", because the planner then expects most entries to be seen, which
 * is what holds.
 */
export const isIn = (audience: RawBuilder<unknown>, { bits }: AudienceSet): RawBuilder<unknown> =>
  sql`get_bit(${bits}::bytea, ${audience}) <> 0`;

/**
 * Whether `id` is in `list`, a statement in parentheses that names nothing around it, looked up in a hash. Beside many schools
 * the planner expects one connection a person and would go along the whole list for each; "is true" leaves it no such join.
 */
export const isAmong = (id: RawBuilder<unknown>, list: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${id} in ${list}) is true`;

const myConnections = ({ viewer }: VisibilityScope) =>
  sql`(select other_id from connected where user_id = ${viewer})`;

/**
 * Whether the viewer sees an entry of an inverted table (`alias` has user_id and audience). `mine`: the ids of the viewer's
 * connections, where the statement around has them at hand already.
 */
export const isSeen = (
  visibility: VisibilityScope,
  alias: RawBuilder<unknown>,
  mine = myConnections(visibility),
): RawBuilder<unknown> => {
  if (visibility.seesAll) return sql`true`;
  const more =
    visibility.ofConnections !== null
      ? sql`or (${isIn(sql`${alias}.audience`, visibility.ofConnections)} and ${alias}.user_id in ${mine})`
      : sql``;
  return sql`(${isIn(sql`${alias}.audience`, visibility.ofEverybody)} or ${alias}.user_id = ${visibility.viewer} ${more})`;
};

/** Those whom the viewer has blocked or who blocked them, as an array. */
export const blockedPeople = ({ viewer }: Pick<VisibilityScope, 'viewer'>): RawBuilder<number[]> =>
  sql`array(select other_id from blocked_pairs where user_id = ${viewer})`;

/** Neither of the two has blocked the other. `blockedOnes`: blockedPeople() where the statement around has it at hand already. */
export const isNotBlocked = (
  visibility: VisibilityScope,
  id: RawBuilder<unknown>,
  blockedOnes = blockedPeople(visibility),
): RawBuilder<unknown> => sql`${id} <> all(${blockedOnes})`;

/**
 * Whether `u` is there for the viewer at all: neither held nor blocked, whoever blocked whom. `blockedOnes`: as for isNotBlocked();
 * `isFriend`: whether they are connected, where it is asked of few.
 */
export const isPresent = (
  visibility: VisibilityScope,
  isAsked = false,
  blockedOnes = blockedPeople(visibility),
  isFriend: RawBuilder<unknown> = sql`u.id in ${myConnections(visibility)}`,
): RawBuilder<unknown> => {
  const blocked = isNotBlocked(visibility, sql`u.id`, blockedOnes);
  // Of requests between the two, both know already; advisers and admins see held people.
  if (visibility.seesAll || isAsked || visibility.ofEverybody.has(heldPresence)) return blocked;
  const known = visibility.ofConnections !== null ? sql`or ${isFriend}` : sql``;
  return sql`${blocked} and (not u.has_hold or u.id = ${visibility.viewer} ${known})`;
};

/**
 * Ids of the people whom the viewer does not see at all, as isPresent() says for one of them: blocked, whoever blocked whom, or held
 * and not connected. They are few, so that whatever else names an author leaves theirs out.
 */
export const hiddenPeople = (visibility: VisibilityScope): RawBuilder<unknown> => {
  const { viewer } = visibility;
  const blocked = sql`select other_id as id from blocked_pairs where user_id = ${viewer}`;
  if (visibility.seesAll || visibility.ofEverybody.has(heldPresence)) return blocked;
  const known =
    visibility.ofConnections !== null
      ? sql`and h.id <> all(array${myConnections(visibility)})`
      : sql``;
  return sql`${blocked} union all select h.id from users h where h.has_hold and h.id <> ${viewer} ${known}`;
};

/**
 * Whether the viewer may have people put in order by the mutual connections with the person `id`: where their profile may be visited,
 * whose card says how many there are (canVisit). `mine`: as for isSeen().
 */
export const isRankedByMutuals = (
  visibility: VisibilityScope,
  id: RawBuilder<unknown>,
  mine = myConnections(visibility),
): RawBuilder<unknown> => {
  if (visibility.seesAll || visibility.ofEverybody.has(heldPresence)) return sql`true`;
  const known = visibility.ofConnections !== null ? sql`or ${id} in ${mine}` : sql``;
  return sql`(exists (select from users v where v.id = ${id} and v.is_listed and not v.has_hold) ${known})`;
};

/**
 * Whether `alias`, a row of users that the viewer's own entries point at, may be named to them: as isThere() says for anybody,
 * since no office reads here unrecorded, and not where that person has blocked them. One's own block hides no name from oneself.
 */
export const isNamed = (
  viewer: number,
  alias: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(not ${alias}.is_disabled
    and (${alias}.is_admin or not exists (select from blocks b join users m on m.school_id = b.school_id and m.id = b.blocked_id and not m.is_admin
      where b.blocker_id = ${alias}.id and b.blocked_id = ${viewer}))
    and (not ${alias}.has_hold or exists (select from connections c
      where c.low_id = least(${alias}.id, ${viewer}::bigint) and c.high_id = greatest(${alias}.id, ${viewer}::bigint))))`;

/** Audience number of the presence of somebody whose directory information is held: field 0, no choice (3), held (8). */
const heldPresence = 11;

/**
 * What the facets that a viewer sees add up from, `facet` and `people`: the kept counts of what everybody shows, and what
 * connections, oneself and people blocked change about it. `which` narrows by the `facet` of an alias.
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
    select f.facet, -1 from blocked_pairs b
    cross join lateral (select f.facet from user_facets f where f.user_id = b.other_id and ${isForAll} and ${which(entry)} offset 0) as f
    where b.user_id = ${viewer}`;
};

/** The facets a viewer sees with the number of people; `which` as for seenFacets(). */
export const seenFacetCounts = (
  visibility: VisibilityScope,
  which: (alias: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`select facet, sum(people)::int as people from (${seenFacets(visibility, which)}) as seen group by facet having sum(people) > 0`;

/** How many people a viewer sees to have one facet, as a statement with the column `n`. */
export const seenFacetTotal = (
  visibility: VisibilityScope,
  facet: string,
): RawBuilder<{ n: number }> =>
  sql`select coalesce(sum(people), 0)::int as n from (${seenFacets(visibility, (alias) => sql`${alias}.facet = ${facet}`)}) as seen`;

/** Stores what the person chose; null takes a choice back. */
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

/** Stores what the school says of a person; undefined when there is no such person. */
export const updatePersonStatus = async (
  db: Db,
  id: number,
  status: { hasHold?: boolean | undefined; isAdviser?: boolean | undefined },
  now: Date,
): Promise<{ has_hold: boolean; is_adviser: boolean } | undefined> => {
  const { rows } = await sql<{ has_hold: boolean; is_adviser: boolean }>`
    update users set has_hold = coalesce(${status.hasHold ?? null}, has_hold),
      is_adviser = coalesce(${status.isAdviser ?? null}, is_adviser), updated_at = ${now}
    where id = ${id} returning has_hold, is_adviser`.execute(db);
  return rows[0];
};
