import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';
import { isPresent } from '../../people/privacy/privacy.queries.ts';
import { joinsOf, rowColumns, type EventRow } from '../events.queries.ts';
import {
  isSeenEvent,
  isSeenPublished,
  manages,
  withReader,
  type EventReader,
} from '../reader/event-reader.queries.ts';
import type { BusyTimes, EventFilters, EventOrder, MineKind } from './listing.rules.ts';

/** Events that are longer than this are looked for by their end. */
const longest = '1 day';

/** Each word typed begins a word of the title, the place or a tag. */
const isSearched = (
  search: string,
) => sql`not exists (select from unnest(search_words(${search})) as w (word)
  where not exists (select from unnest(e.words) as n (word) where starts_with(n.word, w.word))
    and not exists (select from unnest(e.tags) as n (word) where starts_with(n.word, w.word)))`;

const mineOf = (
  { viewer }: EventReader,
  time: RawBuilder<unknown>,
): Record<MineKind, RawBuilder<unknown>> => {
  const registered = (statuses: RawBuilder<unknown>) =>
    sql`exists (select from event_registrations r where r.school_id = e.school_id and r.event_id = e.id and r.user_id = ${viewer}
      and r.original in ('', ${time}) and r.status in (${statuses}))`;
  return {
    registered: registered(sql`'registered', 'attended', 'maybe', 'absent', 'excused'`),
    waiting: registered(sql`'waiting', 'offered', 'requested'`),
    hosting: sql`exists (select from event_hosts h where h.school_id = e.school_id and h.event_id = e.id and h.user_id = ${viewer})`,
    invited: sql`exists (select from event_invitees i where i.school_id = e.school_id and i.event_id = e.id and i.user_id = ${viewer})`,
  };
};

const hostKinds = {
  club: sql`e.club_id is not null`,
  hub: sql`e.hub_id is not null`,
  school: sql`e.club_id is null and e.hub_id is null`,
};

/** Whether a list shows other than published events, or templates. */
const isOfHosts = ({ statuses, templates }: EventFilters): boolean =>
  templates === true || (statuses?.some((one) => one !== 'published') ?? false);

/** Whether the time `x` overlaps nothing of the reader’s calendar; what they registered for overlaps itself. */
const fits = ({ starts, ends, until }: BusyTimes, registered: RawBuilder<unknown>) =>
  sql`x.starts_at < ${until} and (${registered} or not exists (
    select from unnest(${starts as Date[]}::timestamptz[], ${ends as Date[]}::timestamptz[]) b (starts_at, ends_at)
    where b.starts_at < x.ends_at and b.ends_at > x.starts_at))`;

/** The conditions on the event `e`; `time`: the time of it that is listed. */
const conditionsOf = (
  reader: EventReader,
  filters: EventFilters,
  time: RawBuilder<unknown>,
): RawBuilder<unknown>[] => {
  const is = (column: RawBuilder<unknown>, wanted: boolean | undefined) =>
    wanted === undefined ? [] : [wanted ? column : sql`not (${column})`];
  const mine = mineOf(reader, time);
  const ofHosts = isOfHosts(filters);
  return [
    ofHosts ? isSeenEvent(reader) : isSeenPublished(reader),
    filters.templates === true ? sql`e.is_template and ${manages}` : sql`not e.is_template`,
    ...(filters.statuses ? [sql`e.status = any(${filters.statuses as string[]}::text[])`] : []),
    ...(filters.search ? [isSearched(filters.search)] : []),
    ...(filters.clubs
      ? [
          sql`(e.club_id = any(${filters.clubs as number[]}::bigint[]) or exists (select from event_cohosts x
            where x.school_id = e.school_id and x.event_id = e.id and x.club_id = any(${filters.clubs as number[]}::bigint[])))`,
        ]
      : []),
    ...(filters.hubs ? [sql`e.hub_id = any(${filters.hubs as number[]}::bigint[])`] : []),
    ...(filters.tags ? [sql`e.tags && ${filters.tags as string[]}::text[]`] : []),
    ...(filters.hostKinds
      ? [
          sql`(${sql.join(
            filters.hostKinds.map((one) => hostKinds[one]),
            sql` or `,
          )})`,
        ]
      : []),
    ...is(sql`e.is_free`, filters.free),
    ...is(sql`e.online_url is not null`, filters.online),
    ...is(manages, filters.managed),
    ...(filters.busy ? [fits(filters.busy, mine.registered)] : []),
    ...(filters.mine
      ? [
          sql`(${sql.join(
            filters.mine.map((one) => mine[one]),
            sql` or `,
          )})`,
        ]
      : []),
    ...is(
      sql`e.capacity is null or coalesce((select s.taken from event_seats s where s.school_id = e.school_id and s.event_id = e.id
        and s.original = case when e.registration = 'occurrence' then ${time} else '' end), 0) < e.capacity`,
      filters.hasRoom,
    ),
    ...is(
      reader.connect
        ? sql`e.attendees_for = 'everyone' and exists (select from event_registrations r join users u on u.school_id = r.school_id and u.id = r.user_id
            where r.school_id = e.school_id and r.event_id = e.id and r.original in ('', ${time}) and r.status in ('registered', 'attended')
              and not r.is_hidden and not u.is_disabled and ${isPresent(reader.visibility)}
              and r.user_id in (select other_id from connected where user_id = ${reader.viewer}))`
        : sql`false`,
      filters.known,
    ),
  ];
};

const and = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` and `);

/** Times `x` of events that touch a window, from the index: those that begin in it, and long ones that began before. */
const timesIn = (from: Date, to: Date | null): RawBuilder<unknown> =>
  sql`(select y.school_id, y.event_id, y.starts_at, y.ends_at, y.original from event_starts y
      where y.starts_at >= ${from}::timestamptz - interval '${sql.raw(longest)}' and y.ends_at > ${from} ${to === null ? sql`` : sql`and y.starts_at < ${to}`}
    union all select y.school_id, y.event_id, y.starts_at, y.ends_at, y.original from event_starts y
      where y.is_long and y.ends_at > ${from} and y.starts_at < ${from}::timestamptz - interval '${sql.raw(longest)}')`;

/** Where rows come from: events `e` at their times `x`. */
export const sourceOf = (
  reader: EventReader,
  filters: EventFilters,
  order: EventOrder,
): RawBuilder<unknown> => {
  const conditions = and(conditionsOf(reader, filters, sql`x.original`));
  const { from, to } = filters;
  const { now } = reader;
  if (from !== undefined && to !== undefined)
    return sql`${timesIn(from, to)} x join events e on e.school_id = x.school_id and e.id = x.event_id where ${conditions}`;
  if (filters.past === true)
    return sql`event_starts x join events e on e.school_id = x.school_id and e.id = x.event_id
      where x.starts_at <= ${now} and x.ends_at <= ${now} and ${conditions}`;
  // Of drafts and templates the time does not matter.
  if (isOfHosts(filters) && from === undefined && to === undefined)
    return sql`events e cross join lateral (select * from event_starts t where t.school_id = e.school_id and t.event_id = e.id
        order by t.ends_at <= ${now}, case when t.ends_at > ${now} then t.starts_at end, t.starts_at desc limit 1) x where ${conditions}`;
  const begin = from ?? now;
  if (order === 'name' || order === 'created')
    return sql`events e cross join lateral (select * from event_starts t where t.school_id = e.school_id and t.event_id = e.id
        and t.ends_at > ${begin} ${to === undefined ? sql`` : sql`and t.starts_at < ${to}`} order by t.starts_at limit 1) x where ${conditions}`;
  return sql`${timesIn(begin, to ?? null)} x join events e on e.school_id = x.school_id and e.id = x.event_id where ${conditions}
      and not exists (select from event_starts p where p.school_id = x.school_id and p.event_id = x.event_id
        and p.ends_at > ${begin} and p.starts_at < x.starts_at)`;
};

const orderBy = {
  start: sql`x.starts_at, e.id`,
  start_desc: sql`x.starts_at desc, e.id desc`,
  name: sql`e.sort_name, e.id, x.starts_at`,
  created: sql`e.created_at desc, e.id desc, x.starts_at`,
} as const;

export interface EventListing {
  readonly filters: EventFilters;
  readonly order: EventOrder;
  readonly offset: number;
  readonly size: number;
  /** Rows that are counted at most. */
  readonly counted: number;
}

/** A window of events and how many there are, in one statement. */
export const selectEvents = async (
  db: Db,
  reader: EventReader,
  { filters, order, offset, size, counted }: EventListing,
): Promise<{ total: number; rows: EventRow[] }> => {
  const source = sourceOf(reader, filters, order);
  const rows = await many(
    db,
    sql<
      { total: number } & (EventRow | { id: null })
    >`with ${withReader(reader)}, page as materialized (
      select e.school_id, e.id, x.original, x.starts_at, row_number() over (order by ${orderBy[order]}) as place
      from ${source} order by ${orderBy[order]} limit ${sql.lit(size)} offset ${offset}
    ) select (select count(*)::int from (select from ${source} limit ${sql.lit(counted + 1)}) n) as total, listed.*
    from (select 1) as one left join (
      select o.place, ${rowColumns(reader)} from page o join events e on e.school_id = o.school_id and e.id = o.id ${joinsOf(reader)}
    ) as listed on true order by listed.place`,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap((row) => (row.id === null ? [] : [row])),
  };
};

/** Times of events in a window, to be counted by day. */
export const selectTimes = (
  db: Db,
  reader: EventReader,
  { from, to, max }: { from: Date; to: Date; max: number },
) =>
  many(
    db,
    sql<{ starts_at: Date; ends_at: Date }>`with ${withReader(reader)} select x.starts_at, x.ends_at
    from ${sourceOf(reader, { from, to }, 'start')} limit ${sql.lit(max)}`,
  );

/** Tags of coming events, with how many have them. */
export const selectTags = (
  db: Db,
  reader: EventReader,
  filters: EventFilters,
  { events, size }: { events: number; size: number },
) =>
  many(
    db,
    sql<{ tag: string; count: number }>`with ${withReader(reader)}, coming as (
      select e.tags from ${sourceOf(reader, filters, 'start')} order by x.starts_at limit ${sql.lit(events)}
    ) select t as tag, count(*)::int as count from coming cross join unnest(coming.tags) as t group by t
    order by count(*) desc, t limit ${sql.lit(size)}`,
  );

/** How many coming events an option of a filter would leave. */
export interface EventOptionRow {
  readonly filter: 'host' | 'club' | 'hub' | 'online' | 'free';
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** Options of the filters of the older calls, each counted under the other filters, in one statement. */
export const selectOptions = (
  db: Db,
  reader: EventReader,
  filters: EventFilters,
  events: number,
) => {
  const of = (without: keyof EventFilters, columns: RawBuilder<unknown>) => {
    const { [without]: _, ...rest } = filters;
    return sql`(select ${columns} from ${sourceOf(reader, rest, 'start')} order by x.starts_at limit ${sql.lit(events)}) n`;
  };
  return many(
    db,
    sql<EventOptionRow>`with ${withReader(reader)}
    select 'host' as filter, n.value, n.value as label, count(*)::int as count
      from ${of('hostKinds', sql`case when e.club_id is not null then 'club' when e.hub_id is not null then 'hub' else 'school' end as value`)} group by n.value
    union all select 'club', c.id::text, c.name, count(*)::int from ${of('clubs', sql`e.school_id, e.club_id`)}
      join clubs c on c.school_id = n.school_id and c.id = n.club_id group by c.id, c.name
    union all select 'hub', h.id::text, h.name, count(*)::int from ${of('hubs', sql`e.school_id, e.hub_id`)}
      join hubs h on h.school_id = n.school_id and h.id = n.hub_id group by h.id, h.name
    union all select 'online', n.value, n.value, count(*)::int from ${of('online', sql`(e.online_url is not null)::text as value`)} group by n.value
    union all select 'free', n.value, n.value, count(*)::int from ${of('free', sql`e.is_free::text as value`)} group by n.value`,
  );
};
