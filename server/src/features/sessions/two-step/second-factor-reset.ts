import type { Db } from '../../../kernel/database/database.ts';
import { deletePasskeys } from '../passkeys/passkeys.queries.ts';
import { deleteTwoStep } from './two-step.queries.ts';

/**
 * Deletes a person's passkeys, authenticator app and recovery codes, after a reset or when their account is deleted. Returns whether there
 * was a passkey, or two-step verification was on.
 */
export const deleteSignInMethods = async (db: Db, userId: number): Promise<boolean> => {
  const passkeys = await deletePasskeys(db, userId);
  return (await deleteTwoStep(db, userId)) || passkeys > 0;
};
