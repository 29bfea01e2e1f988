import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first, exists } from '../../../kernel/sql.ts';
import { shownForm, type ShownForm } from '../../forms/forms.queries.ts';
import {
  columnsOf,
  attendeesSql,
  isConnection,
  joinsOf,
  timeOf,
  type ClubValue,
  type EventItemRow,
  type KindRow,
} from '../events.queries.ts';
import type { StoredStatus } from '../events.rules.ts';
import {
  isPresentFor,
  relation,
  relationJoin,
  withReader,
  type EventReader,
} from '../reader/event-reader.queries.ts';
import { hasAttended } from '../registration/registration.queries.ts';
import { type PersonSummaryRow, personSummary } from '../../people/summary/summary.queries.ts';

/** An event with the additional data of its page. */
export interface EventPageRow extends EventItemRow {
  readonly description: string;
  readonly address: string;
  readonly map_url: string | null;
  readonly hosts: readonly PersonSummaryRow[];
  readonly cohosts: readonly ClubValue[];
  /** Clubs that are asked to cohost it, and whose events the viewer manages. */
  readonly asked_clubs: readonly ClubValue[];
  readonly ticket_kinds: readonly KindRow[];
  readonly going: { readonly count: number; readonly people: readonly PersonSummaryRow[] } | null;
  readonly times: readonly {
    readonly original: string;
    readonly taken: number;
    readonly waiting: number;
    readonly status: StoredStatus | null;
  }[];
  /** Recent past dates, latest first, by ID. Only for people who manage it. */
  readonly past_times: readonly string[];
  readonly invitation: { readonly isDeclined: boolean } | null;
  readonly reminders: number[] | null;
  /** Whether the viewer has a position in the event's club that manages its events. */
  readonly is_officer: boolean;
  readonly is_shared: boolean;
  /** A survey of its club, which may be unpublished. */
  readonly survey: number | null;
  readonly questions: ShownForm | null;
}

interface EventPageWanted {
  readonly id: number;
  /** The requested date. Null for the next. */
  readonly original: string | null;
  /** Maximum attendees, upcoming dates and past dates. */
  readonly faces: number;
  readonly times: number;
}

/** Connections first, then by name: `faces` attendees, and of the connections their number and four. */
const goingValue = (reader: EventReader, faces: number) =>
  sql`case when e.registration <> 'none' and (e.attendees_for = 'everyone' or ${relation.manages}) then (
    select jsonb_build_object('count', count(*), 'people', coalesce(jsonb_agg(${personSummary('u')} order by u.nth) filter (where u.nth <= ${sql.lit(faces)}), '[]'),
      'known', count(*) filter (where u.is_known), 'known_people', coalesce(jsonb_agg(${personSummary('u')} order by u.nth) filter (where u.is_known and u.nth <= 4), '[]'))
    from (select k.*, row_number() over (order by k.is_known desc, k.sort_name, k.id) as nth
      from (select u.id, u.first_name, u.last_name, u.photo, u.sort_name, ${reader.connect ? isConnection(reader) : sql`false`} as is_known
        from ${attendeesSql(reader, sql`e.id`)}) as k) as u) end`;

interface GoingValue {
  readonly count: number;
  readonly people: readonly PersonSummaryRow[];
  readonly known: number;
  readonly known_people: readonly PersonSummaryRow[];
}

/**
 * Returns an event that the reader can see, like `selectEvent`, with the other data of its page, in one statement. Calls
 * `server/database/functions/clubs_seen_by.sql` and `is_event_public.sql`.
 */
export const selectEventPage = async (
  db: Db,
  reader: EventReader,
  { id, original, faces, times }: EventPageWanted,
): Promise<EventPageRow | undefined> => {
  const row = await first(
    db,
    sql<
      Omit<EventPageRow, 'going' | 'known' | 'cohosts' | 'asked_clubs'> & {
        readonly going: GoingValue | null;
        readonly other_clubs: readonly (ClubValue & { readonly is_accepted: boolean })[];
      }
    >`with ${withReader(reader)} select ${columnsOf(reader, relation)}, e.description, e.address, e.map_url,
      (select coalesce(jsonb_agg(${personSummary('u')} order by x.position), '[]') from event_hosts x join users u on u.school_id = x.school_id and u.id = x.user_id
        where x.school_id = e.school_id and x.event_id = e.id and not u.is_disabled and ${isPresentFor(reader)}) as hosts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id::text, 'name', c.name, 'logo', c.logo, 'is_accepted', x.is_accepted) order by c.sort_name, c.id), '[]')
        from event_cohosts x join clubs c on c.school_id = x.school_id and c.id = x.club_id and c.deleted_at is null
        where x.school_id = e.school_id and x.event_id = e.id and case when x.is_accepted
          then exists (select from clubs_seen_by(${reader.viewer}::bigint, false) n where n.id = c.id)
          else x.club_id = any((select manages from reader)::bigint[]) end) as other_clubs,
      (select coalesce(jsonb_agg(to_jsonb(k) - 'school_id' - 'event_id' - 'position' order by k.position), '[]') from event_ticket_types k
        where k.school_id = e.school_id and k.event_id = e.id) as ticket_kinds,
      ${goingValue(reader, faces)} as going,
      case when e.series ->> 'rule' is null then '[]'::jsonb else (select coalesce(jsonb_agg(jsonb_build_object('original', t.original,
          'taken', coalesce(s.taken, 0), 'waiting', coalesce(s.waiting, 0), 'status', r.status) order by t.starts_at), '[]')
        from (select x.original, x.starts_at from event_starts x where x.school_id = e.school_id and x.event_id = e.id and x.ends_at > ${reader.now}
          order by x.starts_at limit ${sql.lit(times)}) t
        left join event_spots s on s.school_id = e.school_id and s.event_id = e.id and s.original in ('', t.original)
          and s.original = case when e.registration = 'occurrence' then t.original else '' end
        left join event_registrations r on r.school_id = e.school_id and r.event_id = e.id and r.user_id = ${reader.viewer}
          and r.original = case when e.registration = 'occurrence' then t.original else '' end) end as times,
      case when ${relation.manages} and e.series ->> 'rule' is not null then array(select x.original from event_starts x
        where x.school_id = e.school_id and x.event_id = e.id and x.ends_at <= ${reader.now} order by x.starts_at desc limit ${sql.lit(times)})
        else '{}' end as past_times,
      (select jsonb_build_object('isDeclined', i.declined_at is not null) from event_invitees i
        where i.school_id = e.school_id and i.event_id = e.id and i.user_id = ${reader.viewer}) as invitation,
      (select m.minutes from event_reminders m where m.user_id = ${reader.viewer} and m.event_id in (e.id, 0) order by m.event_id desc limit 1) as reminders,
      coalesce(e.club_id = any((select manages from reader)::bigint[]), false) as is_officer,
      e.audience = 'public' and is_event_public(e) as is_shared,
      e.survey_id as survey,
      ${shownForm('event', sql`e.id`)} as questions
    from events e ${relationJoin(reader)} ${timeOf(original, reader.now)} ${joinsOf(reader)} where e.id = ${id} and ${relation.isSeen}`,
  );
  if (row === undefined) return undefined;
  const { going, other_clubs: clubs, ...rest } = row;
  return {
    ...rest,
    cohosts: clubs.filter((one) => one.is_accepted),
    asked_clubs: clubs.filter((one) => !one.is_accepted),
    going: going === null ? null : { count: going.count, people: going.people },
    known: { count: going?.known ?? 0, people: going?.known_people ?? [] },
  };
};

/** Returns whether no one was checked in at a date, so that its survey asks everyone who was registered. */
export const selectAsksRegistered = (
  db: Db,
  { id, original }: { id: number; original: string },
): Promise<boolean> =>
  exists(
    db,
    sql`select where not exists (select from event_registrations r
      where r.event_id = ${id} and r.original in ('', ${original}) and ${hasAttended(sql`${original}::text`)})`,
  );
