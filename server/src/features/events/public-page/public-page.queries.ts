import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first } from '../../../kernel/sql.ts';
import type { Series } from '../../../kernel/time/series.ts';

export interface PublicEventRow {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly series: Series;
  readonly original: string;
  readonly status: string;
  readonly location: string;
  readonly address: string;
  readonly map_url: string | null;
  readonly is_online: boolean;
  readonly cover: string | null;
  readonly tags: string[];
  readonly host: string | null;
  readonly registration: string;
}

/** Returns a public event, at one of its times. Calls `server/database/functions/is_event_public.sql`. */
export const selectPublicEvent = (
  db: Db,
  id: number,
  original: string | null,
  now: Date,
): Promise<PublicEventRow | undefined> =>
  first(
    db,
    sql<PublicEventRow>`select e.id, coalesce(d.title, e.title) as title, e.description, e.series, o.original, e.status, coalesce(d.location, e.location) as location,
      coalesce(d.address, e.address) as address, e.map_url, nullif(coalesce(d.online_url, e.online_url), '') is not null as is_online, e.cover, e.tags, coalesce(c.name, h.name) as host, e.registration
    from events e cross join lateral (select x.original from event_starts x where x.school_id = e.school_id and x.event_id = e.id
        ${original === null ? sql`` : sql`and x.original = ${original}`}
        order by x.ends_at <= ${now}, case when x.ends_at > ${now} then x.starts_at end, x.starts_at desc limit 1) o
      left join event_dates d on d.school_id = e.school_id and d.event_id = e.id and d.original = o.original
      left join clubs c on c.school_id = e.school_id and c.id = e.club_id
      left join hubs h on h.school_id = e.school_id and h.id = e.hub_id
    where e.id = ${id} and is_event_public(e)`,
  );
