import { sql, type RawBuilder } from 'kysely';
import type { BulkRow } from '../../../kernel/database/bulk.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { selectStagedProblems } from '../../../kernel/database/staged-problems.ts';
import { many } from '../../../kernel/sql.ts';
import { clubCode } from '../../clubs/import/club-code.ts';

/*
 * Events are streamed into these tables, checked as a whole, and then written (merge-events.queries.ts). The tables exist until the
 * transaction ends. People and clubs are staged before. `line`: the first line of a row in its file.
 */

/** Columns of events.csv besides its key, with their types. */
export const stagedEvents = {
  title: 'text',
  club: 'text',
  description: 'text',
  starts: 'text',
  ends: 'text',
  zone: 'text',
  rule: 'text',
  exceptions: 'text[]',
  moved: 'text[]',
  dates: 'text[]',
  location: 'text',
  address: 'text',
  map_url: 'text',
  online_url: 'text',
  online_opens_minutes: 'int',
  tags: 'text[]',
  status: 'text',
  is_template: 'boolean',
  audience: 'text',
  member_tags: 'text[]',
  hosts: 'text[]',
  cohosts: 'text[]',
  invited: 'text[]',
  registration: 'text',
  opens_at: 'timestamptz',
  closes_at: 'timestamptz',
  closes_minutes: 'int',
  capacity: 'int',
  guests_max: 'int',
  needs_approval: 'boolean',
  allows_maybe: 'boolean',
  waitlist: 'text',
  offer_hours: 'int',
  attendees_for: 'text',
  created_at: 'timestamptz',
} as const;
export type EventColumn = keyof typeof stagedEvents;

/** Returns the code of an event in lists. */
export const codeOfEvent = (event: string): string =>
  `coalesce(${event}.code, 'event-' || ${event}.id::text)`;
const codeOfClub = clubCode('c');

/** Returns the end of an occurrence from `start` and `length`, in the format of lists. */
const endOf = (start: string, length: string): string =>
  `case when length(${start}) = 10 then to_char(${start}::date + (${length} - 1), 'YYYY-MM-DD')
    else to_char(${start}::timestamp + ${length} * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI') end`;
const spanText = (start: string, length: string): string =>
  `left(${start}, 16) || '/' || ${endOf(start, length)}`;

/**
 * Returns the times of the event `u` in the format of lists: `starts`, `ends`, `rule`, `exceptions`, `moved`, `dates`, the last three as
 * arrays. A lateral part of a statement, also for exports, which take no parameters.
 */
export const listedTimesOf = (alias = 'w'): string => `lateral (
    select case when u.has_custom_dates then split_part(d.all_times[1], '/', 1) else left(u.series ->> 'start', 16) end as starts,
      case when u.has_custom_dates then split_part(d.all_times[1], '/', 2) else ${endOf(`(u.series ->> 'start')`, `(u.series ->> 'length')::int`)} end as ends,
      case when u.has_custom_dates then null else u.series ->> 'rule' end as rule,
      case when u.has_custom_dates then '{}' else array(select left(x, 16) from jsonb_array_elements_text(u.series -> 'exceptions') as x) end as exceptions,
      case when u.has_custom_dates then '{}' else array(select left(v.key, 16) || '=' || ${spanText(`(v.value ->> 'start')`, `(v.value ->> 'length')::int`)}
        from jsonb_each(u.series -> 'overrides') v order by v.key) end as moved,
      case when u.has_custom_dates then d.all_times[2:] else '{}' end as dates
    from (select array(select ${spanText('o.start', 'o.length')} from (
        select u.series ->> 'start' as start, (u.series ->> 'length')::int as length
          where not jsonb_exists(u.series -> 'exceptions', u.series ->> 'start') and not jsonb_exists(u.series -> 'overrides', u.series ->> 'start')
        union all select v.value ->> 'start', (v.value ->> 'length')::int from jsonb_each(u.series -> 'overrides') v
          where not jsonb_exists(u.series -> 'exceptions', v.key)
      ) as o order by o.start) as all_times) as d
  ) as ${alias}`;

export const createStagedEvents = async (db: Db): Promise<void> => {
  const columns = Object.entries(stagedEvents).map(([name, type]) => `${name} ${type}`);
  await sql
    .raw(
      `drop table if exists pg_temp.staged_events, pg_temp.staged_event_series, pg_temp.staged_event_starts, pg_temp.known_events;
      create temp table staged_events (line int not null, code text not null, ${columns.join(', ')}) on commit drop;
      create temp table staged_event_series (line int not null, series jsonb not null, has_custom_dates boolean not null, starts_at timestamptz not null, ends_at timestamptz not null) on commit drop;
      create temp table staged_event_starts (line int not null, starts_at timestamptz not null, ends_at timestamptz not null, original text not null) on commit drop`,
    )
    .execute(db);
};

/** Columns that affect registrations. Existing events change them on their page, where people are notified. */
const heldColumns = ['registration', 'capacity', 'waitlist'] as const;

/** Updates the planner's statistics, and finds the staged events that the school has. */
export const analyzeStagedEvents = async (
  db: Db,
  columns: readonly EventColumn[],
): Promise<void> => {
  const has = (column: EventColumn) => columns.includes(column);
  const given = (column: 'rule' | 'exceptions' | 'moved' | 'dates', empty: string) =>
    has(column) ? sql.raw(`coalesce(s.${column}, ${empty})`) : sql.raw(empty);
  const sorted = (list: RawBuilder<unknown>) =>
    sql`array(select x from unnest(${list}) as x order by x)`;
  await sql`create index on staged_events (code)`.execute(db);
  await sql`analyze staged_events`.execute(db);
  await sql`create temp table known_events on commit drop as
    select s.line, u.id, u.club_id, u.audience, u.opens_at, u.closes_at, u.series ->> 'zone' as zone, u.hub_id is not null as is_of_hub, u.room_id is not null or exists (select from event_dates w where w.school_id = u.school_id and w.event_id = u.id and w.room_id is not null) as has_own_room,
      exists (select from event_registrations r where r.school_id = u.school_id and r.event_id = u.id and r.status not in ('canceled', 'declined')) as is_held,
      -- As lists write them, in any order: a series that a file repeats is not written anew.
      s.starts is null or ((coalesce(w.rule, ''), ${sorted(sql`w.exceptions`)}, ${sorted(sql`w.moved`)}, ${sorted(sql`(w.starts || '/' || w.ends) || w.dates`)})
        is not distinct from (${given('rule', `''`)}, ${sorted(given('exceptions', `'{}'::text[]`))}, ${sorted(given('moved', `'{}'::text[]`))},
          ${sorted(sql`(s.starts || '/' || s.ends) || ${given('dates', `'{}'::text[]`)}`)})
        and coalesce(s.zone, u.series ->> 'zone') = u.series ->> 'zone') as has_same_times,
      ${sql.join(
        heldColumns.map(
          (column) =>
            sql`${has(column) ? sql`s.${sql.ref(column)} is distinct from u.${sql.ref(column)}` : sql`false`}${column === 'capacity' || !has(column) ? sql`` : sql` and s.${sql.ref(column)} is not null`}`,
        ),
        sql` or `,
      )} as has_other_places
    from staged_events s join events u on ${sql.raw(codeOfEvent('u'))} = s.code, ${sql.raw(listedTimesOf())}`.execute(
    db,
  );
  await sql`create index on known_events (line)`.execute(db);
  await sql`analyze known_events`.execute(db);
};

/** Times of a row in its file, with the existing event's zone if the file has none. */
export interface StagedTimes {
  readonly line: number;
  readonly starts: string;
  readonly ends: string | null;
  readonly zone: string | null;
  readonly rule: string | null;
  readonly exceptions: readonly string[] | null;
  readonly moved: readonly string[] | null;
  readonly dates: readonly string[] | null;
}

/** Selects the next rows after a line whose times need to be computed: of new events, and changed ones. */
export const selectStagedTimes = (db: Db, after: number, limit: number): Promise<StagedTimes[]> =>
  many(
    db,
    sql<StagedTimes>`select s.line, s.starts, s.ends, coalesce(s.zone, k.zone) as zone, s.rule, s.exceptions, s.moved, s.dates
      from staged_events s left join known_events k on k.line = s.line
      where s.starts is not null and k.has_same_times is not true and s.line > ${after} order by s.line limit ${limit}`,
  );

/** Computed columns of a row, in the format of the tables. */
export const seriesColumns = [
  'line',
  'series',
  'has_custom_dates',
  'starts_at',
  'ends_at',
] as const;
export const startColumns = ['line', 'starts_at', 'ends_at', 'original'] as const;
export type StagedRow = BulkRow;

const isStagedClub = (code: RawBuilder<unknown>) =>
  sql`exists (select from clubs c where ${sql.raw(codeOfClub)} = ${code} and c.deleted_at is null) or exists (select from staged_clubs c where c.code = ${code})`;
const isStagedPerson = (name: RawBuilder<unknown>) =>
  sql`exists (select from users u where u.username = ${name}) or exists (select from staged_people p where p.username = ${name})`;

/** Selects entries of a list column without a matching person. */
const unknownPeople = (column: 'hosts' | 'invited') => sql`
  select s.line, ${column}::text, 'no one has the username ' || quote_literal(n) from staged_events s, unnest(s.${sql.ref(column)}) as n where not (${isStagedPerson(sql`n`)})`;

/** Selects rows that can't be imported, in file order, at most `limit`, and their total number. */
export const selectEventProblems = async (
  db: Db,
  columns: readonly EventColumn[],
  limit: number,
) => {
  const has = (column: EventColumn) => columns.includes(column);
  const value = (column: 'audience' | 'opens_at' | 'closes_at') =>
    has(column)
      ? column === 'audience'
        ? sql`coalesce(s.audience, k.audience, 'school')`
        : sql`s.${sql.ref(column)}`
      : sql`k.${sql.ref(column)}`;
  const club = has('club') ? sql`s.club is not null` : sql`k.club_id is not null`;
  const parts = [
    sql`select line, 'code', 'is already in line ' || first from (
      select line, min(line) over (partition by code) as first from staged_events) s where line <> first`,
    sql`select s.line, 'title', 'a new event needs a title' from staged_events s where s.title is null
      and not exists (select from known_events k where k.line = s.line)`,
    sql`select s.line, 'start', 'a new event needs a start' from staged_events s where s.starts is null
      and not exists (select from known_events k where k.line = s.line)`,
    sql`select s.line, 'code', 'is an event of a hub, which this list does not change' from staged_events s join known_events k on k.line = s.line where k.is_of_hub`,
    sql`select s.line, 'club', 'no club has the code ' || quote_literal(s.club) from staged_events s where s.club is not null and not (${isStagedClub(sql`s.club`)})`,
    sql`select s.line, 'club', 'an event stays with its club' from staged_events s join known_events k on k.line = s.line
      left join clubs c on c.id = k.club_id where ${has('club') ? sql`${sql.raw(codeOfClub)} is distinct from s.club and (c.id is not null or s.club is not null)` : sql`false`}`,
    sql`select s.line, 'cohosts', 'no club has the code ' || quote_literal(n) from staged_events s, unnest(s.cohosts) as n where not (${isStagedClub(sql`n`)})`,
    unknownPeople('hosts'),
    unknownPeople('invited'),
    sql`select s.line, 'audience', 'members are those of a club; the event needs one' from staged_events s left join known_events k on k.line = s.line
      where ${value('audience')} = 'members' and not (${club})`,
    sql`select s.line, 'closesAt', 'is not after opensAt' from staged_events s left join known_events k on k.line = s.line
      where ${value('closes_at')} <= ${value('opens_at')}`,
    sql`select s.line, 'status', 'a template is a draft' from staged_events s where s.is_template and s.status <> 'draft'`,
    sql`select s.line, 'start', 'people have registered for this event; change its times on its page, so that they get a notification' from staged_events s
      join known_events k on k.line = s.line where k.is_held and not k.has_same_times`,
    sql`select s.line, 'start', 'this event has a room; change its times on its page' from staged_events s
      join known_events k on k.line = s.line where k.has_own_room and not k.has_same_times`,
    sql`select s.line, 'capacity', 'people have registered for this event; change its registration on its page' from staged_events s
      join known_events k on k.line = s.line where k.is_held and k.has_other_places`,
  ];
  return selectStagedProblems(db, parts, limit);
};
