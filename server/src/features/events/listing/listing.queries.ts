import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { ContainsCondition } from '../../../kernel/http/json-filters.ts';
import { many } from '../../../kernel/sql.ts';
import { isPresent } from '../../people/privacy/privacy.queries.ts';
import {
  joinsOf,
  knownColumn,
  goingConnectionsSql,
  listColumns,
  type EventItemRow,
} from '../events.queries.ts';
import {
  isSeenEvent,
  isSeenPublished,
  manages,
  withReader,
  type EventReader,
} from '../reader/event-reader.queries.ts';
import type { BusyTimes, EventFilters, EventOrder, MineKind } from './listing.rules.ts';

/** Longer events are found by their end. */
const longest = '1 day';

/** Selects the ids of events whose title, location or tags have words starting with each search word. */
const searched = (
  search: string,
) => sql`array(select w.event_id from unnest(search_words(${search})) as t (word)
  join event_words w on w.word >= t.word and w.word < t.word || chr(1114111)
  group by w.event_id having count(distinct t.word) = (select count(distinct n) from unnest(search_words(${search})) as n))`;

/** Selects the ids of events that a person registered for, hosts or is invited to, which are few compared with the school's. */
const idsOfMine = ({
  viewer,
}: EventReader) => sql`array(select r.event_id from event_registrations r where r.user_id = ${viewer}
  union select h.event_id from event_hosts h where h.user_id = ${viewer}
  union select i.event_id from event_invitees i where i.user_id = ${viewer})`;

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
    invited: sql`exists (select from event_invitees i where i.school_id = e.school_id and i.event_id = e.id and i.user_id = ${viewer}
      and i.declined_at is null)`,
  };
};

const anyOf = (
  mine: Readonly<Record<MineKind, RawBuilder<unknown>>>,
  kinds: readonly MineKind[],
): RawBuilder<unknown> =>
  sql`(${sql.join(
    kinds.map((one) => mine[one]),
    sql` or `,
  )})`;

const hostKinds = {
  club: sql`e.club_id is not null`,
  hub: sql`e.hub_id is not null`,
  school: sql`e.club_id is null and e.hub_id is null`,
};

const tagConditions = ({ any, all, none }: ContainsCondition<string>): RawBuilder<unknown>[] => [
  ...(any.length > 0 ? [sql`e.tags && ${any as string[]}::text[]`] : []),
  ...(all.length > 0 ? [sql`e.tags @> ${all as string[]}::text[]`] : []),
  ...(none.length > 0 ? [sql`not e.tags && ${none as string[]}::text[]`] : []),
];

/** Returns whether a list includes unpublished events or templates. */
const isOfHosts = ({ statuses, templates }: EventFilters): boolean =>
  templates === true || (statuses?.some((one) => one !== 'published') ?? false);

/** Returns whether the date `x` doesn't conflict with the viewer’s calendar. Events that they registered for conflict with themselves. */
const fits = ({ starts, ends, until }: BusyTimes, registered: RawBuilder<unknown>) =>
  sql`x.starts_at < ${until} and (${registered} or not exists (
    select from unnest(${starts as Date[]}::timestamptz[], ${ends as Date[]}::timestamptz[]) b (starts_at, ends_at)
    where b.starts_at < x.ends_at and b.ends_at > x.starts_at))`;

/** Returns whether the event `e` has free spots at a time. Calls `server/database/functions/date_capacity.sql`. */
export const hasRoomAt = (time: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(date_capacity(e, ${time}) is null or coalesce((select s.taken from event_spots s where s.school_id = e.school_id and s.event_id = e.id
    and s.original = case when e.registration = 'occurrence' then ${time} else '' end), 0) < date_capacity(e, ${time}))`;

/** The conditions on the event `e`. `time`: its listed date. */
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
    // Only the proposer sees rejected and withdrawn proposals.
    ...(ofHosts
      ? [
          sql`(e.proposal is null or e.proposal in ('open', 'accepted') or e.proposed_by = ${reader.viewer})`,
        ]
      : []),
    ...(filters.statuses ? [sql`e.status = any(${filters.statuses as string[]}::text[])`] : []),
    ...(filters.search ? [sql`e.id = any(${searched(filters.search)}::bigint[])`] : []),
    ...(filters.mine ? [sql`e.id = any(${idsOfMine(reader)}::bigint[])`] : []),
    ...(filters.clubs
      ? [
          sql`(e.club_id = any(${filters.clubs as number[]}::bigint[]) or exists (select from event_cohosts x
            where x.school_id = e.school_id and x.event_id = e.id and x.is_accepted and x.club_id = any(${filters.clubs as number[]}::bigint[])))`,
        ]
      : []),
    ...(filters.hubs ? [sql`e.hub_id = any(${filters.hubs as number[]}::bigint[])`] : []),
    ...(filters.tags ? tagConditions(filters.tags) : []),
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
    ...(filters.mine ? [anyOf(mine, filters.mine)] : []),
    ...is(hasRoomAt(time), filters.hasRoom),
    ...is(
      reader.connect
        ? sql`(e.attendees_for = 'everyone' and exists (select from event_registrations r join users u on u.school_id = r.school_id and u.id = r.user_id
            where r.school_id = e.school_id and r.event_id = e.id and r.original in ('', ${time}) and r.status in ('registered', 'attended')
              and not r.is_hidden and not u.is_disabled and ${isPresent(reader.visibility)}
              and r.user_id in (select other_id from connected where user_id = ${reader.viewer})))`
        : sql`false`,
      filters.known,
    ),
  ];
};

const and = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` and `);

/** Returns whether only few events can match, which are then checked one by one instead of in time order. */
const isNarrow = ({ search, mine }: EventFilters): boolean =>
  (search ?? '') !== '' || mine !== undefined;

/**
 * Selects the occurrence `x` of event `e` to list: the next one after `begin`. For the viewer's own events, the next one that they're
 * registered for.
 */
const nextTime = (
  reader: EventReader,
  { mine }: EventFilters,
  begin: Date,
  to: Date | undefined,
) => sql`cross join lateral (select * from event_starts t where t.school_id = e.school_id and t.event_id = e.id
    and t.ends_at > ${begin} ${to === undefined ? sql`` : sql`and t.starts_at < ${to}`}
    ${mine === undefined ? sql`` : sql`and ${anyOf(mineOf(reader, sql`t.original`), mine)}`} order by t.starts_at limit 1) x`;

/** Selects events `e` at the dates `x` of a list, unordered. `source` follows `from`. */
const eachOf = (
  reader: EventReader,
  filters: EventFilters,
  narrowing: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const { now } = reader;
  const { from, to } = filters;
  const where = sql`where ${and(conditionsOf(reader, filters, sql`x.original`))} ${narrowing}`;
  if (from !== undefined && to !== undefined)
    return sql`events e join event_starts x on x.school_id = e.school_id and x.event_id = e.id and x.ends_at > ${from} and x.starts_at < ${to} ${where}`;
  if (filters.past === true)
    return sql`events e join event_starts x on x.school_id = e.school_id and x.event_id = e.id and x.ends_at <= ${now} ${where}`;
  // The date doesn't matter for drafts and templates.
  if (isOfHosts(filters) && from === undefined && to === undefined)
    return sql`events e cross join lateral (select * from event_starts t where t.school_id = e.school_id and t.event_id = e.id
        order by t.ends_at <= ${now}, case when t.ends_at > ${now} then t.starts_at end, t.starts_at desc limit 1) x ${where}`;
  return sql`events e ${nextTime(reader, filters, from ?? now, to)} ${where}`;
};

/**
 * Selects the first rows of a list in time order. Reads the index of dates until there are enough, so that the cost doesn't depend on the
 * school's other events. Few events are checked one by one. Returns a table expression with `columns`, and `starts_at` and `id`.
 */
export const firstTimes = (
  reader: EventReader,
  filters: EventFilters,
  {
    columns,
    limit,
    isDescending = false,
    narrowing = sql``,
  }: {
    columns: RawBuilder<unknown>;
    limit: number;
    isDescending?: boolean;
    narrowing?: RawBuilder<unknown>;
  },
): RawBuilder<unknown> => {
  const { now } = reader;
  const { from, to } = filters;
  const way = isDescending ? sql`desc` : sql`asc`;
  const all = sql`e.id, x.starts_at, ${columns}`;
  const first = sql`order by x.starts_at ${way}, x.event_id ${way} limit ${sql.lit(limit)}`;
  if (isNarrow(filters) || (isOfHosts(filters) && from === undefined && to === undefined))
    return sql`(select ${all} from ${eachOf(reader, filters, narrowing)} ${first})`;
  const conditions = sql`${and(conditionsOf(reader, filters, sql`x.original`))} ${narrowing}`;
  const joined = sql`event_starts x join events e on e.school_id = x.school_id and e.id = x.event_id`;
  if (filters.past === true && (from === undefined || to === undefined))
    return sql`(select ${all} from ${joined} where x.starts_at <= ${now} and x.ends_at <= ${now} and ${conditions} ${first})`;
  const begin = from ?? now;
  // In a window, each date counts. Otherwise, only the next date of each event counts, which is its first one after now.
  const once =
    from !== undefined && to !== undefined
      ? sql``
      : sql`and (x.starts_at = e.starts_at or not exists (select from event_starts p where p.school_id = x.school_id and p.event_id = x.event_id
          and p.starts_at < x.starts_at and p.ends_at > ${begin}))`;
  const isBefore = to === undefined ? sql`` : sql`and t.starts_at < ${to}`;
  const since = sql`${begin}::timestamptz - interval '${sql.raw(longest)}'`;
  // Each in order, so that neither is read further than needed.
  const times = (which: RawBuilder<unknown>) =>
    sql`(select t.school_id, t.event_id, t.starts_at, t.ends_at, t.original from event_starts t
      where t.ends_at > ${begin} ${isBefore} and ${which} order by t.starts_at ${way}, t.event_id ${way})`;
  return sql`(select ${all} from (${times(sql`t.starts_at >= ${since}`)} union all ${times(sql`t.is_long and t.starts_at < ${since}`)}) as x
    join events e on e.school_id = x.school_id and e.id = x.event_id where ${conditions} ${once} ${first})`;
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
  /** Maximum rows to count. */
  readonly counted: number;
}

const isByTime = (order: EventOrder) => order === 'start' || order === 'start_desc';

/** Selects a window of events with the total, in one statement. */
export const selectEvents = async (
  db: Db,
  reader: EventReader,
  { filters, order, offset, size, counted }: EventListing,
): Promise<{ total: number; rows: EventItemRow[] }> => {
  const columns = sql`e.school_id, x.original`;
  const found = firstTimes(reader, filters, {
    columns,
    limit: isByTime(order) ? Math.max(counted + 1, offset + size) : counted + 1,
    isDescending: order === 'start_desc',
  });
  const way = order === 'start_desc' ? sql`desc` : sql`asc`;
  const byTime = sql`f.starts_at ${way}, f.id ${way}`;
  const page = isByTime(order)
    ? sql`select f.*, row_number() over (order by ${byTime}) as position from found f order by ${byTime} limit ${sql.lit(size)} offset ${offset}`
    : sql`select e.id, x.starts_at, ${columns}, row_number() over (order by ${orderBy[order]}) as position
        from ${eachOf(reader, filters, sql``)} order by ${orderBy[order]} limit ${sql.lit(size)} offset ${offset}`;
  const rows = await many(
    db,
    sql<
      { total: number } & (EventItemRow | { id: null })
    >`with ${withReader(reader)}, found as materialized (select * from ${found} n),
    page as materialized (${page}), going as materialized (${goingConnectionsSql(reader, sql`page`)})
    select (select count(*)::int from found) as total, listed.*
    from (select 1) as one left join (
      select o.position, ${listColumns(reader, { isOfPublished: !isOfHosts(filters) })}, ${knownColumn(sql`g`)} as known
      from page o join events e on e.school_id = o.school_id and e.id = o.id ${joinsOf(reader)} left join going g on g.position = o.position
    ) as listed on true order by listed.position`,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap((row) => (row.id === null ? [] : [row])),
  };
};

/** Selects dates of events in a window, to count them by day. */
export const selectTimes = (
  db: Db,
  reader: EventReader,
  { from, to, max }: { from: Date; to: Date; max: number },
) =>
  many(
    db,
    sql<{ starts_at: Date; ends_at: Date }>`with ${withReader(reader)} select n.starts_at, n.ends_at
    from ${firstTimes(reader, { from, to }, { columns: sql`x.ends_at`, limit: max })} n`,
  );

/** Selects tags of upcoming events with their counts. */
export const selectTags = (
  db: Db,
  reader: EventReader,
  filters: EventFilters,
  { events, size }: { events: number; size: number },
) =>
  many(
    db,
    sql<{ tag: string; count: number }>`with ${withReader(reader)}, coming as (
      select n.tags from ${firstTimes(reader, filters, { columns: sql`e.tags`, limit: events })} n
    ) select t as tag, count(*)::int as count from coming cross join unnest(coming.tags) as t group by t
    order by count(*) desc, t limit ${sql.lit(size)}`,
  );

/** Returns clubs that host or cohost coming events, with the number of events. Calls `server/database/functions/clubs_seen_by.sql`. */
export const selectHosts = (
  db: Db,
  reader: EventReader,
  { events, size }: { events: number; size: number },
) =>
  many(
    db,
    sql<{ id: string; name: string; count: number }>`with ${withReader(reader)}, coming as (
      select n.* from ${firstTimes(reader, {}, { columns: sql`e.club_id, e.school_id as of_school, e.id as event_id`, limit: events })} n
    ), hosting as (
      select club_id from coming where club_id is not null
      union all select x.club_id from coming join event_cohosts x on x.school_id = coming.of_school and x.event_id = coming.event_id and x.is_accepted
    ) select c.id::text, c.name, h.count from (select club_id, count(*)::int as count from hosting group by club_id) h
      join clubs_seen_by(${reader.viewer}::bigint, false) c on c.id = h.club_id and c.deleted_at is null
    order by h.count desc, c.sort_name limit ${sql.lit(size)}`,
  );

/** The number of upcoming events that match a filter option. */
export interface EventOptionRow {
  readonly filter: 'host' | 'club' | 'hub' | 'online' | 'free';
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** Selects the filter options of the older calls in one statement, each counted with the other filters applied. */
export const selectOptions = (
  db: Db,
  reader: EventReader,
  filters: EventFilters,
  events: number,
) => {
  const of = (without: keyof EventFilters, columns: RawBuilder<unknown>) => {
    const { [without]: _, ...rest } = filters;
    return sql`${firstTimes(reader, rest, { columns, limit: events })} n`;
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
