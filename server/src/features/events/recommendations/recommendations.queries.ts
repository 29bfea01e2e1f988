import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { Series } from '../../../kernel/time/series.ts';
import { isPresent } from '../../people/privacy/privacy.queries.ts';
import { firstTimes, hasRoomAt } from '../listing/listing.queries.ts';
import { withReader, type EventReader } from '../reader/event-reader.queries.ts';
import type { EventSignals } from './recommendations.rules.ts';
import { type PersonSummaryRow, personSummary } from '../../people/summary/summary.queries.ts';

/** An upcoming event with its reasons. */
export interface CandidateRow extends Omit<EventSignals, 'isFree'> {
  readonly id: number;
  readonly title: string;
  readonly series: Series;
  readonly original: string;
  readonly updated_at: Date;
  readonly cover: string | null;
  readonly location: string;
  readonly host: string | null;
  readonly people: readonly PersonSummaryRow[];
}

/** Maximum upcoming events, connections and own events to consider, so that the cost stays constant. */
const reach = { events: 400, connections: 400, own: 200, interests: 30 } as const;

/**
 * Selects upcoming events that the viewer can see and has no relation to yet, with their reasons: those without registration, and those
 * with open registration or waitlist.
 */
export const selectCandidates = (
  db: Db,
  reader: EventReader,
  to: Date,
): Promise<CandidateRow[]> => {
  const { viewer, now } = reader;
  return many(
    db,
    sql<CandidateRow>`with ${withReader(reader)}, coming as materialized (
      select * from ${firstTimes(
        reader,
        { to },
        {
          columns: sql`e.school_id, e.club_id, e.tags, e.words, e.attendees_for, x.original`,
          limit: reach.events,
          narrowing: sql`and (e.registration = 'none' or (e.closes_at is null or e.closes_at > ${now})
            and (e.waitlist <> 'off' or ${hasRoomAt(sql`x.original`)}))
          and not exists (select from event_registrations r where r.school_id = e.school_id and r.event_id = e.id and r.user_id = ${viewer})
          and not exists (select from event_hosts h where h.school_id = e.school_id and h.event_id = e.id and h.user_id = ${viewer})
          and not exists (select from event_dismissals d where d.school_id = e.school_id and d.event_id = e.id and d.user_id = ${viewer})`,
        },
      )} n
    ), friends as materialized (
      select other_id from connected where user_id = ${viewer} and ${reader.connect}::boolean order by accepted_at desc limit ${sql.lit(reach.connections)}
    ), going as (
      select r.event_id, count(distinct u.id)::int as known,
        jsonb_agg(distinct ${personSummary('u')}) as people
      from friends f join event_registrations r on r.user_id = f.other_id
        and r.status in ('registered', 'attended') and not r.is_hidden
      join coming e on e.id = r.event_id and e.attendees_for = 'everyone' and r.original in ('', e.original)
      join users u on u.school_id = r.school_id and u.id = r.user_id and not u.is_disabled and ${isPresent(reader.visibility)}
      group by r.event_id
    ), interests as materialized (
      select substr(facet, strpos(facet, ':') + 1) as value, search_words(substr(facet, strpos(facet, ':') + 1)) as words
      from user_facets where user_id = ${viewer} and facet like 'interests:%' order by facet limit ${sql.lit(reach.interests)}
    ), past as materialized (
      select e.id, e.tags, e.club_id from event_registrations r join events e on e.school_id = r.school_id and e.id = r.event_id
      where r.user_id = ${viewer} and (r.status = 'attended' or r.status = 'registered' and case when r.original = '' then e.ends_at <= ${now}
        else exists (select from event_starts t where t.school_id = r.school_id and t.event_id = r.event_id and t.original = r.original and t.ends_at <= ${now}) end)
      order by r.registered_at desc limit ${sql.lit(reach.own)}
    ), liked as materialized (
      select distinct t as tag from past cross join unnest(past.tags) as t
    ), unwanted as materialized (
      select e.tags, e.club_id from event_dismissals d join events e on e.school_id = d.school_id and e.id = d.event_id
      where d.user_id = ${viewer} order by d.at desc limit ${sql.lit(reach.own)}
    )
    select e.id, e.title, e.series, n.original, e.updated_at, e.cover, e.location, coalesce(c.name, h.name) as host,
      array(select o.name from clubs o where o.school_id = e.school_id and o.id = any((select clubs from reader)::bigint[])
        and (o.id = e.club_id or exists (select from event_cohosts x where x.school_id = e.school_id and x.event_id = e.id and x.is_accepted and x.club_id = o.id))
        order by o.sort_name) as clubs,
      array(select i.value from interests i where i.words <> '{}' and (i.words <@ n.words or lower(i.value) = any(n.tags)) order by i.value) as interests,
      coalesce(g.known, 0) as known, coalesce(g.people, '[]') as people,
      array(select l.tag from liked l where l.tag = any(n.tags) order by l.tag) as attended,
      (select count(*)::int from unwanted w where w.tags && n.tags or w.club_id = n.club_id) as disliked
    from coming n join events e on e.school_id = n.school_id and e.id = n.id
      left join clubs c on c.school_id = e.school_id and c.id = e.club_id
      left join hubs h on h.school_id = e.school_id and h.id = e.hub_id
      left join going g on g.event_id = n.id
    order by n.starts_at, n.id`,
  );
};

/** Returns whether a person wants recommendations, which is the default. */
export const selectWants = async (db: Db, person: number): Promise<boolean> =>
  (
    await first(
      db,
      sql<{
        recommends: boolean;
      }>`select recommends from event_preferences where user_id = ${person}`,
    )
  )?.recommends ?? true;

export const upsertWants = async (
  db: Db,
  school: SchoolId,
  person: number,
  recommends: boolean,
): Promise<void> => {
  await sql`insert into event_preferences (school_id, user_id, recommends) values (${school}, ${person}, ${recommends})
    on conflict (school_id, user_id) do update set recommends = excluded.recommends`.execute(db);
};

export const insertDismissal = async (
  db: Db,
  school: SchoolId,
  { person, event, now }: { person: number; event: number; now: Date },
): Promise<void> => {
  await sql`insert into event_dismissals (school_id, user_id, event_id, at) values (${school}, ${person}, ${event}, ${now})
    on conflict do nothing`.execute(db);
};
