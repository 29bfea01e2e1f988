import type { Db } from '../../kernel/database/database.ts';
import { updateKeysRevoked } from '../api-keys/api-keys.queries.ts';
import { deleteCalendarAccess } from '../calendar/feeds/feeds.queries.ts';

/**
 * Revokes a person's other ways into the account: API keys, app passwords, and secret calendar addresses. Returns the names of
 * those that still worked. docs/security.md, V7, lists the exceptions.
 */
export const revokeAccess = async (
  db: Db,
  person: number,
  now: Date,
): Promise<{ endedKeys: string[]; endedCalendars: string[] }> => ({
  endedKeys: await updateKeysRevoked(db, person, now),
  endedCalendars: await deleteCalendarAccess(db, person, now),
});
