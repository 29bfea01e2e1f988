import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { updateProvisioned } from '../../people/provisioned/provisioned.queries.ts';
import { revokeAccess } from '../../sessions/revoking.ts';
import { deleteSessions } from '../../sessions/sessions.queries.ts';
import { deleteSignInSteps } from '../../sessions/two-step/two-step.queries.ts';
import { deleteSuspensions, upsertSuspensions, type LockedAccount } from './suspensions.queries.ts';

/** The context of a change to account access. `by`: the admin, or null for the operator. */
export interface AccessContext {
  readonly db: Db;
  readonly school: SchoolId;
  readonly now: Date;
  readonly by: number | null;
  /** Emits `profile_changed` for a person. */
  readonly emitChanged: (person: number) => Promise<void>;
}

/** Suspends accounts and ends their sessions. The database closes their sockets. */
export const suspendAccounts = async (
  { db, school, now, by, emitChanged }: AccessContext,
  accounts: readonly LockedAccount[],
  reason: string,
): Promise<void> => {
  const people = accounts.map(({ id }) => id);
  await upsertSuspensions(db, { school, people, reason, by, now });
  for (const { id, is_disabled: was } of accounts) {
    if (!was) {
      await updateProvisioned(db, id, { is_disabled: true }, now);
      await emitChanged(id);
    }
    await deleteSessions(db, id, null);
  }
};

/** Ends suspensions. A suspended account that an import or identity provider also deactivated stays deactivated. */
export const restoreAccounts = async (
  { db, now, emitChanged }: AccessContext,
  accounts: readonly LockedAccount[],
): Promise<void> => {
  await deleteSuspensions(
    db,
    accounts.map(({ id }) => id),
  );
  for (const { id, is_suspended: was, is_deactivated: isDeactivated } of accounts) {
    if (was && isDeactivated) continue;
    await updateProvisioned(db, id, { is_disabled: false }, now);
    await emitChanged(id);
  }
};

/** Ends all sessions and waiting sign-ins of accounts, and revokes their keys, app passwords and secret addresses. */
export const signOutAccounts = async (
  { db, now }: Pick<AccessContext, 'db' | 'now'>,
  accounts: readonly Pick<LockedAccount, 'id'>[],
): Promise<void> => {
  for (const { id } of accounts) {
    await deleteSessions(db, id, null);
    await deleteSignInSteps(db, id);
    await revokeAccess(db, id, now);
  }
};
