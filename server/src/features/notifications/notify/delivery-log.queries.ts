import { sql, type RawBuilder } from 'kysely';
import type { NotificationTargetKind } from '#contract/notifications/declaring.ts';
import type {
  MailFrequency,
  NotificationKey,
  NotificationKind,
  Platform,
} from '#contract/notifications/keys.ts';
import type { DeliveryReason, DeliveryState } from '#contract/notifications/endpoints.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import { many } from '../../../kernel/sql.ts';
import type { Plan } from '../notifications.rules.ts';

/** Locks the existing lists of people until the transaction ends, in a fixed order. */
export const lockListsThere = async (db: Db, users: readonly number[]): Promise<void> => {
  await sql`select from notification_counters where user_id = any(${users}::bigint[]) order by user_id for update`.execute(
    db,
  );
};

/**
 * Locks the lists of people until the transaction ends, in the same order for every caller. Creates the missing lists
 * of people with an account.
 */
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

/** An event that concerns a person, and who caused it. */
export interface UserEvent {
  readonly user: number;
  readonly actor: number;
  readonly event: number;
}

/** True if the recipient of a notification can see the person who acted. */
export const seesActor = sql`not exists (select from blocked_pairs b where b.user_id = n."user" and b.other_id = n.actor)
  and (not exists (select from users u where u.id = n.actor and (u.has_hold or u.is_disabled)) or exists (
    select from connections c where c.low_id = least(n."user", n.actor) and c.high_id = greatest(n."user", n.actor) and c.is_accepted))`;

/** The condition of events that stay true. */
export const always: RawBuilder<boolean> = sql`true`;

const pairsOf = (pairs: readonly { readonly user: number; readonly actor: number }[]) =>
  sql`${pairs.map(({ user }) => user)}::bigint[], ${pairs.map(({ actor }) => actor)}::bigint[]`;

/**
 * Stores which events are in the lists of people with an account. Returns those that are new and whose condition is
 * true.
 */
export const insertSources = (
  db: Db,
  school: SchoolId,
  userEvents: readonly UserEvent[],
  condition: RawBuilder<unknown>,
  now: Date,
): Promise<{ user: number; event: number }[]> =>
  many(
    db,
    sql<{ user: number; event: number }>`
    insert into notification_sources (school_id, event_id, user_id, at) select ${school}, n.event, n."user", ${now}
    from unnest(${pairsOf(userEvents)}, ${userEvents.map(({ event }) => event)}::bigint[]) as n ("user", actor, event)
    where ${condition} and exists (select from users u where u.id = n."user" and not u.is_disabled)
    on conflict do nothing returning user_id as "user", event_id as event`,
  );

/** An item that can still receive events. */
export interface OpenRow {
  id: number;
  user_id: number;
  actors: number[];
  created_at: Date;
}

/** Returns people's open items with a collapse key. The lists must be locked. */
export const selectOpen = (
  db: Db,
  users: readonly number[],
  collapseKey: string,
): Promise<OpenRow[]> =>
  many(
    db,
    sql<OpenRow>`select id, user_id, actors, created_at from notifications
    where user_id = any(${users}::bigint[]) and collapse_key = ${collapseKey} and is_open`,
  );

/** Marks items of locked lists as replaced. Returns the decrease in items of each list. */
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

/** Closes items, so that they receive no more events. */
export const updateClosed = async (db: Db, ids: readonly number[]): Promise<void> => {
  await sql`update notifications set is_open = false where id = any(${ids}::bigint[])`.execute(db);
};

/**
 * Puts an actor first in items, updates their text and link, and moves them to the top of their lists. `updateCounters` counts the change.
 */
export const updateCollapsed = async (
  db: Db,
  ids: readonly number[],
  actor: number,
  {
    about,
    target,
  }: {
    readonly about?: NewItem['about'] | undefined;
    readonly target?: NotificationTarget | undefined;
  },
  now: Date,
): Promise<void> => {
  await sql`update notifications n set actors = array_prepend(${actor}::bigint, array_remove(n.actors, ${actor}::bigint)), changed_at = ${now},
      about_title = ${about?.title ?? null}, about_path = ${about?.path ?? null}, about_note = ${about?.note ?? ''},
      target_kind = ${target?.kind ?? null}, target_id = ${target?.id ?? null}, change = m.change + 1
    from notification_counters m where n.id = any(${ids}::bigint[]) and m.user_id = n.user_id`.execute(
    db,
  );
};

/** A recipient, with the facts that decide how they are notified. */
export interface RecipientRow {
  id: number;
  has_address: boolean;
  has_device: boolean;
  time_zone: string | null;
  quiet_from: number | null;
  quiet_until: number | null;
  email_frequency: MailFrequency;
  choices: { key: string; group_id: number; platform: Platform; is_on: boolean }[];
}

/** Returns the recipients with an account, with their settings for a key and its category. */
export const selectRecipients = (
  db: Db,
  users: readonly number[],
  { key, category, group }: { key: string; category: string; group: number },
): Promise<RecipientRow[]> =>
  many(
    db,
    sql<RecipientRow>`
    select u.id, u.email is not null as has_address, s.time_zone, s.quiet_from, s.quiet_until, coalesce(s.email_frequency, 'daily') as email_frequency,
      exists (select from notification_devices d where d.user_id = u.id) as has_device,
      coalesce((select jsonb_agg(jsonb_build_object('key', c.key, 'group_id', c.group_id, 'platform', c.platform, 'is_on', c.is_on))
        from notification_preferences c where c.user_id = u.id and c.key in (${key}, ${category}) and c.group_id in (0, ${group})), '[]') as choices
    from users u left join notification_settings s on s.school_id = u.school_id and s.user_id = u.id
    where u.id = any(${users}::bigint[]) and not u.is_disabled order by u.id`,
  );

/** The target of a notification's link. */
export interface NotificationTarget {
  readonly kind: NotificationTargetKind;
  readonly id: number;
}

/** A notification to store. */
export interface NewItem {
  readonly user: number;
  readonly collapseKey: string;
  /** The people who acted, latest first. */
  readonly actors: readonly number[];
  readonly conversation: number | null;
  /** The subject, unless it is a conversation. */
  readonly about?: { readonly title: string; readonly path: string; readonly note?: string };
  readonly isListed: boolean;
  readonly plans: readonly Plan[];
}

/**
 * Stores the notifications for one event with their delivery logs. The caller updates the lists' counts with
 * `updateCounters`.
 */
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
    with given as (select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as g("user" bigint, "collapseKey" text, actors bigint[], conversation bigint,
      about jsonb, "isListed" boolean, plans jsonb)),
    made as (
      insert into notifications (school_id, user_id, key, group_id, kind, target_kind, target_id, collapse_key, actors, conversation_id, about_title, about_path, about_note,
        is_listed, created_at, changed_at, change)
      select ${school}, g."user", ${what.key}, ${what.group}, ${what.kind}, ${what.target?.kind ?? null}::text, ${what.target?.id ?? null}::bigint, g."collapseKey",
        g.actors, g.conversation, g.about->>'title', g.about->>'path', coalesce(g.about->>'note', ''), g."isListed", ${what.now}, ${what.now}, m.change + 1
      from given g join notification_counters m on m.user_id = g."user"
      returning id, user_id, collapse_key
    )
    insert into notification_deliveries (school_id, notification_id, platform, user_id, rule, state, reason, due_at, at)
    select ${school}, made.id, p.platform, made.user_id, p.rule, p.state, p.reason, p."dueAt", ${what.now}
    from made join given g on g."user" = made.user_id and g."collapseKey" = made.collapse_key
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

/**
 * Returns the end of a statement in which `counted` has the changed lists: it emits the events for other servers and
 * returns the lists.
 */
const emittedAndCounted = (context: Telling) =>
  sql`emitted as (${eventOfRows(
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

/** Counts one change and the new items of each of these locked lists. */
export const updateCounters = async (db: Db, lists: Added): Promise<void> => {
  await sql`with ${countedIn(lists)} select from counted`.execute(db);
};

/** Does the same as `updateCounters`, and emits the events for other servers. */
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
        select a.id from unnest(n.actors) with ordinality as a (id, position) where a.id <> all(g.actors) order by a.position
      ) as others
      from gone g join notifications n on n.user_id = g."user"
      where n.user_id = any(${pairs.map(({ user }) => user)}::bigint[]) and ${isRead ? sql`n.deleted_at is null` : sql`n.is_open`} and n.collapse_key = any(${collapseKeys}) and n.actors && g.actors
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

/** Reschedules a person's waiting deliveries, except those that a job is sending. */
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

/** Deletes the list of a person whose account is deleted, and removes them from other lists. */
export const deleteListOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from notifications where user_id = ${user}`.execute(db);
  await sql`delete from notification_digests where user_id = ${user}`.execute(db);
  await sql`delete from notification_sources where user_id = ${user}`.execute(db);
  await sql`delete from notification_counters where user_id = ${user}`.execute(db);
};

/** Stores the outcome of waiting deliveries. `attempts` is true to count one more attempt. */
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
      claimed_until = null, attempts = attempts + ${outcome.isTry ? 1 : 0}, at = ${outcome.now}
    where notification_id = any(${items}::bigint[]) and platform = ${platform} and state = 'waiting'`.execute(
    db,
  );
};

/** Marks all notifications of an imported list as read. Notifies no one. */
export const updatePastRead = async (db: Db, user: number, readAt: Date): Promise<void> => {
  await sql`
    with seen as (
      update notifications set read_at = ${readAt}, is_open = false, dismissed_at = ${readAt} where user_id = ${user} and read_at is null returning 1
    )
    update notification_counters set unread = unread - (select count(*)::int from seen) where user_id = ${user}`.execute(
    db,
  );
};

/**
 * Marks the unread notifications about a conversation in a person's locked list as read, if the person has read all
 * messages that they are about. Returns the list's counts if anything changed.
 */
export const updateConversationRead = async (
  db: Db,
  user: number,
  conversation: number,
  now: Date,
): Promise<ListNumbers[]> => {
  const { rows } = await sql<ListNumbers>`
    with written as (
      update notifications n set read_at = ${now}, is_open = false, dismissed_at = ${now}, change = k.change + 1
      from notification_counters k, participants p
      where n.user_id = ${user} and n.conversation_id = ${conversation} and n.read_at is null and n.deleted_at is null and k.user_id = n.user_id
        and p.conversation_id = n.conversation_id and p.user_id = n.user_id
        and not exists (select from messages m where m.conversation_id = p.conversation_id and m.seq > p.read_seq and m.seq >= p.first_seq
          and m.author_id <> p.user_id and m.sent_at <= n.created_at)
      returning n.is_listed
    ), counted as (select count(*)::int as n, (count(*) filter (where is_listed))::int as listed from written)
    update notification_counters k set change = k.change + 1, unread = k.unread - c.listed from counted c
    where k.user_id = ${user} and c.n > 0 returning k.user_id as "user", k.change, k.unread`.execute(
    db,
  );
  return rows;
};
