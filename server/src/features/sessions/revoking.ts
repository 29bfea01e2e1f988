import type { Db } from '../../kernel/database/database.ts';
import { updateKeysRevoked } from '../api-keys/api-keys.queries.ts';
import { deleteCalendarAccess } from '../calendar/feeds/feeds.queries.ts';

/**
 * Revokes what opens an account beside its sessions: own API keys, app passwords and secret calendar addresses. Answers the names of those
 * that worked. What stays, and why: docs/security.md, V7.
 */
export const revokeAccess = async (
  db: Db,
  person: number,
  now: Date,
): Promise<{ endedKeys: string[]; endedCalendars: string[] }> => ({
  endedKeys: await updateKeysRevoked(db, person, now),
  endedCalendars: await deleteCalendarAccess(db, person, now),
});
