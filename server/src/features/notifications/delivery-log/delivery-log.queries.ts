import { sql, type RawBuilder } from 'kysely';
import type {
  MailFrequency,
  NotificationKey,
  NotificationKind,
  NotificationTargetKind,
  Platform,
} from '#contract/notifications/keys.ts';
import type { DeliveryReason, DeliveryState } from '#contract/notifications/endpoints.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import { many } from '../../../kernel/sql.ts';
import type { Plan } from '../notifications.rules.ts';

/** Locks the existing lists of people until the transaction ends, always in the same order. */
export const lockListsThere = async (db: Db, users: readonly number[]): Promise<void> => {
  await sql`select from notification_counters where user_id = any(${users}::bigint[]) order by user_id for update`.execute(
    db,
  );
};

/** Locks the lists of people until the transaction ends, always in the same order. Creates missing lists of people who exist. */
export const lockLists = async (
  db: Db,
  school: SchoolId,
  users: readonly number[],
  origin: string | null,
): Promise<void> => {
  await sql`insert into notification_counters (school_id, user_id, origin)
    select ${school}, id, ${origin} from users u where id = any(${users}::bigint[])
      and (not is_disabled or exists (select from notification_counters m where m.user_id = u.id)) order by id
    on conflict (school_id, user_id) do update set origin = coalesce(excluded.origin, notification_counters.origin)`.execute(
    db,
  );
};

/** An action that concerns a person: who did it, and its event. */
export interface News {
  readonly user: number;
  readonly actor: number;
  readonly event: number;
}

/** The connection of two people, `n."user"` and `n.actor`, unless one has blocked the other. */
const pairOf = sql`connections c where c.low_id = least(n."user", n.actor) and c.high_id = greatest(n."user", n.actor)
  and not exists (select from blocked_pairs b where b.user_id = n."user" and b.other_id = n.actor)`;
/** Conditions of news. */
export const isStillAsked = sql`exists (select from ${pairOf} and not c.is_accepted and c.requested_by = n.actor)`;
export const isStillConnected = sql`exists (select from ${pairOf} and c.is_accepted)`;
export const isNothingBetween = sql`not exists (select from ${pairOf})`;
/** The condition of news that can't become outdated. */
export const always: RawBuilder<boolean> = sql`true`;

/** Whether a submission is unchanged since. */
export const isSubmissionAt = (submission: number, version: number) =>
  sql`exists (select from approval_submissions s where s.id = ${submission} and s.version = ${version})`;

export const isSubmissionThere = (submission: number) =>
  sql`exists (select from approval_submissions s where s.id = ${submission})`;

/** Whether the person's relation to the club is still that of the news. */
export const isInClubAs = (club: number, status: 'member' | 'invited' | null) =>
  sql`exists (select from clubs c where c.id = ${club} and c.deleted_at is null) and (select m.status from club_members m
    where m.club_id = ${club} and m.user_id = n."user") is not distinct from ${status}::text`;

/** Whether the person still holds a position in the club. */
export const isOfficerOf = (club: number) =>
  sql`exists (select from clubs c join current_grants g on g.school_id = c.school_id and g.scope_id = c.id
    where c.id = ${club} and c.deleted_at is null and g.user_id = n."user")`;

/** Whether an event still exists. */
export const isEventThere = (event: number) =>
  sql`exists (select from events e where e.id = ${event})`;

/** The same, and the person has no invitation to it yet: one who is removed and invited again isn't notified again. */
export const isFirstInvitation = (event: number, path: string) =>
  sql`(${isEventThere(event)} and not exists (select from notifications x
    where x.user_id = n."user" and x.about_path = ${path} and x.kind = 'event_invited'))`;

export const isSurveyThere = (survey: number) =>
  sql`exists (select from surveys s where s.id = ${survey})`;

/** The same, and the person hasn't been notified about it yet. */
export const isNewSurvey = (survey: number, path: string) =>
  sql`(${isSurveyThere(survey)} and not exists (select from notifications x where x.user_id = n."user" and x.about_path = ${path}))`;

/** Whether a meeting is unchanged since its event. */
export const isBookingAt = (booking: number, revision: number) =>
  sql`exists (select from bookings b where b.id = ${booking} and b.revision = ${revision})`;

/** Whether a calendar entry is unchanged since its alert was set. */
export const isEntryAt = (entry: number, revision: number) =>
  sql`exists (select from personal_events e where e.id = ${entry} and e.revision = ${revision})`;

/** Whether a course announcement still exists. */
export const isAnnouncementThere = (announcement: number) =>
  sql`exists (select from course_announcements o where o.id = ${announcement} and o.is_active)`;

/** Whether an assignment still exists and the person hasn't submitted it. */
export const isWorkOpen = (assignment: number) =>
  sql`exists (select from course_assignments a where a.id = ${assignment} and a.is_active
    and not exists (select from course_results r where r.school_id = a.school_id and r.user_id = n."user" and r.assignment_id = a.id
      and r.state in ('submitted', 'graded', 'excused')))`;

/** The same for an assignment from a learning platform, by its id in `course_news`. */
export const isCopiedWorkOpen = (item: string) =>
  sql`not exists (select from lms_due d where d.user_id = n."user" and d.is_done and 'lms-' || d.course || '-' || d.item = ${item})`;

/** Whether a record that staff awarded or revoked is unchanged since. */
export const isRecordAt = (
  kind: 'badge_awarded' | 'badge_revoked' | 'experience_revoked' | 'document_revoked',
  item: number,
): RawBuilder<unknown> => {
  switch (kind) {
    case 'badge_awarded':
    case 'badge_revoked':
      return sql`exists (select from record_awards a where a.badge_id = ${item} and a.user_id = n."user"
        and (a.revoked_at is null) = ${kind === 'badge_awarded'})`;
    case 'experience_revoked':
      return sql`exists (select from record_entries e where e.id = ${item} and e.user_id = n."user" and e.state = 'revoked')`;
    default:
      return sql`exists (select from record_documents d where d.id = ${item} and d.user_id = n."user" and d.revoked_at is not null)`;
  }
};

/** Whether a person still offers meetings. */
export const isHost = (host: number) =>
  sql`exists (select from booking_offers o where o.user_id = ${host} and o.is_open)`;

const pairsOf = (pairs: readonly { readonly user: number; readonly actor: number }[]) =>
  sql`${pairs.map(({ user }) => user)}::bigint[], ${pairs.map(({ actor }) => actor)}::bigint[]`;

/**
 * Records that events were added to the lists of existing people. Returns the people who didn't have them and for whom the condition holds.
 */
export const insertSources = (
  db: Db,
  school: SchoolId,
  news: readonly News[],
  condition: RawBuilder<unknown>,
  now: Date,
): Promise<{ user: number; event: number }[]> =>
  many(
    db,
    sql<{ user: number; event: number }>`
    insert into notification_sources (school_id, event_id, user_id, at) select ${school}, n.event, n."user", ${now}
    from unnest(${pairsOf(news)}, ${news.map(({ event }) => event)}::bigint[]) as n ("user", actor, event)
    where ${condition} and exists (select from users u where u.id = n."user" and not u.is_disabled)
    on conflict do nothing returning user_id as "user", event_id as event`,
  );

/** A notification that can still include more events. */
export interface OpenRow {
  id: number;
  user_id: number;
  actors: number[];
  created_at: Date;
}

/** Selects the open notifications with the same fold. Their lists are locked. */
export const selectOpen = (
  db: Db,
  users: readonly number[],
  collapseKey: string,
): Promise<OpenRow[]> =>
  many(
    db,
    sql<OpenRow>`select id, user_id, actors, created_at from notifications
    where user_id = any(${users}::bigint[]) and fold = ${collapseKey} and is_open`,
  );

/** Replaces these notifications of locked lists with a new one. Returns by how many each list is shorter. */
export const updateReplaced = (
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<{ user: number; added: number }[]> =>
  many(
    db,
    sql<{ user: number; added: number }>`
    with gone as (
      update notifications n set deleted_at = ${now}, is_open = false, change = m.change + 1
      from notification_counters m where n.id = any(${ids}::bigint[]) and m.user_id = n.user_id
      returning n.user_id, n.is_listed
    )
    select user_id as "user", -(count(*) filter (where is_listed))::int as added from gone group by user_id`,
  );

/** Closes these notifications for further events. */
export const updateClosed = async (db: Db, ids: readonly number[]): Promise<void> => {
  await sql`update notifications set is_open = false where id = any(${ids}::bigint[])`.execute(db);
};

/** Adds a person to a notification, which moves it to the top of its list. `updateCounters` counts the change. */
export const updateCollapsed = async (
  db: Db,
  ids: readonly number[],
  actor: number,
  now: Date,
): Promise<void> => {
  await sql`update notifications n set actors = array_prepend(${actor}::bigint, array_remove(n.actors, ${actor}::bigint)), changed_at = ${now},
      change = m.change + 1
    from notification_counters m where n.id = any(${ids}::bigint[]) and m.user_id = n.user_id`.execute(
    db,
  );
};

/** A recipient, with the data that decides how they are notified. */
export interface RecipientRow {
  id: number;
  has_address: boolean;
  has_device: boolean;
  zone: string | null;
  quiet_from: number | null;
  quiet_until: number | null;
  mail_frequency: MailFrequency;
  choices: { key: string; group_id: number; platform: Platform; is_on: boolean }[];
}

/** Selects active people with their choices for a key and its category. */
export const selectRecipients = (
  db: Db,
  users: readonly number[],
  { key, category, group }: { key: string; category: string; group: number },
): Promise<RecipientRow[]> =>
  many(
    db,
    sql<RecipientRow>`
    select u.id, u.email is not null as has_address, s.zone, s.quiet_from, s.quiet_until, coalesce(s.mail_frequency, 'daily') as mail_frequency,
      exists (select from notification_devices d where d.user_id = u.id) as has_device,
      coalesce((select jsonb_agg(jsonb_build_object('key', c.key, 'group_id', c.group_id, 'platform', c.platform, 'is_on', c.is_on))
        from notification_preferences c where c.user_id = u.id and c.key in (${key}, ${category}) and c.group_id in (0, ${group})), '[]') as choices
    from users u left join notification_settings s on s.school_id = u.school_id and s.user_id = u.id
    where u.id = any(${users}::bigint[]) and not u.is_disabled order by u.id`,
  );

/** What a notification links to. */
export interface NotificationTarget {
  readonly kind: NotificationTargetKind;
  readonly id: number;
}

/** A new notification. */
export interface NewItem {
  readonly user: number;
  readonly fold: string;
  /** The people who acted, latest first. */
  readonly actors: readonly number[];
  readonly conversation: number | null;
  /** Its subject, if that isn't a conversation. */
  readonly about?: { readonly title: string; readonly path: string; readonly note?: string };
  readonly isListed: boolean;
  readonly plans: readonly Plan[];
}

/** Inserts the notifications about one event with their delivery logs. `updateCounters` updates the counts of the lists. */
export const insertItems = async (
  db: Db,
  school: SchoolId,
  what: {
    key: NotificationKey;
    group: number;
    kind: NotificationKind;
    target: NotificationTarget | null;
    now: Date;
  },
  items: readonly NewItem[],
): Promise<void> => {
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as g("user" bigint, fold text, actors bigint[], conversation bigint,
      about jsonb, "isListed" boolean, plans jsonb)),
    made as (
      insert into notifications (school_id, user_id, key, group_id, kind, target_kind, target_id, fold, actors, conversation_id, about_title, about_path, about_note,
        is_listed, created_at, changed_at, change)
      select ${school}, g."user", ${what.key}, ${what.group}, ${what.kind}, ${what.target?.kind ?? null}::text, ${what.target?.id ?? null}::bigint, g.fold,
        g.actors, g.conversation, g.about->>'title', g.about->>'path', coalesce(g.about->>'note', ''), g."isListed", ${what.now}, ${what.now}, m.change + 1
      from given g join notification_counters m on m.user_id = g."user"
      returning id, user_id, fold
    )
    insert into notification_deliveries (school_id, notification_id, platform, user_id, rule, state, reason, due_at, at)
    select ${school}, made.id, p.platform, made.user_id, p.rule, p.state, p.reason, p."dueAt", ${what.now}
    from made join given g on g."user" = made.user_id and g.fold = made.fold
    cross join lateral jsonb_to_recordset(g.plans) as p(platform text, rule text, state text, reason text, "dueAt" timestamptz)`.execute(
    db,
  );
};

/** A list's counts after a change. */
export interface ListNumbers {
  user: number;
  change: number;
  unread: number;
}

type Telling = Parameters<typeof eventOfRows>[0] & { readonly db: Db };
/** Maximum number of lists in one event. */
const listsOfEvent = 50;

/** The end of a statement with the changed lists in `counted`: emits them to other servers, and returns them. */
const emittedAndCounted = (context: Telling) =>
  sql`told as (${eventOfRows(
    context,
    'notifications_changed',
    { lists: sql`lists` },
    sql`(
      select jsonb_agg(jsonb_build_object('user', "user", 'change', change, 'unread', unread)) as lists
      from (select *, (row_number() over () - 1) / ${sql.lit(listsOfEvent)} as part from counted) as c group by part
    ) as parts`,
  )}) select * from counted`;

type Added = readonly { user: number; added: number }[];
const countedIn = (lists: Added) => sql`counted as (
      update notification_counters m set change = m.change + 1, total = m.total + g.added, unread = m.unread + g.added
      from unnest(${lists.map(({ user }) => user)}::bigint[], ${lists.map(({ added }) => added)}::int[]) as g ("user", added)
      where m.user_id = g."user" returning m.user_id as "user", m.change, m.unread
    )`;

/** Counts a change in each of these locked lists, and what was added. */
export const updateCounters = async (db: Db, lists: Added): Promise<void> => {
  await sql`with ${countedIn(lists)} select from counted`.execute(db);
};

/** The same, and notifies other servers. */
export const updateCountersAndEmit = (context: Telling, lists: Added): Promise<ListNumbers[]> =>
  many(context.db, sql<ListNumbers>`with ${countedIn(lists)}, ${emittedAndCounted(context)}`);

/**
 * Removes people from open list items that match a condition, because they withdrew or their request was answered. An item that
 * becomes empty is marked as read if it was answered (even if it is closed to more people), or else deleted (open items only).
 * Notifies other servers and returns the changed lists.
 */
export const updateWithout = (
  context: Telling,
  pairs: readonly { user: number; actor: number }[],
  collapseKeys: readonly string[],
  end: { how: 'read' | 'deleted'; now: Date },
  condition: RawBuilder<unknown> = sql`true`,
): Promise<ListNumbers[]> => {
  const isRead = end.how === 'read';
  return many(
    context.db,
    sql<ListNumbers>`
    with gone as (
      select n."user", array_agg(n.actor) as actors from unnest(${pairsOf(pairs)}) as n ("user", actor) where ${condition} group by 1
    ), open as (
      select n.id, n.user_id, n.is_listed, n.read_at is null as is_unread, array(
        select a.id from unnest(n.actors) with ordinality as a (id, place) where a.id <> all(g.actors) order by a.place
      ) as others
      from gone g join notifications n on n.user_id = g."user"
      where n.user_id = any(${pairs.map(({ user }) => user)}::bigint[]) and ${isRead ? sql`n.deleted_at is null` : sql`n.is_open`} and n.fold = any(${collapseKeys}) and n.actors && g.actors
    ), written as (
      update notifications n set change = m.change + 1,
        actors = case when o.others = '{}' then n.actors else o.others end,
        is_open = n.is_open and o.others <> '{}',
        read_at = case when o.others = '{}' and ${isRead} then coalesce(n.read_at, ${end.now}::timestamptz) else n.read_at end,
        deleted_at = case when o.others = '{}' and ${!isRead} then ${end.now}::timestamptz end
      from open o join notification_counters m on m.user_id = o.user_id where n.id = o.id
      returning n.user_id, o.others = '{}' and o.is_listed and o.is_unread as is_less
    ), sums as (select user_id, (count(*) filter (where is_less))::int as less from written group by 1),
    counted as (
      update notification_counters m set change = m.change + 1, unread = m.unread - s.less, total = m.total - case when ${isRead} then 0 else s.less end
      from sums s where m.user_id = s.user_id returning m.user_id as "user", m.change, m.unread
    ), ${emittedAndCounted(context)}`,
  );
};

/** Sets new times for a person's waiting deliveries that no job has claimed. */
export const updateDueAt = async (
  db: Db,
  user: number,
  { mobile, reason, email, now }: { mobile: Date; reason: 'quiet' | null; email: Date; now: Date },
): Promise<Platform[]> => {
  const { rows } = await sql<{ platform: Platform }>`
    update notification_deliveries set due_at = case platform when 'mobile' then ${mobile}::timestamptz else ${email}::timestamptz end,
      reason = case platform when 'mobile' then ${reason} else reason end, at = ${now}
    where user_id = ${user} and state = 'waiting' and digest_id is null and (claimed_until is null or claimed_until <= ${now})
      and reason is distinct from 'retry'
    returning platform`.execute(db);
  return [...new Set(rows.map(({ platform }) => platform))];
};

/** Deletes an erased person's list, and their part in other people's notifications. */
export const deleteListOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from notifications where user_id = ${user}`.execute(db);
  await sql`delete from notification_digests where user_id = ${user}`.execute(db);
  await sql`delete from notification_sources where user_id = ${user}`.execute(db);
  await sql`delete from notification_counters where user_id = ${user}`.execute(db);
};

/** Stores the results of waiting deliveries. `tries`: one more try was made. */
export const updateOutcome = async (
  db: Db,
  items: readonly number[],
  platform: Platform,
  outcome: {
    state: DeliveryState;
    reason: DeliveryReason | null;
    dueAt: Date | null;
    isTry: boolean;
    now: Date;
  },
): Promise<void> => {
  if (items.length === 0) return;
  await sql`update notification_deliveries set state = ${outcome.state}, reason = ${outcome.reason}, due_at = ${outcome.dueAt},
      claimed_until = null, tries = tries + ${outcome.isTry ? 1 : 0}, at = ${outcome.now}
    where notification_id = any(${items}::bigint[]) and platform = ${platform} and state = 'waiting'`.execute(
    db,
  );
};

/** Marks all notifications of an imported list as read, without events. */
export const updatePastRead = async (db: Db, user: number, readAt: Date): Promise<void> => {
  await sql`
    with seen as (
      update notifications set read_at = ${readAt}, is_open = false, closed_at = ${readAt} where user_id = ${user} and read_at is null returning 1
    )
    update notification_counters set unread = unread - (select count(*)::int from seen) where user_id = ${user}`.execute(
    db,
  );
};
