import { sql } from 'kysely';
import { deliveryDays, type TryProblem } from '#contract/webhooks/events.ts';
import type { WebhookData, WebhookDelivery } from '#contract/webhooks/endpoints.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

const message = sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`;

/**
 * Creates deliveries of events to every webhook that is on and subscribed to them. Repeated calls create each only
 * once. Returns the deliveries.
 */
export const insertDeliveries = async (
  db: Db,
  school: SchoolId,
  events: readonly { kind: string; body: string; eventId: number }[],
  now: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (school_id, webhook_id, message, kind, body, event_id, created_at, next_at)
    select ${school}::int, w.id, ${message}, e.kind, e.body, e.id, ${now}, ${now}
    from unnest(${events.map(({ kind }) => kind)}::text[], ${events.map(({ body }) => body)}::text[],
      ${events.map(({ eventId }) => eventId)}::bigint[]) as e (kind, body, id)
    join webhooks w on w.is_on and e.kind = any(w.events) order by e.id
    on conflict do nothing returning id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Creates a test delivery to one webhook. */
export const insertTest = async (
  db: Db,
  school: SchoolId,
  test: { hook: number; kind: string; body: string; now: Date },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (school_id, webhook_id, message, kind, body, created_at, next_at, is_manual)
    values (${school}::int, ${test.hook}, ${message}, ${test.kind}, ${test.body}, ${test.now}, ${test.now}, true) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
};

/** Schedules a finished delivery again. Returns its number of tries, or undefined if it is still waiting. */
export const updateRedelivery = async (
  db: Db,
  hook: number,
  id: number,
  now: Date,
): Promise<number | undefined> => {
  const { rows } = await sql<{
    attempts: number;
  }>`update webhook_deliveries set state = 'waiting', next_at = ${now}, is_manual = true,
    is_queued = false
    where id = ${id} and webhook_id = ${hook} and state <> 'waiting' returning attempts`.execute(
    db,
  );
  return rows[0]?.attempts;
};

/** A delivery that is due, with the data for sending it. */
export interface DueRow {
  readonly webhook_id: number;
  readonly url: string;
  readonly secret: string;
  readonly former_secret: string | null;
  readonly former_until: Date | null;
  readonly message: string;
  readonly kind: string;
  readonly body: string;
  /** The end of another sender's claim. */
  readonly claimed_until: Date | null;
  readonly is_on: boolean;
  readonly failing_since: Date | null;
  readonly is_manual: boolean;
}

/** Returns a delivery that waits for this try. Locks it and its webhook until the transaction ends. */
export const selectDue = async (
  db: Db,
  id: number,
  attempts: number,
): Promise<DueRow | undefined> => {
  // Locks the webhook first, like the code that stores a try, to avoid a deadlock.
  await sql`select from webhooks where id = (select webhook_id from webhook_deliveries where id = ${id}) for update`.execute(
    db,
  );
  const { rows } = await sql<DueRow>`
    select d.webhook_id, w.url, w.secret, w.former_secret, w.former_until, d.message, d.kind, d.body, d.claimed_until, w.is_on,
      w.failing_since, d.is_manual
    from webhook_deliveries d join webhooks w on w.school_id = d.school_id and w.id = d.webhook_id
    where d.id = ${id} and d.attempts = ${attempts} and d.state = 'waiting'
    for update`.execute(db);
  return rows[0];
};

/** Returns the number of deliveries that are being sent to a webhook now. */
export const countClaimed = async (db: Db, hook: number, now: Date): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from webhook_deliveries
    where webhook_id = ${hook} and claimed_until > ${now}`.execute(db);
  return rows[0]?.count ?? 0;
};

export const updateClaimed = async (db: Db, id: number, until: Date): Promise<void> => {
  await sql`update webhook_deliveries set claimed_until = ${until}, is_queued = false where id = ${id}`.execute(
    db,
  );
};

/** Makes a delivery wait until another one to the same webhook ends. */
export const updateWaitsTurn = async (db: Db, id: number): Promise<void> => {
  await sql`update webhook_deliveries set is_queued = true where id = ${id}`.execute(db);
};

/** Takes the oldest waiting deliveries out of a webhook's queue. The webhook must be locked. */
export const updateNextTurns = async (
  db: Db,
  hook: number,
  count: number,
): Promise<{ id: number; attempts: number }[]> => {
  const { rows } = await sql<{
    id: number;
    attempts: number;
  }>`update webhook_deliveries set is_queued = false
    where id in (select id from webhook_deliveries where webhook_id = ${hook} and is_queued and state = 'waiting' order by id limit ${count})
    returning id, attempts`.execute(db);
  return rows;
};

/** Marks a delivery as failed because it can no longer be sent. */
export const updateFailed = async (db: Db, id: number): Promise<void> => {
  await sql`update webhook_deliveries set state = 'failed', next_at = null, claimed_until = null, is_queued = false
    where id = ${id}`.execute(db);
};

export interface TryRow {
  readonly number: number;
  readonly at: Date;
  readonly took_ms: number;
  readonly status: number | null;
  readonly problem: TryProblem | null;
  readonly answer: string;
}

/** Stores a try. Returns false if it was already stored. */
export const insertTry = async (
  db: Db,
  school: SchoolId,
  delivery: number,
  one: TryRow,
): Promise<boolean> => {
  const { rows } =
    await sql`insert into webhook_attempts (school_id, delivery_id, number, at, took_ms, status, problem, answer)
    select ${school}::int, d.id, ${one.number}, ${one.at}, ${one.took_ms}, ${one.status}, ${one.problem}, ${one.answer}
    from webhook_deliveries d where d.id = ${delivery}
    on conflict do nothing returning number`.execute(db);
  return rows.length > 0;
};

/** Updates a delivery after a try. A delivery that already failed isn't tried again. */
export const updateTried = async (
  db: Db,
  id: number,
  after: { attempts: number; state: 'waiting' | 'done' | 'failed'; nextAt: Date | null },
): Promise<void> => {
  await sql`update webhook_deliveries set attempts = ${after.attempts}, claimed_until = null, state = ${after.state}, next_at = ${after.nextAt},
    is_manual = false where id = ${id}`.execute(db);
};

/** Counts a failure, or resets the count. Returns whether the webhook is on, and since when it has been failing. */
export const updateFailing = async (
  db: Db,
  hook: number,
  failedAt: Date | null,
): Promise<{ isOn: boolean; since: Date | null }> => {
  const { rows } = await sql<{ is_on: boolean; failing_since: Date | null }>`
    update webhooks set failing_since = case when ${failedAt}::timestamptz is null then null else coalesce(failing_since, ${failedAt}) end
    where id = ${hook} returning is_on, failing_since`.execute(db);
  return { isOn: rows[0]?.is_on ?? false, since: rows[0]?.failing_since ?? null };
};

export interface DeliveryRow {
  readonly id: number;
  readonly message: string;
  readonly kind: keyof WebhookData;
  readonly body: string;
  readonly state: WebhookDelivery['state'];
  readonly created_at: Date;
  readonly next_at: Date | null;
  /** `at` is text, because the rows come as JSON. */
  readonly tried: (Omit<TryRow, 'at'> & { readonly at: string })[];
}

/** Returns a webhook's deliveries with their tries, newest first, or only one of them. */
export const selectDeliveries = async (
  db: Db,
  hook: number,
  { id = null, before = null, size }: { id?: number | null; before?: number | null; size: number },
): Promise<DeliveryRow[]> => {
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.message, d.kind, d.body, d.state, d.created_at, d.next_at, coalesce((select jsonb_agg(jsonb_build_object('number', t.number,
        'at', t.at, 'took_ms', t.took_ms, 'status', t.status, 'problem', t.problem, 'answer', t.answer) order by t.number desc)
      from webhook_attempts t where t.school_id = d.school_id and t.delivery_id = d.id), '[]') as tried
    from webhook_deliveries d where d.webhook_id = ${hook} and (${id}::bigint is null or d.id = ${id})
      and (${before}::bigint is null or d.id < ${before})
    order by d.id desc limit ${size}`.execute(db);
  return rows;
};

/** Deletes old deliveries with their tries. */
export const deleteOldDeliveries = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`delete from webhook_deliveries
    where created_at < ${now}::timestamptz - ${deliveryDays} * interval '1 day'`.execute(db);
  return Number(numAffectedRows ?? 0);
};
