import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { itemColumns, type ItemRow } from '../notifications.queries.ts';

/** A browser that receives pushes. */
export interface DeviceRow {
  id: number;
  endpoint: string;
  endpoint_hash: Buffer;
  p256dh: string;
  auth: string;
  name: string;
  added_at: Date;
  last_sent_at: Date | null;
}

const columns = sql`id, endpoint, endpoint_hash, p256dh, auth, name, added_at, last_sent_at`;

/** Returns a person's devices, newest first. */
export const selectDevices = async (db: Db, user: number): Promise<DeviceRow[]> => {
  const { rows } =
    await sql<DeviceRow>`select ${columns} from notification_devices where user_id = ${user} order by added_at desc, id`.execute(
      db,
    );
  return rows;
};

/** Stores a device. An existing endpoint moves to this person. */
export const upsertDevice = async (
  db: Db,
  school: SchoolId,
  user: number,
  session: string,
  device: Pick<DeviceRow, 'endpoint' | 'endpoint_hash' | 'p256dh' | 'auth' | 'name' | 'added_at'>,
): Promise<DeviceRow | undefined> => {
  const { rows } = await sql<DeviceRow>`
    insert into notification_devices (school_id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, name, added_at)
    values (${school}, ${user}, ${session}, ${device.endpoint}, ${device.endpoint_hash}, ${device.p256dh}, ${device.auth}, ${device.name}, ${device.added_at})
    on conflict (school_id, endpoint_hash) do update set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
      name = excluded.name, added_at = excluded.added_at
    returning ${columns}`.execute(db);
  return rows[0];
};

/** Deletes devices of a person. Returns their number. */
export const deleteDevices = async (
  db: Db,
  user: number,
  ids: readonly number[],
): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from notification_devices where user_id = ${user} and id = any(${ids}::bigint[])`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
};

/** Deletes all devices of a person whose account is deleted. */
export const deleteDevicesOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from notification_devices where user_id = ${user}`.execute(db);
};

/** Stores when devices accepted a push. */
export const updateSent = async (db: Db, ids: readonly number[], now: Date): Promise<void> => {
  await sql`update notification_devices set last_sent_at = ${now} where id = any(${ids}::bigint[])`.execute(
    db,
  );
};

/** A person who receives pushes. */
export interface PushedRow {
  locale: string | null;
  origin: string | null;
  unread: number;
}

/** Locks a person's list. Returns undefined if they no longer have an account. */
export const selectLocked = async (
  db: Db,
  user: number,
): Promise<(PushedRow & { email: string | null }) | undefined> => {
  const { rows } = await sql<PushedRow & { email: string | null }>`
    select u.locale, u.email, m.origin, m.unread from notification_counters m join users u on u.school_id = m.school_id and u.id = m.user_id
    where m.user_id = ${user} and not u.is_disabled for update of m`.execute(db);
  return rows[0];
};

/** A notification to push. */
export interface DueRow extends ItemRow {
  attempts: number;
  /**
   * The latest unread message of the first person named, with the names of the people it mentions. Null for message
   * requests from strangers.
   */
  words: { text: string; names: Record<string, string> } | null;
}

const words = (user: number) => sql`case when n.conversation_id is not null then (
    select jsonb_build_object('text', left(w.text, 500), 'names', coalesce((
      select jsonb_object_agg(u.id, concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, ''))) from users u where u.id = any(w.mentions)), '{}'))
    from participants p cross join lateral (
      select m.text, m.mentions from messages m where m.conversation_id = p.conversation_id and m.seq > p.read_seq and m.seq >= p.first_seq
        and m.author_id = n.actors[1] and m.deleted is null and m.text <> '' order by m.seq desc limit 1
    ) as w where p.conversation_id = n.conversation_id and p.user_id = ${user} and p.left_seq is null
      and p.request_state is distinct from 'waiting') end as words`;

/** Returns the pushes that are due for a person and not claimed. The list must be locked. */
export const selectDuePushes = async (db: Db, user: number, now: Date): Promise<DueRow[]> => {
  const { rows } = await sql<{ item: DueRow }>`
    select to_jsonb(i) as item from (
      select ${itemColumns(user)}, d.attempts, ${words(user)} from notification_deliveries d
      join notifications n on n.school_id = d.school_id and n.id = d.notification_id
      where d.user_id = ${user} and d.platform = 'mobile' and d.state = 'waiting' and d.due_at <= ${now}
        and (d.claimed_until is null or d.claimed_until <= ${now})
      order by n.changed_at desc, n.id
    ) as i`.execute(db);
  return rows.map(({ item }) => item);
};

/** Claims pushes. */
export const updateClaimedPushes = async (
  db: Db,
  items: readonly number[],
  until: Date,
): Promise<void> => {
  await sql`update notification_deliveries set claimed_until = ${until}
    where notification_id = any(${items}::bigint[]) and platform = 'mobile' and state = 'waiting'`.execute(
    db,
  );
};
