import type { Db } from '../../../kernel/database/database.ts';
import { deletePasskeys } from '../passkeys/passkeys.queries.ts';
import { deleteTwoStep } from './two-step.queries.ts';

/** Deletes a person's passkeys, authenticator app and recovery codes, after a reset or when their account is deleted. */
export const deleteSignInMethods = async (db: Db, userId: number): Promise<void> => {
  await deletePasskeys(db, userId);
  await deleteTwoStep(db, userId);
};
