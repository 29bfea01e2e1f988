import { sql } from 'kysely';
import type { SchoolRow } from '../context.ts';
import { sessionDays } from '../http/cookies.ts';
import type { Db } from '../database/database.ts';

/** When a session that begins now ends, if it is not used. */
export const firstExpiry = (
  { session_idle_minutes: idle, session_hours: hours }: SchoolRow,
  now: Date,
): Date => {
  const restMs = idle === null ? sessionDays * 86_400_000 : idle * 60_000;
  return new Date(now.getTime() + Math.min(restMs, hours === null ? restMs : hours * 3_600_000));
};

/**
 * Marks a session as used now, and lets it live on as long as its school allows. By the school's row as it is: the one that the
 * call came with may have been given shorter limits meanwhile.
 */
export const extendSession = async (db: Db, id: string, now: Date): Promise<void> => {
  // least() passes over what is null.
  await sql`update sessions x set last_seen_at = ${now}, expires_at = least(
      ${now}::timestamptz + coalesce(s.session_idle_minutes * interval '1 minute', ${sessionDays} * interval '1 day'),
      x.created_at + s.session_hours * interval '1 hour')
    from schools s where s.school_id = x.school_id and x.id = ${id}`.execute(db);
};
