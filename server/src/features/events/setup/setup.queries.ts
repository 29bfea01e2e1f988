import { sql, type RawBuilder } from 'kysely';
import type { BadgeSize } from '#contract/events/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import { isPresent, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import { type KindRow } from '../events.queries.ts';
import type { EventReader } from '../reader/event-reader.queries.ts';
import { isOpenRegistration } from '../registration/registration.queries.ts';
import { type PersonSummaryRow, personSummary } from '../../people/summary/summary.queries.ts';

const deleteLinks = async (
  db: Db,
  table: RawBuilder<unknown>,
  event: number,
  kept: readonly number[],
): Promise<void> => {
  await sql`delete from ${table} where event_id = ${event} and user_id <> all(${kept as number[]}::bigint[])`.execute(
    db,
  );
};

/** Replaces the hosts of an event, in order. New ones must be visible to the caller (null for no check). */
export const replaceHosts = async (
  db: Db,
  school: SchoolId,
  event: number,
  people: readonly number[],
  visibility: VisibilityScope | null,
): Promise<void> => {
  await deleteLinks(db, sql`event_hosts`, event, people);
  await sql`insert into event_hosts (school_id, event_id, user_id, position) select ${school}, ${event}, u.id, 0 from users u
    where u.id = any(${people as number[]}::bigint[]) and not u.is_disabled and ${visibility === null ? sql`true` : isPresent(visibility)} on conflict do nothing`.execute(
    db,
  );
  await sql`update event_hosts set position = array_position(${people as number[]}::bigint[], user_id) where event_id = ${event}`.execute(
    db,
  );
};

/** Replaces the invited people. New ones must be visible to the caller. Returns the new ones. */
export const replaceInvitees = async (
  db: Db,
  school: SchoolId,
  event: number,
  people: readonly number[],
  visibility: VisibilityScope | null,
): Promise<number[]> => {
  await deleteLinks(db, sql`event_invitees`, event, people);
  const rows = await many(
    db,
    sql<{
      id: number;
    }>`insert into event_invitees (school_id, event_id, user_id) select ${school}, ${event}, u.id from users u
    where u.id = any(${people as number[]}::bigint[]) and not u.is_disabled and ${visibility === null ? sql`true` : isPresent(visibility)}
    on conflict do nothing returning user_id as id`,
  );
  return rows.map(({ id }) => id);
};

/**
 * Returns whether the viewer manages the events of the club `c`, and therefore accepts for it, in a statement that starts with their
 * permissions.
 */
const answersFor = ({ isStaff, isClubStaff, clubs }: EventReader): RawBuilder<boolean> =>
  clubs === null ? sql`true` : sql`(${isStaff} or ${isClubStaff} or c.id = any(${clubs}))`;

/**
 * Replaces the clubs that cohost an event, as far as the caller can see them. New ones cohost it once they accept; clubs whose events
 * the caller manages accept immediately. Returns the clubs that are asked. Calls `server/database/functions/clubs_seen_by.sql`.
 */
export const replaceCohosts = async (
  db: Db,
  school: SchoolId,
  event: number,
  clubs: readonly number[],
  reader: EventReader,
): Promise<number[]> => {
  await sql`delete from event_cohosts where event_id = ${event} and club_id <> all(${clubs as number[]}::bigint[])`.execute(
    db,
  );
  const rows = await many(
    db,
    sql<{
      id: number;
      is_accepted: boolean;
    }>`with ${reader.held} insert into event_cohosts (school_id, event_id, club_id, is_accepted)
    select ${school}, ${event}, c.id, ${answersFor(reader)}
    from clubs_seen_by(${reader.viewer}::bigint, false) c join events e on e.id = ${event}
    where c.id = any(${clubs as number[]}::bigint[]) and c.deleted_at is null and c.id is distinct from e.club_id
    on conflict do nothing returning club_id as id, is_accepted`,
  );
  return rows.flatMap((row) => (row.is_accepted ? [] : [row.id]));
};

/** Selects the clubs that are asked to cohost an event and haven't answered. */
export const selectAskedClubs = async (db: Db, event: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select club_id as id from event_cohosts where event_id = ${event} and not is_accepted order by club_id`,
    )
  ).map(({ id }) => id);

/**
 * Stores the answer of a club that is asked to cohost or cohosts an event. Returns false for other clubs. Declining increments the event's
 * version, because an older form would ask the club again. The event is locked.
 */
export const answerCohost = (
  db: Db,
  event: number,
  club: number,
  isAccepted: boolean,
): Promise<boolean> =>
  hasChangedRows(
    db,
    isAccepted
      ? sql`update event_cohosts set is_accepted = true where event_id = ${event} and club_id = ${club}`
      : sql`with gone as (delete from event_cohosts where event_id = ${event} and club_id = ${club} returning school_id, event_id)
        update events e set version = version + 1 from gone where e.school_id = gone.school_id and e.id = gone.event_id`,
  );

/** Selects an event's location, as far as it isn't in its row. */
export const selectLocation = (db: Db, event: number) =>
  first(
    db,
    sql<{
      address: string;
      room_id: number | null;
    }>`select address, room_id from events where id = ${event}`,
  );

/** A ticket type to store. Without an id, it is new. */
export type WantedKind = Omit<KindRow, 'id'> & { readonly id: number | null };

export const upsertKind = async (
  db: Db,
  school: SchoolId,
  event: number,
  position: number,
  kind: WantedKind,
): Promise<void> => {
  const { id, ...columns } = kind;
  await (
    id === null
      ? db
          .insertInto('event_ticket_types')
          .values({ school_id: school, event_id: event, position, ...columns })
      : db
          .updateTable('event_ticket_types')
          .set({ position, ...columns })
          .where('id', '=', id)
          .where('event_id', '=', event)
  ).execute();
};

/** Deletes unused ticket types. Returns false if someone has one of them. */
export const deleteKinds = async (
  db: Db,
  event: number,
  ids: readonly number[],
): Promise<boolean> => {
  const used = await first(
    db,
    sql`select from event_registrations where event_id = ${event} and ticket_type_id = any(${ids as number[]}::bigint[]) limit 1`,
  );
  if (used !== undefined) return false;
  await sql`delete from event_ticket_types where event_id = ${event} and id = any(${ids as number[]}::bigint[])`.execute(
    db,
  );
  return true;
};

export interface EventHostChoices {
  readonly hubs: readonly { readonly id: string; readonly name: string }[];
  readonly clubs: readonly {
    readonly id: string;
    readonly name: string;
    readonly tags: string[];
  }[];
}

/** Selects clubs whose events a person manages, and hubs where they can create events. Null for all clubs. */
export const selectHostChoices = (
  db: Db,
  { held, clubs }: Pick<EventReader, 'held' | 'clubs'>,
  { hubs, isClubStaff, max }: { hubs: boolean; isClubStaff: boolean; max: number },
): Promise<EventHostChoices | undefined> =>
  first(
    db,
    sql<EventHostChoices>`with ${held} select
      (select coalesce(jsonb_agg(jsonb_build_object('id', h.id::text, 'name', h.name) order by h.position), '[]') from hubs h
        where ${hubs}::boolean and h.archived_at is null) as hubs,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id::text, 'name', c.name, 'tags', array(
          select distinct t from club_members m cross join unnest(m.tags) t where m.school_id = c.school_id and m.club_id = c.id order by t)) order by c.sort_name, c.id), '[]')
        from (select * from clubs c where c.deleted_at is null and c.status in ('active', 'pending')
          and ${clubs === null || isClubStaff ? sql`true` : sql`c.id = any(${clubs})`} order by c.sort_name limit ${sql.lit(max)}) c) as clubs`,
  );

/** Returns whether submissions of a kind have approval steps. */
export const hasApprovalSteps = async (db: Db, kind: string): Promise<boolean> =>
  (await first(db, sql`select from approval_steps where kind = ${kind} limit 1`)) !== undefined;

/** Locks the spots of an event and all its dates that have counters. A date gets them with its first registration. */
export const lockSpots = async (db: Db, event: number): Promise<void> => {
  await sql`select from event_spots where event_id = ${event} order by original for update`.execute(
    db,
  );
};

/**
 * Gives free spots of an event, or of one of its dates, to people on the waitlist. The caller holds the lock on the spots. Returns the
 * people of each date who got one. Calls `server/database/functions/promote_waitlist.sql`.
 */
export const promoteWaitlists = (
  db: Db,
  event: number,
  { original, now }: { original?: string | undefined; now: Date },
) =>
  many(
    db,
    sql<{
      original: string;
      people: number[];
    }>`select s.original, array_agg(p.user_id) as people
    from (select original from event_spots where event_id = ${event} and waiting > 0
      ${original === undefined ? sql`` : sql`and original = ${original}`} order by original) s
    cross join lateral promote_waitlist(${event}::bigint, s.original, ${now}::timestamptz) p group by s.original`,
  );

/** Moves registrations and spots to the dates of a changed series, also of another event. */
export const moveTimes = async (
  db: Db,
  { from, to }: { from: number; to: number },
  pairs: readonly (readonly [before: string, after: string])[],
): Promise<void> => {
  const moved = pairs.filter(([before, after]) => before !== after || from !== to);
  if (moved.length === 0) return;
  const names = [moved.map(([before]) => before), moved.map(([, after]) => after)] as const;
  // Rows that remain from a canceled date that exists again.
  for (const table of [sql`event_registrations`, sql`event_spots`])
    await sql`delete from ${table} where event_id = ${to} and original = any(${names[1]}::text[])
      and not (original = any(${names[0]}::text[]) and event_id = ${from})`.execute(db);
  for (const table of [sql`event_registrations`, sql`event_spots`]) {
    // Uses temporary unique names, because one date may get another's old name.
    await sql`update ${table} t set event_id = ${to}, original = '~' || n.after
      from unnest(${names[0]}::text[], ${names[1]}::text[]) as n (before, after)
      where t.event_id = ${from} and t.original = n.before`.execute(db);
    await sql`update ${table} set original = substr(original, 2) where event_id = ${to} and original like '~%'`.execute(
      db,
    );
  }
};

/** Selects people with a spot, or on the waitlist, at dates that no longer exist. */
export const selectLeftBehind = (db: Db, event: number) =>
  many(
    db,
    sql<{
      original: string;
      people: number[];
    }>`select r.original, array_agg(r.user_id) as people from event_registrations r
    where r.event_id = ${event} and r.original <> '' and ${isOpenRegistration}
      and not exists (select from event_starts s where s.school_id = r.school_id and s.event_id = r.event_id and s.original = r.original)
    group by r.original`,
  );

/** Registers the same people for another event with registration for all dates. */
export const copyRegistrations = async (db: Db, from: number, to: number): Promise<void> => {
  await sql`insert into event_registrations (school_id, event_id, original, user_id, status, ticket_type_id, guests, number, registered_at, changed_at,
      offered_until, is_hidden, is_walk_in)
    select school_id, ${to}, '', user_id, case when status in ('attended', 'absent', 'excused') then 'registered' else status end, ticket_type_id, guests,
      number, registered_at, changed_at, offered_until, is_hidden, is_walk_in
    from event_registrations where event_id = ${from} and original = '' and status not in ('canceled', 'declined')`.execute(
    db,
  );
  await sql`insert into event_spots (school_id, event_id, original, taken, ticket_counts, waiting, last_number)
    select school_id, ${to}, '', taken, ticket_counts, waiting, last_number from event_spots where event_id = ${from} and original = ''`.execute(
    db,
  );
};

/**
 * Copies an event's hosts, cohosts, invited people and ticket types. Acceptances of clubs and people's reminder choices are about this
 * event, so only a split-off part keeps them. For another event, each club is asked again, except those whose events `asker` manages.
 * Returns the number of invited people.
 */
export const copyParts = async (
  db: Db,
  { from, to, asker }: { from: number; to: number; asker: EventReader | null },
): Promise<number> => {
  await sql`insert into event_hosts (school_id, event_id, user_id, position) select school_id, ${to}, user_id, position from event_hosts where event_id = ${from}`.execute(
    db,
  );
  await sql`${asker === null ? sql`` : sql`with ${asker.held}`} insert into event_cohosts (school_id, event_id, club_id, is_accepted) select h.school_id, ${to}, h.club_id, ${asker === null ? sql`h.is_accepted` : answersFor(asker)}
    from event_cohosts h join clubs c on c.school_id = h.school_id and c.id = h.club_id and c.deleted_at is null where h.event_id = ${from}`.execute(
    db,
  );
  const invitees =
    await sql`insert into event_invitees (school_id, event_id, user_id) select school_id, ${to}, user_id from event_invitees where event_id = ${from}`.execute(
      db,
    );
  if (asker === null)
    await sql`insert into event_reminders (school_id, user_id, event_id, minutes) select school_id, user_id, ${to}, minutes from event_reminders where event_id = ${from}`.execute(
      db,
    );
  await sql`insert into event_ticket_types (school_id, event_id, position, name, description, quota, access_code, is_hidden, price, currency, tax_basis_points,
      guests_max, guest_price)
    select school_id, ${to}, position, name, description, quota, access_code, is_hidden, price, currency, tax_basis_points, guests_max, guest_price
    from event_ticket_types where event_id = ${from}`.execute(db);
  return Number(invitees.numAffectedRows ?? 0n);
};

/** Copies the row of an event without its times, as a person's draft or in the given state. */
export const copyEvent = (
  db: Db,
  from: number,
  copy: {
    by: number;
    clientId: string;
    now: Date;
    series: string;
    startsAt: Date;
    endsAt: Date;
    status: 'draft' | 'published';
    isTemplate: boolean;
    cover: string | null;
  },
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into events (school_id, club_id, hub_id, title, description, series, has_custom_dates, starts_at, ends_at, location, address,
      map_url, online_url, online_opens_minutes, cover, tags, status, is_template, audience, member_tags, registration, opens_at, closes_at,
      closes_minutes, capacity, guests_max, needs_approval, allows_maybe, waitlist, offer_hours, attendees_for, is_free, refund_hours, survey_id, room_id, badge_layout, created_by, client_id,
      created_at, updated_at, published_at)
    select school_id, club_id, hub_id, title, description, ${copy.series}::jsonb, has_custom_dates, ${copy.startsAt}, ${copy.endsAt}, location, address,
      map_url, online_url, online_opens_minutes, ${copy.cover}, tags, ${copy.status}, ${copy.isTemplate}, audience, member_tags, registration,
      case when ${copy.status} = 'published' then opens_at end, case when ${copy.status} = 'published' then closes_at end,
      closes_minutes, capacity, guests_max, needs_approval, allows_maybe, waitlist, offer_hours, attendees_for, is_free, refund_hours, survey_id, room_id, badge_layout, ${copy.by}, ${copy.clientId}::uuid,
      ${copy.now}, ${copy.now}, case when ${copy.status} = 'published' then ${copy.now}::timestamptz end
    from events where id = ${from} on conflict (school_id, created_by, client_id) do nothing returning id`,
  );

/** The editable data outside of the row. */
export interface SettingsParts {
  readonly description: string;
  readonly address: string;
  readonly map_url: string | null;
  readonly member_tags: string[];
  readonly survey_id: number | null;
  readonly badges: BadgeLayout | null;
  readonly room: { readonly id: string; readonly name: string; readonly building: string } | null;
  readonly invited: readonly PersonSummaryRow[];
  readonly registered: number;
  readonly by_kind: Readonly<Record<string, number>>;
  readonly club_tags: string[];
  readonly cohost_clubs: readonly {
    readonly id: string;
    readonly name: string;
    readonly isAccepted: boolean;
  }[];
  readonly host_people: readonly PersonSummaryRow[];
}

export const selectSettingsParts = (db: Db, id: number): Promise<SettingsParts | undefined> =>
  first(
    db,
    sql<SettingsParts>`select e.description, e.address, e.map_url, e.member_tags, e.survey_id, e.badge_layout as badges,
      (select jsonb_build_object('id', r.id::text, 'name', r.name, 'building', r.building) from rooms r where r.school_id = e.school_id and r.id = e.room_id) as room,
      (select coalesce(jsonb_agg(${personSummary('u')} order by u.sort_name, u.id), '[]') from event_invitees x
        join users u on u.school_id = x.school_id and u.id = x.user_id where x.school_id = e.school_id and x.event_id = e.id) as invited,
      (select coalesce(jsonb_agg(${personSummary('u')} order by x.position), '[]') from event_hosts x
        join users u on u.school_id = x.school_id and u.id = x.user_id where x.school_id = e.school_id and x.event_id = e.id) as host_people,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id::text, 'name', c.name, 'isAccepted', x.is_accepted) order by c.sort_name), '[]') from event_cohosts x
        join clubs c on c.school_id = x.school_id and c.id = x.club_id where x.school_id = e.school_id and x.event_id = e.id) as cohost_clubs,
      (select coalesce(sum(s.taken), 0)::int from event_spots s where s.school_id = e.school_id and s.event_id = e.id) as registered,
      (select coalesce(jsonb_object_agg(n.kind, n.taken), '{}') from (select k.key as kind, sum(k.value::int) as taken from event_spots s
        cross join jsonb_each_text(s.ticket_counts) k where s.school_id = e.school_id and s.event_id = e.id group by k.key) n) as by_kind,
      array(select distinct t from club_members m cross join unnest(m.tags) t where m.school_id = e.school_id and m.club_id = e.club_id
        and m.status = 'member' order by t) as club_tags
    from events e where e.id = ${id}`,
  );

/** Returns whether anyone has registered for an event. */
export const hasRegistrations = async (db: Db, event: number): Promise<boolean> =>
  (await first(
    db,
    sql`select from event_registrations where event_id = ${event} and status not in ('canceled', 'declined') limit 1`,
  )) !== undefined;

/** Selects the people to notify of a cancellation. */
export const selectConcerned = async (db: Db, event: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`select distinct r.user_id as id from event_registrations r
      where r.event_id = ${event} and ${isOpenRegistration}`,
    )
  ).map(({ id }) => id);

/** Returns whether any event has this picture. */
export const isCoverUsed = async (db: Db, cover: string): Promise<boolean> =>
  (await first(db, sql`select from events where cover = ${cover} limit 1`)) !== undefined;

/** Returns whether a survey belongs to a club. */
export const isSurveyOf = async (db: Db, survey: number, club: number | null): Promise<boolean> =>
  (await first(db, sql`select from surveys where id = ${survey} and club_id = ${club}`)) !==
  undefined;

export const updateSurvey = async (db: Db, event: number, survey: number | null): Promise<void> => {
  await sql`update events set survey_id = ${survey} where id = ${event}`.execute(db);
};

/** Maps the ticket types of an event to those of the split-off event. */
export const selectKindPairs = (
  db: Db,
  from: number,
  to: number,
): Promise<{ before: string; after: string }[]> =>
  many(
    db,
    sql<{
      before: string;
      after: string;
    }>`select o.id::text as before, n.id::text as after from event_ticket_types o
      join event_ticket_types n on n.school_id = o.school_id and n.event_id = ${to} and n.position = o.position where o.event_id = ${from}`,
  );

/** Gives registrations from another event the copied ticket types. */
export const moveKinds = async (db: Db, from: number, to: number): Promise<void> => {
  const pairs = sql`(select o.id as before, n.id as after from event_ticket_types o
    join event_ticket_types n on n.school_id = o.school_id and n.event_id = ${to} and n.position = o.position where o.event_id = ${from}) p`;
  await sql`update event_registrations r set ticket_type_id = p.after from ${pairs} where r.event_id = ${to} and r.ticket_type_id = p.before`.execute(
    db,
  );
  await sql`update event_spots s set ticket_counts = (select coalesce(jsonb_object_agg(p.after::text, k.value), '{}')
      from jsonb_each(s.ticket_counts) k join ${pairs} on p.before::text = k.key)
    where s.event_id = ${to} and s.ticket_counts <> '{}'`.execute(db);
};

/** Layout of an event's name badges. */
export interface BadgeLayout {
  readonly size: BadgeSize;
  readonly hasCode: boolean;
}

/** Stores the last badge layout for the next time. */
export const updateBadgeLayout = async (
  db: Db,
  event: number,
  layout: BadgeLayout,
): Promise<void> => {
  await sql`update events set badge_layout = ${JSON.stringify(layout)}::jsonb where id = ${event}`.execute(
    db,
  );
};
