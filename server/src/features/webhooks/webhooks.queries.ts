import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { WebhookEvent } from '#contract/webhooks/events.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, many } from '../../kernel/sql.ts';
import { personSummary } from '../people/summary/summary.queries.ts';

export interface WebhookRow {
  readonly id: number;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly is_on: boolean;
  readonly off_reason: 'admin' | 'failing' | 'gone' | null;
  readonly failing_since: Date | null;
  readonly former_until: Date | null;
  readonly created_at: Date;
  readonly by: { id: number; first_name: string; last_name: string; photo: string | null } | null;
}

const webhooks = sql`
    select w.id, w.url, w.events, w.is_on, w.off_reason, w.failing_since, w.former_until, w.created_at,
      (select ${personSummary('u')}
        from users u where u.school_id = w.school_id and u.id = w.created_by) as by
    from webhooks w`;

/** Returns the school's webhooks, newest first. */
export const selectWebhooks = (db: Db) => many(db, sql<WebhookRow>`${webhooks} order by w.id desc`);

export const selectWebhook = (db: Db, id: number) =>
  first(db, sql<WebhookRow>`${webhooks} where w.id = ${id}`);

export const insertWebhook = async (
  db: Db,
  school: SchoolId,
  hook: { url: string; events: readonly WebhookEvent[]; secret: string; by: number; now: Date },
): Promise<number> => {
  const { rows } = await sql<{
    id: number;
  }>`insert into webhooks (school_id, url, events, secret, created_at, created_by)
    values (${school}::int, ${hook.url}, ${hook.events}::text[], ${hook.secret}, ${hook.now}, ${hook.by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
};

export const updateWebhook = async (
  db: Db,
  id: number,
  change: { url?: string | undefined; events?: readonly WebhookEvent[] | undefined },
): Promise<void> => {
  await sql`update webhooks set url = coalesce(${change.url ?? null}, url), events = coalesce(${change.events ?? null}::text[], events)
    where id = ${id}`.execute(db);
};

/**
 * Turns a webhook on, or off with a reason. Turning it off marks its waiting deliveries as failed. Returns whether
 * anything changed.
 */
export const updateSwitched = async (
  db: Db,
  id: number,
  offReason: 'admin' | 'failing' | 'gone' | null,
): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update webhooks set is_on = ${offReason === null}, off_reason = ${offReason}::text,
    failing_since = case when ${offReason === null} then null else failing_since end
    where id = ${id} and is_on <> ${offReason === null}`.execute(db);
  if (offReason !== null)
    await sql`update webhook_deliveries set state = 'failed', next_at = null where webhook_id = ${id} and state = 'waiting'
      and claimed_until is null`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
};

/** Replaces the secret. The previous one still signs for a while. */
export const updateSecret = async (
  db: Db,
  id: number,
  secret: string,
  formerUntil: Date,
): Promise<void> => {
  await sql`update webhooks set former_secret = secret, former_until = ${formerUntil}, secret = ${secret} where id = ${id}`.execute(
    db,
  );
};

export const deleteWebhookRow = async (db: Db, id: number): Promise<void> => {
  await sql`delete from webhooks where id = ${id}`.execute(db);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  webhooksMade: sql`(select jsonb_agg(jsonb_build_object('address', w.url, 'madeAt', w.created_at) order by w.created_at) from webhooks w where w.created_by = ${me})`,
});
