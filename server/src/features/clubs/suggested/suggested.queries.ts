import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { many } from '../../../kernel/sql.ts';
import { isPresent } from '../../people/privacy/privacy.queries.ts';
import type { ClubViewer } from '../club-viewer.ts';
import type { LabelValue } from '../membership/club-people.queries.ts';

/** A club with its reasons. */
export interface SuggestedClubRow {
  readonly id: number;
  /** Members who are the caller's connections. 0 if the membership is private. */
  readonly known: number;
  /** Matching facets of the caller: interests and the major. */
  readonly facets: readonly string[];
  readonly similar: LabelValue | null;
}

/** Maximum connections, clubs of each, own clubs and own facets to consider, so that the cost stays constant. */
const reach = { connections: 400, each: 50, own: 20, facets: 30 } as const;

/**
 * Returns suggested clubs. Members that the viewer knows have the most weight, then interests and the major that are among the club's
 * words or labels, then labels shared with a club of the viewer. Calls `server/database/functions/clubs_seen_by.sql`.
 */
export const selectSuggestedClubs = (
  db: Db,
  { visibility, connect }: Pick<ClubViewer, 'visibility' | 'connect'>,
  { hub, size }: { hub: number | null; size: number },
): Promise<SuggestedClubRow[]> => {
  const { viewer } = visibility;
  return many(
    db,
    sql<SuggestedClubRow>`
    with mine as materialized (
      select other_id from connected where user_id = ${viewer} and ${connect}::boolean order by accepted_at desc limit ${reach.connections}
    ), known as (
      select m.club_id as id, count(*)::int as known
      from mine join users u on u.id = mine.other_id and not u.is_disabled and ${isPresent(visibility)}
      cross join lateral (
        select club_id from club_members where user_id = mine.other_id and status = 'member' limit ${reach.each}
      ) as m group by 1
    ), own as materialized (
      select facet, substr(facet, strpos(facet, ':') + 1) as value from user_facets
      where user_id = ${viewer} and (facet like 'interests:%' or facet like 'major:%') order by facet limit ${reach.facets}
    ), parts as materialized (
      select facet, value, search_words(value) as words from own
    ), worded as (
      -- Those with any of the words first: one look at a club is cheaper than one for each facet.
      select c.id, p.facet from clubs c join parts p on p.words <> '{}' and c.words @> p.words
      where c.words && (select coalesce(array_agg(distinct w.word), '{}') from parts cross join unnest(parts.words) as w (word))
    ), labeled as (
      select x.club_id as id, p.facet from parts p
      join club_labels l on l.list in ('categories', 'tags') and lower(l.name) = lower(p.value)
      join club_label_links x on x.school_id = l.school_id and x.label_id = l.id
    ), liked as (
      select id, array_agg(distinct facet order by facet) as facets from (select * from worded union all select * from labeled) as both_ways group by 1
    ), joined as materialized (
      select club_id from club_members where user_id = ${viewer} and status = 'member' order by since desc limit ${reach.own}
    ), alike as (
      select distinct on (x.club_id) x.club_id as id, o.club_id as own, count(*)::int as shared
      from joined o join club_label_links y on y.club_id = o.club_id
      join club_label_links x on x.school_id = y.school_id and x.label_id = y.label_id and x.club_id <> o.club_id
      group by x.club_id, o.club_id order by x.club_id, shared desc, o.club_id
    ), candidates as (
      select id, coalesce(k.known, 0) as known, coalesce(l.facets, '{}') as facets, s.own, coalesce(s.shared, 0) as shared
      from known k full join liked l using (id) full join alike s using (id)
    ), fitting as (
      select c.id, c.sort_name, case when c.members_seen_by = 'everyone' then k.known else 0 end as known, k.facets, k.own, k.shared
      from candidates k join clubs_seen_by(${viewer}::bigint, false) c on c.id = k.id
      where c.deleted_at is null and c.status = 'active' and c.is_published and not c.is_hidden and c.membership in ('open', 'request')
        and (${hub}::bigint is null or c.hub_id = ${hub}::bigint)
        and not exists (select from club_members m where m.school_id = c.school_id and m.club_id = c.id and m.user_id = ${viewer})
        and not exists (select from club_dismissals d where d.school_id = c.school_id and d.user_id = ${viewer} and d.club_id = c.id)
    )
    select f.id, f.known, f.facets,
      (select jsonb_build_object('id', o.id::text, 'name', o.name) from clubs o where o.id = f.own and o.deleted_at is null) as similar
    from fitting f where f.known > 0 or cardinality(f.facets) > 0 or f.own is not null
    order by 3 * sqrt(f.known) + 2 * cardinality(f.facets) + 0.5 * least(f.shared, 3) desc, f.sort_name, f.id limit ${size}`,
  );
};

/** Stores that a person dismissed a suggestion. */
export const insertClubDismissal = async (
  db: Db,
  { school, club, now }: { school: SchoolId; club: number; now: Date },
  me: number,
): Promise<void> => {
  await sql`insert into club_dismissals (school_id, user_id, club_id, created_at) values (${school}, ${me}, ${club}, ${now})
    on conflict do nothing`.execute(db);
};

/** Restores a dismissed suggestion. */
export const deleteClubDismissal = async (db: Db, club: number, me: number): Promise<void> => {
  await db
    .deleteFrom('club_dismissals')
    .where('user_id', '=', me)
    .where('club_id', '=', club)
    .execute();
};
