import type { PersonalData } from '../../kernel/feature.ts';
import { sql, type RawBuilder } from 'kysely';
import type { NotificationTargetKind } from '#contract/notifications/declaring.ts';
import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import type { NotificationFilter } from '#contract/notifications/filters.ts';
import { itemChangesMax, kindsOfFilter } from '#contract/notifications/keys.ts';
import type {
  DeliveryReason,
  DeliveryState,
  NotificationRule,
} from '#contract/notifications/endpoints.ts';
import type { Platform } from '#contract/notifications/keys.ts';
import type { Db } from '../../kernel/database/database.ts';
import { isNamed } from '../people/privacy/privacy.queries.ts';

/** A notification as its owner sees it. Instants are text, because they come inside JSON. */
export interface ItemRow {
  id: number;
  key: NotificationKey;
  group_id: number;
  kind: NotificationKind;
  people: { id: number; first_name: string; last_name: string; photo: string | null }[];
  people_count: number;
  conversation_id: number | null;
  /** Null if the conversation has no name or the person is no longer in it. */
  conversation_name: string | null;
  /** The notification's club, if the person can see it. */
  club: { id: number; name: string; logo: string | null } | null;
  target_kind: NotificationTargetKind | null;
  target_id: number | null;
  about_title: string | null;
  about_path: string | null;
  about_note: string;
  created_at: string;
  changed_at: string;
  read_at: string | null;
  deleted_at: string | null;
  change: number;
  /** True if the person can still accept or decline it. */
  can_answer: boolean;
}

const facesShown = 3;

/** True if notification `n` is an open request: its owner hasn't answered it, and the sender hasn't withdrawn it. */
const canAnswer = (me: number | RawBuilder<number>): RawBuilder<unknown> => sql`case n.kind
    when 'connection_requested' then exists (select from connections c where c.low_id = least(n.actors[1], ${me}::bigint)
      and c.high_id = greatest(n.actors[1], ${me}::bigint) and c.requested_by = n.actors[1] and not c.is_accepted)
    when 'club_invited' then n.target_kind = 'club' and exists (select from club_members m
      where m.club_id = n.target_id and m.user_id = ${me} and m.status = 'invited')
    when 'member_requested' then exists (select from club_members m
      where m.club_id = n.group_id and m.user_id = n.actors[1] and m.status = 'requested')
    when 'event_invited' then n.target_kind = 'event' and exists (select from events e where e.id = n.target_id and e.status = 'published' and e.hidden_at is null)
      and not exists (select from event_registrations r where r.event_id = n.target_id and r.user_id = ${me})
      and exists (select from event_invitees i where i.event_id = n.target_id and i.user_id = ${me} and i.declined_at is null)
    when 'event_offered' then n.target_kind = 'event' and exists (select from event_registrations r
      where r.event_id = n.target_id and r.user_id = ${me} and r.status = 'offered')
    when 'event_cohost_asked' then n.target_kind = 'event' and exists (select from event_cohosts h
      where h.event_id = n.target_id and h.club_id = n.group_id and not h.is_accepted)
    else false end`;

/**
 * Columns of a notification `n` for its owner, with the first few actors that the owner can see. Calls
 * `server/database/functions/clubs_seen_by.sql`.
 */
export const itemColumns = (me: number | RawBuilder<number>): RawBuilder<unknown> => sql`
  n.id, n.key, n.group_id, n.kind, cardinality(n.actors) as people_count, n.conversation_id, n.created_at, n.changed_at, n.read_at,
  n.deleted_at, n.change, n.about_title, n.about_path, n.about_note,
  case when n.conversation_id is not null then (
    select c.name from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
    where p.conversation_id = n.conversation_id and p.user_id = ${me} and p.left_seq is null) end as conversation_name,
  n.target_kind, n.target_id, case when n.group_id <> 0 or n.target_kind = 'club' then (
    select json_build_object('id', g.id, 'name', g.name, 'logo', g.logo) from clubs_seen_by(${me}::bigint, false) g
    where g.id = case when n.group_id <> 0 then n.group_id else n.target_id end) end as club,
  ${canAnswer(me)} as can_answer,
  coalesce((
    select json_agg(f order by f.position) from (
      select u.id, u.first_name, u.last_name, u.photo, a.position
      from unnest(n.actors) with ordinality as a(id, position) join users u on u.id = a.id
      -- Posts in a club's name have no visible author.
      where n.kind not in ('club_announced', 'news_posted', 'club_mentioned') and ${isNamed(me as number, sql`u`)} order by a.position limit ${facesShown}
    ) as f), '[]') as people`;

/** The counts of a person's list. */
export interface Counters {
  total: number;
  unread: number;
  change: number;
}

const none: Counters = { total: 0, unread: 0, change: 0 };

/** A range of a list. */
export interface ItemWindow {
  readonly count: number;
  readonly offset: number;
  readonly only?: NotificationFilter | undefined;
}

/** The condition of a filter. */
const matches = (only: NotificationFilter | undefined): RawBuilder<unknown> =>
  only === undefined
    ? sql``
    : only === 'unread'
      ? sql`and n.read_at is null`
      : sql`and n.kind = any(${[...kindsOfFilter(only)]}::text[])`;

/** Returns the statement for a range of a list with the list's counts. */
export const itemsSql = (
  me: number,
  { count, offset, only }: ItemWindow,
): RawBuilder<Counters & { items: ItemRow[] }> => sql`
    select ${
      only === 'requests' || only === 'mentions'
        ? sql`(select count(*)::int from notifications n where n.user_id = ${me} and n.is_listed and n.deleted_at is null ${matches(only)})`
        : only === 'unread'
          ? sql`m.unread`
          : sql`m.total`
    } as total, m.unread, m.change, coalesce((select json_agg(i order by i.changed_at desc, i.id) from (
        select ${itemColumns(me)} from notifications n
        where n.user_id = ${me} and n.is_listed and n.deleted_at is null ${matches(only)}
        order by n.changed_at desc, n.id limit ${count} offset ${offset}
      ) as i), '[]') as items
    from notification_counters m where m.user_id = ${me}`;

/** Returns a range of someone's list with its counts. */
export const selectItems = async (
  db: Db,
  me: number,
  window: ItemWindow,
): Promise<Counters & { items: ItemRow[] }> => {
  const { rows } = await itemsSql(me, window).execute(db);
  return rows[0] ?? { ...none, items: [] };
};

type Changes = Counters & { pruned_change: number; items: ItemRow[] };

/** Returns the statement for the changes after a change number. */
export const itemChangesSql = (me: number, after: number): RawBuilder<Changes> => sql`
    select m.total, m.unread, m.change, m.pruned_change, coalesce((select json_agg(i order by i.change) from (
        select ${itemColumns(me)} from notifications n where n.user_id = ${me} and n.change > ${after} and n.is_listed
        order by n.change limit ${itemChangesMax + 1}
      ) as i), '[]') as items
    from notification_counters m where m.user_id = ${me}`;

/** Returns the changes of someone's list after a change number, with one row more than the response contains. */
export const selectItemChanges = async (db: Db, me: number, after: number): Promise<Changes> => {
  const { rows } = await itemChangesSql(me, after).execute(db);
  return rows[0] ?? { ...none, pruned_change: 0, items: [] };
};

/** Returns someone's counts. */
export const selectCounters = async (db: Db, me: number): Promise<Counters> => {
  const { rows } =
    await sql<Counters>`select total, unread, change from notification_counters where user_id = ${me}`.execute(
      db,
    );
  return rows[0] ?? none;
};

/** The outcome of a notification on a platform. */
export interface DeliveryRow {
  platform: Platform;
  rule: NotificationRule;
  state: DeliveryState;
  reason: DeliveryReason | null;
  due_at: string | null;
  at: string;
  digest_id: number | null;
  digest_items: number | null;
}

/** Returns one notification with its delivery log. */
export const selectItem = async (
  db: Db,
  me: number,
  id: number,
): Promise<(ItemRow & { deliveries: DeliveryRow[] }) | undefined> => {
  const { rows } = await sql<{ item: ItemRow & { deliveries: DeliveryRow[] } }>`
    select to_jsonb(i) as item from (
      select ${itemColumns(me)}, (
        select jsonb_agg(jsonb_build_object('platform', d.platform, 'rule', d.rule, 'state', d.state, 'reason', d.reason, 'due_at', d.due_at,
          'at', d.at, 'digest_id', d.digest_id, 'digest_items', g.items))
        from notification_deliveries d left join notification_digests g on g.school_id = d.school_id and g.id = d.digest_id
        where d.notification_id = n.id) as deliveries
      from notifications n where n.id = ${id} and n.user_id = ${me} and n.is_listed and n.deleted_at is null
    ) as i`.execute(db);
  return rows[0]?.item;
};

/** Locks someone's list until the transaction ends, so that later statements see everything written to it. */
const lockList = (db: Db, me: number) =>
  sql`select from notification_counters where user_id = ${me} for update`.execute(db);

/**
 * Runs a statement that changes rows of a locked list, and updates the counts. The statement returns the ids and
 * whether the rows were unread before.
 */
const changeList = async (
  db: Db,
  me: number,
  which: {
    set: RawBuilder<unknown>;
    where: RawBuilder<unknown>;
    total: number;
    unread: RawBuilder<unknown>;
  },
): Promise<{ ids: number[]; counters: Counters }> => {
  const [, { rows }, counters] = await Promise.all([
    lockList(db, me),
    sql<{ ids: number[] }>`
      with written as (
        update notifications n set ${which.set}, change = m.change + 1 from notification_counters m
        where m.user_id = ${me} and n.user_id = m.user_id and n.is_listed and ${which.where}
        returning n.id, n.read_at is null as is_unread
      ), counted as (
        select count(*)::int as n, (count(*) filter (where is_unread))::int as unread, coalesce(jsonb_agg(id), '[]') as ids from written
      )
      update notification_counters m set change = m.change + 1, total = m.total + ${which.total} * c.n, unread = m.unread + ${which.unread}
      from counted c where m.user_id = ${me} and c.n > 0 returning c.ids`.execute(db),
    selectCounters(db, me),
  ]);
  return { ids: rows[0]?.ids ?? [], counters };
};

/** Marks notifications as read or unread. Null marks all unread ones as read. */
export const updateRead = (
  db: Db,
  me: number,
  ids: readonly number[] | null,
  readAt: Date | null,
) =>
  changeList(db, me, {
    set: sql`read_at = ${readAt}, is_open = n.is_open and ${readAt === null}, dismissed_at = coalesce(${readAt}::timestamptz, n.dismissed_at)`,
    where: sql`n.deleted_at is null and (n.read_at is null) = ${readAt !== null} ${ids === null ? sql`` : sql`and n.id = any(${ids}::bigint[])`}`,
    total: 0,
    unread: readAt === null ? sql`c.n` : sql`- c.n`,
  });

/** Deletes notifications, or restores them. */
export const updateDeleted = (db: Db, me: number, ids: readonly number[], deletedAt: Date | null) =>
  changeList(db, me, {
    set: sql`deleted_at = ${deletedAt}, is_open = n.is_open and ${deletedAt === null}, dismissed_at = coalesce(${deletedAt}::timestamptz, n.dismissed_at)`,
    where: sql`(n.deleted_at is null) = ${deletedAt !== null} and n.id = any(${ids}::bigint[])`,
    total: deletedAt === null ? 1 : -1,
    unread: deletedAt === null ? sql`c.unread` : sql`- c.unread`,
  });

/** Returns this feature's part of a personal data export. */
export const personalData: PersonalData = (me) => ({
  notifications: sql`(select jsonb_agg(jsonb_build_object('key', n.key, 'kind', n.kind, 'at', n.created_at, 'readAt', n.read_at, 'deletedAt', n.deleted_at,
          'deliveries', (select jsonb_agg(jsonb_build_object('platform', d.platform, 'rule', d.rule, 'state', d.state, 'reason', d.reason, 'at', d.at))
            from notification_deliveries d where d.notification_id = n.id)) order by n.created_at) from notifications n where n.user_id = ${me})`,
  notificationEvents: sql`(select jsonb_agg(jsonb_build_object('at', s.at) order by s.at) from notification_sources s where s.user_id = ${me})`,
  notificationList: sql`(select jsonb_agg(jsonb_build_object('total', m.total, 'unread', m.unread, 'address', m.origin))
        from notification_counters m where m.user_id = ${me})`,
  notificationMails: sql`(select jsonb_agg(jsonb_build_object('frequency', g.frequency, 'items', g.items, 'state', g.state, 'sentAt', g.sent_at)
          order by g.created_at) from notification_digests g where g.user_id = ${me})`,
  notificationChoices: sql`(select jsonb_agg(jsonb_build_object('key', c.key, 'platform', c.platform, 'isOn', c.is_on) order by c.key, c.platform)
        from notification_preferences c where c.user_id = ${me})`,
  notificationSettings: sql`(select jsonb_agg(jsonb_build_object('zone', s.time_zone, 'quietFrom', s.quiet_from, 'quietUntil', s.quiet_until,
          'mails', s.email_frequency, 'hidesText', s.hides_text)) from notification_settings s where s.user_id = ${me})`,
  pushDevices: sql`(select jsonb_agg(jsonb_build_object('name', d.name, 'endpoint', d.endpoint, 'addedAt', d.added_at, 'lastSentAt', d.last_sent_at)
          order by d.added_at) from notification_devices d where d.user_id = ${me})`,
});

/** Warms up the list and its counts. */
export const warmUpNotifications = async (db: Db): Promise<void> => {
  await selectItems(db, -1, { count: 20, offset: 0 });
  await selectCounters(db, -1);
};
