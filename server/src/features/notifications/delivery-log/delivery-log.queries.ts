import { sql } from 'kysely';
import type {
  MailFrequency,
  NotificationKey,
  NotificationKind,
  Platform,
} from '#contract/notifications/keys.ts';
import type { DeliveryReason, DeliveryState } from '#contract/notifications/endpoints.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { Plan } from '../notifications.rules.ts';

/** Holds the lists of people until the transaction ends, in one order for everybody, and begins those that are not there. */
export const lockLists = async (
  db: Db,
  school: SchoolId,
  users: readonly number[],
  origin: string | null,
): Promise<void> => {
  await sql`insert into notification_marks (school_id, user_id, origin)
    select ${school}, id, ${origin} from users where id = any(${users}::bigint[]) order by id
    on conflict (school_id, user_id) do update set origin = coalesce(excluded.origin, notification_marks.origin)`.execute(
    db,
  );
};

/** Notes that an event has come into lists; answers those into which it had not before. */
export const insertSources = async (
  db: Db,
  school: SchoolId,
  event: number,
  users: readonly number[],
  now: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    insert into notification_sources (school_id, event_id, user_id, at) select ${school}, ${event}, id, ${now} from unnest(${users}::bigint[]) as id
    on conflict do nothing returning user_id`.execute(db);
  return rows.map(({ user_id: user }) => user);
};

/** An item into which more may come. */
export interface OpenRow {
  id: number;
  user_id: number;
  actors: number[];
  created_at: Date;
}

/** Items of people that are open for what has the same fold. Their lists are held. */
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

/** Something new takes the place of these items of held lists. Answers how many each list shows less. */
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
      from notification_marks m where n.id = any(${ids}::bigint[]) and m.user_id = n.user_id
      returning n.user_id, n.is_listed
    )
    select user_id as "user", -(count(*) filter (where is_listed))::int as added from gone group by user_id`,
  );

/** Nothing more comes into these. */
export const updateClosed = async (db: Db, ids: readonly number[]): Promise<void> => {
  await sql`update notifications set is_open = false where id = any(${ids}::bigint[])`.execute(db);
};

/** Somebody more did it: the item moves to the top of its list, whose change is counted by `updateCounters`. */
export const updateCollapsed = async (
  db: Db,
  ids: readonly number[],
  actor: number,
  now: Date,
): Promise<void> => {
  await sql`update notifications n set actors = array_prepend(${actor}::bigint, array_remove(n.actors, ${actor}::bigint)), changed_at = ${now},
      change = m.change + 1
    from notification_marks m where n.id = any(${ids}::bigint[]) and m.user_id = n.user_id`.execute(
    db,
  );
};

/** Somebody who is to be told, with what decides how. */
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

/** People who are still here, with what they have said of a key and of its category. */
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
        from notification_choices c where c.user_id = u.id and c.key in (${key}, ${category}) and c.group_id in (0, ${group})), '[]') as choices
    from users u left join notification_settings s on s.school_id = u.school_id and s.user_id = u.id
    where u.id = any(${users}::bigint[]) and not u.is_disabled order by u.id`,
  );

/** A notification to be. */
export interface NewItem {
  readonly user: number;
  readonly fold: string;
  /** Who did it, the last one first. */
  readonly actors: readonly number[];
  readonly conversation: number | null;
  readonly isListed: boolean;
  readonly plans: readonly Plan[];
}

/** Writes notifications of one event with their delivery logs; the lists' numbers follow by `updateCounters`. */
export const insertItems = async (
  db: Db,
  school: SchoolId,
  what: {
    key: NotificationKey;
    group: number;
    kind: NotificationKind;
    now: Date;
  },
  items: readonly NewItem[],
): Promise<void> => {
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as g("user" bigint, fold text, actors bigint[], conversation bigint,
      "isListed" boolean, plans jsonb)),
    made as (
      insert into notifications (school_id, user_id, key, group_id, kind, fold, actors, conversation_id, is_listed, created_at, changed_at, change)
      select ${school}, g."user", ${what.key}, ${what.group}, ${what.kind}, g.fold, g.actors, g.conversation,
        g."isListed", ${what.now}, ${what.now}, m.change + 1
      from given g join notification_marks m on m.user_id = g."user"
      returning id, user_id, fold
    )
    insert into notification_deliveries (school_id, notification_id, platform, user_id, rule, state, reason, due_at, at)
    select ${school}, made.id, p.platform, made.user_id, p.rule, p.state, p.reason, p."dueAt", ${what.now}
    from made join given g on g."user" = made.user_id and g.fold = made.fold
    cross join lateral jsonb_to_recordset(g.plans) as p(platform text, rule text, state text, reason text, "dueAt" timestamptz)`.execute(
    db,
  );
};

/** A list after a change. */
export interface ListNumbers {
  user: number;
  change: number;
  unread: number;
}

/** Counts a change of each of these held lists, and what has come into it. */
export const updateCounters = (
  db: Db,
  lists: readonly { user: number; added: number }[],
): Promise<ListNumbers[]> =>
  many(
    db,
    sql<ListNumbers>`
    update notification_marks m set change = m.change + 1, total = m.total + g.added, unread = m.unread + g.added
    from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as g("user" bigint, added int)
    where m.user_id = g."user" returning m.user_id as "user", m.change, m.unread`,
  );

/**
 * Takes somebody who did it out of open items of a list that is held. An item that nobody else is in is read (what was asked is
 * answered) or deleted (it is no longer so). Answers whether the list has changed.
 */
export const updateWithout = async (
  db: Db,
  user: number,
  actor: number,
  collapseKeys: readonly string[],
  end: { how: 'read' | 'deleted'; now: Date },
): Promise<ListNumbers[]> => {
  const isRead = end.how === 'read';
  const { rows } = await sql<ListNumbers>`
    with open as (
      select n.id, cardinality(n.actors) = 1 as is_last, n.is_listed from notifications n
      where n.user_id = ${user} and n.is_open and n.fold = any(${collapseKeys}) and n.actors @> array[${actor}::bigint]
    ), written as (
      update notifications n set change = m.change + 1,
        actors = case when o.is_last then n.actors else array_remove(n.actors, ${actor}::bigint) end,
        is_open = not o.is_last,
        read_at = case when o.is_last and ${isRead} then ${end.now}::timestamptz end,
        deleted_at = case when o.is_last and ${!isRead} then ${end.now}::timestamptz end
      from open o, notification_marks m where n.id = o.id and m.user_id = ${user}
      returning o.is_last and o.is_listed as is_less
    ), counted as (select count(*)::int as n, (count(*) filter (where is_less))::int as less from written)
    update notification_marks m set change = m.change + 1, unread = m.unread - c.less, total = m.total - case when ${isRead} then 0 else c.less end
    from counted c where m.user_id = ${user} and c.n > 0 returning m.user_id as "user", m.change, m.unread`.execute(
    db,
  );
  return rows;
};

/** What of a person waits and is in nobody's hand, with new times. */
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

/** Forgets an erased person: their list, and their part in those of others. */
export const deleteListOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from notifications where user_id = ${user}`.execute(db);
  await sql`delete from notification_digests where user_id = ${user}`.execute(db);
  await sql`delete from notification_sources where user_id = ${user}`.execute(db);
  await sql`delete from notification_marks where user_id = ${user}`.execute(db);
};

/** What is between two people, unless one has blocked the other; undefined: nothing. */
export const selectPair = (
  db: Db,
  a: number,
  b: number,
): Promise<{ requested_by: number; is_accepted: boolean } | undefined> =>
  first(
    db,
    sql<{ requested_by: number; is_accepted: boolean }>`
    select requested_by, is_accepted from connections
    where low_id = least(${a}::bigint, ${b}::bigint) and high_id = greatest(${a}::bigint, ${b}::bigint)
      and not exists (select from blocked_pairs where user_id = ${a} and other_id = ${b})`,
  );

/** What became of deliveries that waited. `tries`: one more was made. */
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

/** Marks everything in a list that is brought in whole as read; nobody is told. */
export const updatePastRead = async (db: Db, user: number, readAt: Date): Promise<void> => {
  await sql`
    with seen as (
      update notifications set read_at = ${readAt}, is_open = false, closed_at = ${readAt} where user_id = ${user} and read_at is null returning 1
    )
    update notification_marks set unread = unread - (select count(*)::int from seen) where user_id = ${user}`.execute(
    db,
  );
};
