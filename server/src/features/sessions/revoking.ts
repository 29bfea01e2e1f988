import type { KeptSignInMethods } from '#contract/sessions/endpoints.ts';
import type { Db } from '../../kernel/database/database.ts';
import { updateKeysRevoked } from '../api-keys/api-keys.queries.ts';
import { deleteCalendarAccess } from '../calendar/feeds/feeds.queries.ts';
import { selectPasskeys } from './passkeys/passkeys.queries.ts';
import { selectTwoStep } from './two-step/two-step.queries.ts';

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

/** Returns the passkeys and the authenticator app, which stay when everything else is revoked, so that the person can check them. */
export const keptSignInMethods = async (db: Db, person: number): Promise<KeptSignInMethods> => ({
  passkeys: (await selectPasskeys(db, person)).map((one) => ({
    name: one.name,
    addedAt: one.created_at.toISOString(),
  })),
  appAddedAt: (await selectTwoStep(db, person)).appAddedAt?.toISOString() ?? null,
});
