import { sql, type RawBuilder } from 'kysely';
import type { CalendarKind } from '#contract/calendar/kinds.ts';
import { ownColorDefault } from '#contract/calendar/personal-limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import type {
  CalendarPart,
  CalendarHost,
  CalendarRow,
  PersonalData,
} from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { IcsComponent } from '../../kernel/time/ics-source.ts';
import { first, many, manyInPages } from '../../kernel/sql.ts';

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Combines the items of all features in a person's calendar. */
const allOf = (parts: readonly CalendarPart[], me: number, span: Span): RawBuilder<unknown> =>
  sql.join(
    parts.map(({ rows }) => sql`(${rows(me, span)})`),
    sql` union all `,
  );

/** Reads the rows of all parts with one statement, in pages. */
export const selectRows = (
  db: Db,
  {
    parts,
    me,
    span,
    most,
  }: { parts: readonly CalendarPart[]; me: number; span: Span; most: number },
  map: (rows: CalendarRow[]) => readonly CalendarRow[],
): Promise<CalendarRow[]> =>
  manyInPages(
    db,
    'calendar_rows',
    sql<CalendarRow>`select * from (${allOf(parts, me, span)}) as c limit ${most}`,
    map,
  );

/** Reads the items that a club or hub hosts and the person can see. */
export const selectRowsOfHost = (
  db: Db,
  parts: readonly CalendarPart[],
  me: number,
  host: CalendarHost,
  span: Span,
  most: number,
): Promise<CalendarRow[]> => {
  const queries = parts.flatMap(({ ofHost }) =>
    ofHost === undefined ? [] : [sql`(${ofHost(me, host, span)})`],
  );
  if (queries.length === 0) return Promise.resolve([]);
  return manyInPages(
    db,
    'calendar_rows',
    sql<CalendarRow>`select * from (${sql.join(queries, sql` union all `)}) as c limit ${most}`,
    (rows) => rows,
  );
};

/** Personal events as a part of the calendar. */
export const ownPart: CalendarPart = {
  rows: (me, { from, to }) => sql<CalendarRow>`
    select 'own' as kind, e.id::text as id, e.title, e.location, null::text as url, e.series, null::text[] as only,
      e.is_tentative, e.is_canceled,
      case when e.is_free or e.dates is not null
        then jsonb_build_object('description', '', 'address', '', 'dates', e.dates, 'is_free', e.is_free) end as more, e.revision, e.updated_at
    from personal_events e where e.user_id = ${me} and e.last_at >= ${from} and e.first_at <= ${to}`,
};

export interface ChoicesRow {
  readonly hidden_kinds: CalendarKind[];
  readonly own_color: number;
}

/** The default preferences. */
const everybodyBegins: ChoicesRow = { hidden_kinds: [], own_color: ownColorDefault };

/** Selects a person's preferences. */
export const selectChoices = async (db: Db, me: number): Promise<ChoicesRow> =>
  (await first(
    db,
    sql<ChoicesRow>`select c.hidden_kinds, c.own_color from calendar_preferences c where c.user_id = ${me}`,
  )) ?? everybodyBegins;

export const upsertChoices = async (
  db: Db,
  school: SchoolId,
  me: number,
  choices: ChoicesRow,
): Promise<void> => {
  await sql`insert into calendar_preferences (school_id, user_id, hidden_kinds, own_color)
    values (${school}, ${me}, ${choices.hidden_kinds}::text[], ${choices.own_color})
    on conflict (school_id, user_id) do update set hidden_kinds = excluded.hidden_kinds, own_color = excluded.own_color`.execute(
    db,
  );
};

export interface EntryMarks {
  readonly id: string;
  readonly color: number | null;
  readonly note: string | null;
  readonly alarm: number | null;
  /** UID of an event that a calendar program stored. */
  readonly uid: string | null;
}

/** Selects the additional columns of personal events. */
export const selectEntryMarks = (db: Db, me: number, { from, to }: Span): Promise<EntryMarks[]> =>
  manyInPages(
    db,
    'entry_marks',
    sql<EntryMarks>`select e.id::text as id, e.color, e.note, e.alarm, e.uid from personal_events e
      where e.user_id = ${me} and e.last_at >= ${from} and e.first_at <= ${to}
        and (e.color is not null or e.note is not null or e.alarm is not null or e.uid is not null)`,
    (rows) => rows,
  );

export interface SubscribedRow {
  readonly id: string;
  readonly name: string;
  readonly color: number;
  /** True if it has synced before. Otherwise, its content is unknown. */
  readonly is_read: boolean;
  /** False if its events leave the person's time free. */
  readonly counts_as_busy: boolean;
  readonly zones: IcsComponent[];
  readonly events: IcsComponent[][] | null;
}

/** Data in addition to the rows of a calendar. */
interface BesideRows {
  readonly own_color: number | null;
  /** Colors of personal events by id, if they have one. */
  readonly colors: Readonly<Record<string, number>>;
  /** Subscribed calendars, with their events that can take place in the window. */
  readonly subscribed: readonly SubscribedRow[];
}

/** Selects all data of a person's calendar in one statement. The first row has the additional data. */
export const selectCalendar = async (
  db: Db,
  parts: readonly CalendarPart[],
  me: number,
  span: Span,
  most: number,
): Promise<BesideRows & { readonly own_color: number; readonly rows: CalendarRow[] }> => {
  const { from, to } = span;
  const found = await many(
    db,
    sql<
      { beside: BesideRows | null } & (CalendarRow | { kind: null })
    >`select case when coalesce(c.nth, 1) = 1 then (select json_build_object(
        'own_color', (select x.own_color from calendar_preferences x where x.user_id = ${me}),
        'colors', coalesce((select json_object_agg(e.id, e.color) from personal_events e
          where e.user_id = ${me} and e.last_at >= ${from} and e.first_at <= ${to} and e.color is not null), '{}'),
        'subscribed', coalesce((select json_agg(json_build_object('id', s.id::text, 'name', s.name, 'color', s.color, 'is_read', s.read_at is not null, 'counts_as_busy', s.counts_as_busy, 'zones', s.zones,
          'events', (select jsonb_agg(e.components order by e.position) from calendar_subscription_events e
            where e.subscription_id = s.id and e.last_at >= ${from} and e.first_at <= ${to})) order by s.id)
          from calendar_subscriptions s where s.user_id = ${me}), '[]'))) end as beside, c.*
    from (select 1) as one left join (select row_number() over () as nth, p.* from (${allOf(parts, me, span)}) as p limit ${most}) as c on true`,
  );
  const [first] = found;
  // Without any item, the statement returns one row.
  if (first === undefined || first.beside === null) throw new Error('no row');
  return {
    ...first.beside,
    own_color: first.beside.own_color ?? everybodyBegins.own_color,
    rows: found.flatMap((row) => (row.kind === null ? [] : [row])),
  };
};

/** Selects the items in several people's calendars in one statement. */
export const selectRowsOfAll = async (
  db: Db,
  parts: readonly CalendarPart[],
  people: readonly number[],
  span: Span,
): Promise<(CalendarRow & { readonly person: number })[]> => {
  const queries = people.flatMap((person) =>
    parts.map(
      ({ rows }) => sql`select ${person}::bigint as person, p.* from (${rows(person, span)})
      as p (kind, id, title, location, url, series, "only", is_tentative, is_canceled, more, revision, updated_at)`,
    ),
  );
  if (queries.length === 0) return [];
  return many(db, sql<CalendarRow & { person: number }>`${sql.join(queries, sql` union all `)}`);
};

/** Selects people's subscribed calendars, with their events that can take place in the window, in one statement. */
export const selectSubscribedOfAll = (
  db: Db,
  people: readonly number[],
  { from, to }: Span,
): Promise<(SubscribedRow & { readonly person: number })[]> =>
  many(
    db,
    sql<
      SubscribedRow & { person: number }
    >`select s.user_id as person, s.id::text as id, s.name, s.color, s.read_at is not null as is_read, s.counts_as_busy, s.zones,
      (select jsonb_agg(e.components order by e.position) from calendar_subscription_events e
        where e.subscription_id = s.id and e.last_at >= ${from} and e.first_at <= ${to}) as events
    from calendar_subscriptions s where s.user_id = any(${people}::bigint[]) order by s.id`,
  );

/** Deletes the calendar data of an erased person. */
export const deleteCalendarOf = async (db: Db, me: number): Promise<void> => {
  await sql`delete from personal_events where user_id = ${me}`.execute(db);
  await sql`delete from calendar_preferences where user_id = ${me}`.execute(db);
  await sql`delete from calendar_subscriptions where user_id = ${me}`.execute(db);
  await sql`delete from calendar_feeds where user_id = ${me}`.execute(db);
  await sql`delete from calendar_passwords where user_id = ${me}`.execute(db);
};

/** The person's calendar data, for their data export. */
export const personalData: PersonalData = (me) => ({
  calendarEntries: sql`(select jsonb_agg(jsonb_build_object('title', e.title, 'location', e.location, 'note', e.note, 'when', e.series, 'isFree', e.is_free, 'file', e.ics,
      'createdAt', e.created_at) order by e.first_at, e.id) from personal_events e where e.user_id = ${me})`,
  calendarChoices: sql`(select jsonb_agg(jsonb_build_object('hidden', c.hidden_kinds, 'ownColor', c.own_color))
      from calendar_preferences c where c.user_id = ${me})`,
  subscribedCalendars: sql`(select jsonb_agg(jsonb_build_object('name', s.name, 'host', s.host, 'readAt', s.read_at, 'countsAsBusy', s.counts_as_busy,
      'createdAt', s.created_at) order by s.id) from calendar_subscriptions s where s.user_id = ${me})`,
  calendarFeeds: sql`(select jsonb_agg(jsonb_build_object('name', f.name, 'kinds', f.kinds, 'club', (select c.name from clubs c where c.id = f.club_id),
      'hub', (select h.name from hubs h where h.id = f.hub_id), 'createdAt', f.created_at,
      'lastUsedAt', f.last_used_at, 'endsAt', f.ends_at) order by f.id) from calendar_feeds f where f.user_id = ${me})`,
  calendarPasswords: sql`(select jsonb_agg(jsonb_build_object('name', p.name, 'createdAt', p.created_at,
      'lastUsedAt', p.last_used_at, 'endsAt', p.ends_at, 'canWrite', p.can_write) order by p.id) from calendar_passwords p where p.user_id = ${me})`,
});
