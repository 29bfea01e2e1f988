import { sql } from 'kysely';
import type { SchoolRow } from '../context.ts';
import { sessionDays } from '../http/cookies.ts';
import type { Db } from '../database/database.ts';

/** Returns the time when a new session expires if it isn't used. */
export const firstExpiry = (
  { session_idle_minutes: idle, session_hours: hours }: SchoolRow,
  now: Date,
): Date => {
  const restMs = idle === null ? sessionDays * 86_400_000 : idle * 60_000;
  return new Date(now.getTime() + Math.min(restMs, hours === null ? restMs : hours * 3_600_000));
};

/**
 * Updates the session's last use and expiry. Reads the school's limits from its row, because they may have been shortened since the call
 * started.
 */
export const extendSession = async (db: Db, id: string, now: Date): Promise<void> => {
  // `least()` ignores nulls.
  await sql`update sessions x set last_seen_at = ${now}, expires_at = least(
      ${now}::timestamptz + coalesce(s.session_idle_minutes * interval '1 minute', ${sessionDays} * interval '1 day'),
      x.created_at + s.session_hours * interval '1 hour')
    from schools s where s.school_id = x.school_id and x.id = ${id}`.execute(db);
};
