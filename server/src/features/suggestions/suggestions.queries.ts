import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { joinConnection, personColumns, type PersonRow } from '../people/people.queries.ts';
import { isPresent, isSeen, type VisibilityScope } from '../people/privacy/privacy.queries.ts';

/** A suggested person with the reasons. `mutual` is the number of mutual connections. */
export type SuggestedRow = PersonRow & { mutual: number; shared: string[] };

/**
 * Maximum connections to read, connections of each, and candidates, so that the cost stays limited for people with
 * thousands. Interests and people of each are for those without connections and classmates.
 */
const reach = { mine: 400, each: 1_000, candidates: 300, interests: 6, alike: 50 } as const;

/**
 * Returns people that the viewer may know. A mutual connection has the weight 1 / √degree, because connections of
 * people with few connections mean more. The sum is divided by the candidate's own degree ^ 0.3, so that people with
 * very many connections don't displace others. The same year (+15 %), major (+10 %) and interests (+2 % each) raise the
 * score if the viewer can see them, and are the only score for people without connections. The exponents and shares
 * were chosen on hidden friendships of three schools: `npm run bench -- suggestions`.
 */
export const selectSuggestions = async (
  db: Db,
  visibility: VisibilityScope,
  size: number,
): Promise<SuggestedRow[]> => {
  const { viewer } = visibility;
  const { rows } = await sql<SuggestedRow>`
    with mine as materialized (
      select c.other_id, (select count(*) from connected d where d.user_id = c.other_id) as degree
      from connected c where c.user_id = ${viewer} order by c.accepted_at desc limit ${reach.mine}
    ),
    near as (
      select c.other_id as id, count(*)::int as mutual, sum(1 / sqrt(m.degree::float8)) as weight
      from mine m cross join lateral (select other_id from connected where user_id = m.other_id limit ${reach.each}) as c
      where c.other_id <> ${viewer} and c.other_id not in (select other_id from mine)
      group by 1 order by weight desc limit ${reach.candidates}
    ),
    own as materialized (select facet from user_facets where user_id = ${viewer}
      and (facet like 'major:%' or facet like 'year_of_graduation:%' or facet like 'interests:%')),
    classmates as (
      select f.user_id as id from user_facets f
      where f.facet = (select facet from own where facet like 'major:%') and f.user_id <> ${viewer} and ${isSeen(visibility, sql`f`)}
        and exists (select from user_facets y where y.user_id = f.user_id and ${isSeen(visibility, sql`y`)}
          and y.facet = (select facet from own where facet like 'year_of_graduation:%'))
      order by f.user_id limit ${reach.candidates}
    ),
    -- New people often have neither connections nor classmates that they can see.
    alike as (
      select f.user_id as id from (select facet from own where facet like 'interests:%' order by facet limit ${reach.interests}) o
      cross join lateral (
        select f.user_id from user_facets f where f.facet = o.facet and f.user_id <> ${viewer} and ${isSeen(visibility, sql`f`)}
        order by f.user_id limit ${reach.alike}
      ) f
      where not exists (select from near) and not exists (select from classmates)
    ),
    candidates as (
      select id, max(mutual) as mutual, max(weight) as weight from (
        select id, mutual, weight from near union all select id, 0, 0 from classmates union all select id, 0, 0 from alike) as both_ways group by id
    ),
    described as (
      select k.id, k.mutual,
        k.weight / power(greatest(1, case when k.mutual > 0 then (select count(*) from connected d where d.user_id = k.id) end)::float8, 0.3) as weight,
        coalesce((select array_agg(f.facet order by f.facet) from user_facets f
        where f.user_id = k.id and f.facet in (select facet from own) and ${isSeen(visibility, sql`f`)}), '{}') as shared
      from candidates k
    ),
    scored as (
      select d.*, (d.weight + 0.002)
        * (1 + 0.15 * (exists (select from unnest(shared) as s where s like 'year_of_graduation:%'))::int
             + 0.1 * (exists (select from unnest(shared) as s where s like 'major:%'))::int
             + 0.02 * (select count(*) from unnest(shared) as s where s like 'interests:%')) as score
      from described d
    )
    select ${personColumns}, s.mutual, s.shared
    from scored s join users u on u.id = s.id ${joinConnection(viewer)}
    where not u.is_disabled and u.is_suggested and u.is_listed and c.requested_by is null and ${isPresent(visibility)}
      and not exists (select from suggestion_dismissals x where x.user_id = ${viewer} and x.dismissed_id = u.id)
    order by s.score desc, u.id limit ${size}`.execute(db);
  return rows;
};

export const insertDismissal = async (
  db: Db,
  school: SchoolId,
  me: number,
  other: number,
): Promise<void> => {
  await sql`insert into suggestion_dismissals (school_id, user_id, dismissed_id) values (${school}, ${me}, ${other})
    on conflict do nothing`.execute(db);
};

/** Undoes a dismissal. */
export const deleteDismissal = async (db: Db, me: number, other: number): Promise<void> => {
  await db
    .deleteFrom('suggestion_dismissals')
    .where('user_id', '=', me)
    .where('dismissed_id', '=', other)
    .execute();
};

/** Deletes all dismissals by and of a person whose account is deleted. */
export const deleteDismissalsOf = async (db: Db, id: number): Promise<void> => {
  await sql`delete from suggestion_dismissals where user_id = ${id}`.execute(db);
  await sql`delete from suggestion_dismissals where dismissed_id = ${id}`.execute(db);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me, name) => ({
  dismissedSuggestions: sql`(select jsonb_agg(jsonb_build_object('person', ${name}, 'at', d.created_at))
        from suggestion_dismissals d join users o on o.school_id = d.school_id and o.id = d.dismissed_id where d.user_id = ${me})`,
});
