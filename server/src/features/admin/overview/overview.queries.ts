import { sql } from 'kysely';
import type { Overview } from '#contract/admin/endpoints.ts';
import { overviewDays, overviewWeeks } from '#contract/admin/limits.ts';
import type { RunState } from '#contract/imports/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { hasNoAccess } from '../../passwords/invitations/invitations.queries.ts';

const daysBefore = (now: Date) => new Date(now.getTime() - overviewDays * 86_400_000);
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Counts people. Every part reads only indexes. `fresh` are the people in the state `new`. */
export const selectPeopleFigures = async (
  db: Db,
  now: Date,
): Promise<NonNullable<Overview['people']>> => {
  const since = daysBefore(now);
  const [row, weeks] = await Promise.all([
    first(
      db,
      sql<{
        total: number;
        active: number;
        added: number;
        fresh: number;
        invitable: number;
        suspended: number;
      }>`with fresh as (
        select u.id from (select school_id, user_id as id from user_activity where last_seen_at = 'epoch') as u
        where not exists (select from users d where d.school_id = u.school_id and d.id = u.id and d.is_disabled) and ${hasNoAccess}
      )
      select (select count(*)::int from users where not is_disabled) as total,
        (select count(*)::int from user_activity where last_seen_at > ${since}) as active,
        (select count(*)::int from users where not is_disabled and created_at > ${since}) as added,
        (select count(*)::int from fresh) as fresh,
        (select count(*)::int from fresh f where not exists (select from users e where e.id = f.id and e.email_key is null)) as invitable,
        (select count(*)::int from suspensions) as suspended`,
    ),
    many(
      db,
      sql<{ start: string; people: number }>`select * from (
        select to_char(week, 'YYYY-MM-DD') as start, sum(people)::int as people from active_weeks
        where week <= ${now}::timestamptz::date group by week order by week desc limit ${overviewWeeks}) as w order by start`,
    ),
  ]);
  return {
    total: row?.total ?? 0,
    active: row?.active ?? 0,
    weeks,
    added: row?.added ?? 0,
    new: row?.fresh ?? 0,
    invitable: row?.invitable ?? 0,
    suspended: row?.suspended ?? 0,
  };
};

export const selectWaitingReports = async (db: Db): Promise<NonNullable<Overview['reports']>> => {
  const row = await first(
    db,
    sql<{
      n: number;
      at: Date | null;
    }>`select count(*)::int as n, min(created_at) as at from reports where state = 'open'`,
  );
  return { count: row?.n ?? 0, oldestAt: iso(row?.at ?? null) };
};

/** Counts emails that the mail server refused. Each count reads a small index of failures. */
export const selectMailProblems = async (
  db: Db,
  now: Date,
): Promise<NonNullable<Overview['mail']>> => {
  const since = daysBefore(now);
  const row = await first(
    db,
    sql<{ notifications: number; newsletters: number; invitations: number }>`select
      (select count(*)::int from notification_digests where state = 'failed' and created_at > ${since}) as notifications,
      (select count(*)::int from newsletter_copies where email_skip_reason = 'refused' and sent_at > ${since}) as newsletters,
      (select count(*)::int from invitations where failed_at is not null and not is_waiting and failed_at > ${since}) as invitations`,
  );
  return row ?? { notifications: 0, newsletters: 0, invitations: 0 };
};

const importsShown = 3;

export const selectLastImports = async (db: Db): Promise<NonNullable<Overview['imports']>> => {
  const rows = await many(
    db,
    sql<{
      id: number;
      kind: 'import' | 'undo';
      source: string;
      state: RunState;
      at: Date;
    }>`select id, kind, source, state, coalesce(ended_at, stage_at) as at
    from import_runs where state <> 'collecting' order by id desc limit ${importsShown}`,
  );
  return rows.map(({ id, at, ...run }) => ({ ...run, id: String(id), at: at.toISOString() }));
};

export const selectWebhookHealth = async (db: Db): Promise<NonNullable<Overview['webhooks']>> => {
  const row = await first(
    db,
    sql<{ total: number; failing: number; since: Date | null }>`select count(*)::int as total,
      (count(*) filter (where failing_since is not null or off_reason in ('failing', 'gone')))::int as failing,
      min(failing_since) as since from webhooks`,
  );
  return { total: row?.total ?? 0, failing: row?.failing ?? 0, since: iso(row?.since ?? null) };
};
