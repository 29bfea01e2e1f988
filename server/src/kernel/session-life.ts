import { sql } from 'kysely';
import type { SchoolRow } from './context.ts';
import { sessionDays } from './cookies.ts';
import type { Db } from './database.ts';

type Limits = Pick<SchoolRow, 'session_idle_minutes' | 'session_hours'>;

const restMs = ({ session_idle_minutes: idle }: Limits): number => (idle === null ? sessionDays * 86_400_000 : idle * 60_000);

/** When a session that began then and is used now ends, if it is not used again. */
export const sessionEnd = (limits: Limits, begin: Date, now: Date): Date => {
  const rests = now.getTime() + restMs(limits);
  return new Date(limits.session_hours === null ? rests : Math.min(rests, begin.getTime() + limits.session_hours * 3_600_000));
};

/** Marks a session as used now, and lets it live on as long as its school allows. */
export const prolongSession = async (db: Db, id: string, limits: Limits, now: Date): Promise<void> => {
  await sql`update sessions set last_seen_at = ${now}, expires_at = least(${sessionEnd({ ...limits, session_hours: null }, now, now)}::timestamptz,
    created_at + ${limits.session_hours}::int * interval '1 hour') where id = ${id}`.execute(db);
};
