import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { mergeRows, type MergeCounts } from '../../../kernel/database/merge-rows.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { many } from '../../../kernel/sql.ts';
import { clubCode } from '../../clubs/import/club-code.ts';
import type { Series } from '../../../kernel/time/series.ts';
import { startsOf } from '../event-times.ts';
import { replaceStarts } from '../events.queries.ts';
import type { EventColumn } from './staged-events.queries.ts';

const target = {
  table: 'events',
  keys: ['id'],
  columns: [
    'code',
    'club_id',
    'title',
    'description',
    'series',
    'has_custom_dates',
    'starts_at',
    'ends_at',
    'revision',
    'location',
    'address',
    'map_url',
    'online_url',
    'online_opens_minutes',
    'tags',
    'status',
    'is_template',
    'audience',
    'member_tags',
    'registration',
    'opens_at',
    'closes_at',
    'closes_minutes',
    'capacity',
    'guests_max',
    'needs_approval',
    'allows_maybe',
    'waitlist',
    'offer_hours',
    'attendees_for',
    'created_at',
    'published_at',
    'canceled_at',
  ],
  first: ['client_id', 'updated_at'],
} as const;

/** Selects the id of the club with this code. */
const clubNamed = (code: RawBuilder<unknown>) =>
  sql`(select c.id from clubs c where ${sql.raw(clubCode('c'))} = ${code} and c.deleted_at is null)`;

type Link = 'hosts' | 'cohosts' | 'invited';
const links = {
  hosts: { table: 'event_hosts', other: 'user_id' },
  cohosts: { table: 'event_cohosts', other: 'club_id' },
  invited: { table: 'event_invitees', other: 'user_id' },
} as const;

/** Replaces the links of the staged events with those of their file. */
const mergeLinks = async (db: Db, school: SchoolId, link: Link): Promise<number> => {
  const { table, other } = links[link];
  const wanted = sql`select x.id as event_id, o.id as other_id, min(n.position)::int as position
    from staged_events s join target_events x on x.line = s.line, unnest(s.${sql.ref(link)}) with ordinality as n (name, position)
      join lateral (${link === 'cohosts' ? sql`select ${clubNamed(sql`n.name`)} as id` : sql`select u.id from users u where u.username = n.name`}) as o on o.id is not null
    group by 1, 2`;
  const gone = await sql`delete from ${sql.table(table)} t using target_events x
    where t.event_id = x.id and not exists (select from (${wanted}) as w where w.event_id = t.event_id and w.other_id = t.${sql.ref(other)})`.execute(
    db,
  );
  const position = link === 'hosts' ? sql`, position` : sql``;
  const made =
    await sql`insert into ${sql.table(table)} (school_id, event_id, ${sql.ref(other)} ${position})
    select ${school}::int, w.event_id, w.other_id ${position} from (${wanted}) as w
    where not exists (select from ${sql.table(table)} t where t.event_id = w.event_id and t.${sql.ref(other)} = w.other_id)`.execute(
      db,
    );
  const moved =
    link === 'hosts'
      ? await sql`update event_hosts t set position = w.position from (${wanted}) as w
          where t.event_id = w.event_id and t.user_id = w.other_id and t.position <> w.position`.execute(
          db,
        )
      : null;
  return Number(
    (gone.numAffectedRows ?? 0n) + (made.numAffectedRows ?? 0n) + (moved?.numAffectedRows ?? 0n),
  );
};

/** Writes the staged events with their index of dates. Doesn't notify people, because lists contain what was agreed elsewhere. */
export const mergeEvents = async (
  db: Db,
  school: SchoolId,
  columns: readonly EventColumn[],
  now: Date,
): Promise<MergeCounts> => {
  const has = (column: EventColumn) => columns.includes(column);
  /**
   * Returns the file's value. If the file lacks the column, or the cell of a required column is empty, keeps the value of an existing
   * event.
   */
  const kept = (column: EventColumn & string, otherwise: RawBuilder<unknown>) =>
    sql`coalesce(${has(column) ? sql.ref(`s.${column}`) : sql`null`}, t.${sql.ref(column)}, ${otherwise})`;
  const own = (column: EventColumn & string, empty: RawBuilder<unknown> = sql`null`) =>
    has(column)
      ? sql`coalesce(${sql.ref(`s.${column}`)}, ${empty})`
      : sql`coalesce(t.${sql.ref(column)}, ${empty})`;
  // An existing event keeps its status, because publishing and canceling notify people and happen on its page.
  const status = sql`coalesce(t.status, ${has('status') ? sql`s.status` : sql`null`}, 'published')`;
  const isTemplate = kept('is_template', sql`false`);
  const newStatus = sql`case when t.id is null and ${isTemplate} then 'draft' else ${status} end`;
  const merged = await mergeRows(
    db,
    school,
    target,
    sql`select s.line, t.id is null, coalesce(t.id, new_id() / 32), case when t.id is null then s.code else t.code end,
      coalesce(t.club_id, ${has('club') ? clubNamed(sql`s.club`) : sql`null`}),
      ${kept('title', sql`s.code`)}, ${own('description', sql`''`)}, coalesce(n.series, t.series), coalesce(n.has_custom_dates, t.has_custom_dates),
      coalesce(n.starts_at, t.starts_at), coalesce(n.ends_at, t.ends_at),
      coalesce(t.revision, 0) + case when t.id is not null and n.line is not null then 1 else 0 end,
      ${own('location', sql`''`)}, ${own('address', sql`''`)}, ${own('map_url')}, ${own('online_url')}, ${kept('online_opens_minutes', sql`15`)},
      ${own('tags', sql`'{}'`)}, ${newStatus}, ${isTemplate}, ${kept('audience', sql`'school'`)}, ${own('member_tags', sql`'{}'`)},
      ${kept('registration', sql`case when n.series ->> 'rule' is not null and not n.has_custom_dates then 'occurrence' else 'event' end`)},
      ${own('opens_at')}, ${own('closes_at')}, ${own('closes_minutes')}, ${own('capacity')}, ${kept('guests_max', sql`0`)},
      ${kept('needs_approval', sql`false`)}, ${kept('allows_maybe', sql`true`)}, ${kept('waitlist', sql`'automatic'`)}, ${kept('offer_hours', sql`24`)},
      ${kept('attendees_for', sql`'everyone'`)}, ${kept('created_at', sql`${now}::timestamptz`)},
      case when t.id is not null then t.published_at when ${newStatus} in ('published', 'canceled') then ${now}::timestamptz end,
      case when t.id is not null then t.canceled_at when ${newStatus} = 'canceled' then ${now}::timestamptz end,
      gen_random_uuid(), ${now}::timestamptz
    from staged_events s left join known_events k on k.line = s.line left join events t on t.id = k.id
      left join staged_event_series n on n.line = s.line`,
    sql`, version = t.version + 1, updated_at = ${now}`,
  );
  await sql`delete from event_starts o using target_events x join staged_event_series n on n.line = x.line where o.event_id = x.id`.execute(
    db,
  );
  await sql`insert into event_starts (school_id, event_id, starts_at, ends_at, original)
    select ${school}::int, x.id, o.starts_at, o.ends_at, o.original from staged_event_starts o join target_events x on x.line = o.line`.execute(
    db,
  );
  for (const link of ['hosts', 'cohosts', 'invited'] as const)
    if (has(link)) await mergeLinks(db, school, link);
  return merged;
};

/** Selects events of an undone import with registrations or a room since then, at dates that would be removed. */
export const selectRegisteredSince = (
  db: Db,
): Promise<{ what: string; rows: number; examples: string[] }[]> =>
  many(
    db,
    sql<{ what: string; rows: number; examples: string[] }>`
    select what, count(*)::int as rows, (array_agg(distinct title order by title))[1:5] as examples from (
      select 'event_registrations' as what, e.title from undone_events l join events e on e.id = l.id
        where l.before is not null and (jsonb_exists(l.before, 'series') or jsonb_exists(l.before, 'capacity') or jsonb_exists(l.before, 'registration'))
          and exists (select from event_registrations r where r.event_id = e.id and r.status not in ('canceled', 'declined'))
      union all select 'room_reservations', e.title from undone_events l join events e on e.id = l.id
        where l.before is not null and jsonb_exists(l.before, 'series')
          and (e.room_id is not null or exists (select from event_dates w where w.school_id = e.school_id and w.event_id = e.id and w.room_id is not null))
    ) as held group by 1`,
  );

/** Rebuilds the index of dates of events whose series was restored. */
export const rebuildStarts = async (db: Db, school: SchoolId): Promise<void> => {
  const rows = await many(
    db,
    sql<{
      id: number;
      series: Series;
    }>`select e.id, e.series from undone_events l join events e on e.id = l.id
      where l.before is not null and jsonb_exists(l.before, 'series') order by e.id`,
  );
  for (const { id, series } of rows) await replaceStarts(db, school, id, startsOf(series));
};

/** Selects imported events without the keys that sign their tickets. */
export const selectWithoutKeys = (
  db: Db,
  limit: number,
): Promise<{ id: number; series: Series; revision: number; status: string }[]> =>
  many(
    db,
    sql<{
      id: number;
      series: Series;
      revision: number;
      status: string;
    }>`select e.id, e.series, e.revision, e.status from events e
      where e.code is not null and not exists (select from event_keys k where k.school_id = e.school_id and k.event_id = e.id)
      order by e.id limit ${limit}`,
  );
