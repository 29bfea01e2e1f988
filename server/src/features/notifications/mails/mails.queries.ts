import { sql } from 'kysely';
import type { MailFrequency } from '#contract/notifications/keys.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { itemColumns, type ItemRow } from '../notifications.queries.ts';

/** Returns a person's due email deliveries that are in no email yet. The list must be locked. */
export const selectDueMails = async (db: Db, user: number, now: Date): Promise<ItemRow[]> => {
  const { rows } = await sql<{ item: ItemRow }>`
    select to_jsonb(i) as item from (
      select ${itemColumns(user)} from notification_deliveries d
      join notifications n on n.school_id = d.school_id and n.id = d.notification_id
      where d.user_id = ${user} and d.platform = 'email' and d.state = 'waiting' and d.due_at <= ${now} and d.digest_id is null
      order by n.changed_at desc, n.id
    ) as i`.execute(db);
  return rows.map(({ item }) => item);
};

/** Groups notifications in an email that is due now. */
export const insertDigest = async (
  db: Db,
  school: SchoolId,
  digest: { user: number; frequency: MailFrequency; items: readonly number[]; now: Date },
): Promise<void> => {
  await sql`
    with made as (
      insert into notification_digests (school_id, user_id, frequency, items, state, created_at, due_at)
      values (${school}, ${digest.user}, ${digest.frequency}, ${digest.items.length}, 'waiting', ${digest.now}, ${digest.now}) returning id
    )
    update notification_deliveries d set digest_id = made.id, at = ${digest.now} from made
    where d.notification_id = any(${digest.items}::bigint[]) and d.platform = 'email' and d.state = 'waiting'`.execute(
    db,
  );
};

/** An email to send. */
export interface DigestRow {
  id: number;
  frequency: MailFrequency;
  attempts: number;
}

/** Claims a person's due emails until a time, after which they count as lost. The list must be locked. */
export const updateClaimedDigests = async (
  db: Db,
  user: number,
  now: Date,
  until: Date,
): Promise<DigestRow[]> => {
  const { rows } = await sql<DigestRow>`update notification_digests set due_at = ${until}
    where user_id = ${user} and state = 'waiting' and due_at <= ${now} returning id, frequency, attempts`.execute(
    db,
  );
  return rows;
};

/** Returns the notifications in an email. */
export const selectDigestItems = async (
  db: Db,
  user: number,
  digest: number,
): Promise<ItemRow[]> => {
  const { rows } = await sql<{ item: ItemRow }>`
    select to_jsonb(i) as item from (
      select ${itemColumns(user)} from notification_deliveries d
      join notifications n on n.school_id = d.school_id and n.id = d.notification_id
      where d.digest_id = ${digest} and d.platform = 'email' order by n.changed_at desc, n.id
    ) as i`.execute(db);
  return rows.map(({ item }) => item);
};

/** Stores the outcome of an email and of all notifications in it. */
export const updateDigest = async (
  db: Db,
  digest: number,
  outcome: {
    state: 'sent' | 'skipped' | 'failed';
    reason: 'refused' | 'no_address' | null;
    now: Date;
  },
): Promise<void> => {
  await sql`update notification_digests set state = ${outcome.state}, due_at = null, attempts = attempts + 1,
      sent_at = ${outcome.state === 'sent' ? outcome.now : null} where id = ${digest} and state = 'waiting'`.execute(
    db,
  );
  await sql`update notification_deliveries set state = ${outcome.state}, reason = ${outcome.reason}, due_at = null, at = ${outcome.now}
    where digest_id = ${digest} and state = 'waiting'`.execute(db);
};

/** Schedules a retry of an email. */
export const updateAgainDigest = async (
  db: Db,
  digest: number,
  dueAt: Date,
  now: Date,
): Promise<void> => {
  await sql`update notification_digests set due_at = ${dueAt}, attempts = attempts + 1 where id = ${digest} and state = 'waiting'`.execute(
    db,
  );
  await sql`update notification_deliveries set reason = 'retry', due_at = ${dueAt}, at = ${now}
    where digest_id = ${digest} and state = 'waiting'`.execute(db);
};
