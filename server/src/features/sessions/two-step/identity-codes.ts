import type { Assertion } from '#contract/sessions/passkey-shapes.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { takeAssertion, verifyAssertion, type Purpose } from '../passkeys/ceremonies.ts';
import { selectPasskeyByCredential } from '../passkeys/passkeys.queries.ts';
import { decryptAppSecret, newRecoveryCodes, recoveryHash, stepOfCode } from './codes.ts';
import {
  replaceRecoveryCodes,
  selectTwoStep,
  updateAppStep,
  updateRecoveryCodeUsed,
} from './two-step.queries.ts';

/** Uses up a code of a person's authenticator app. Returns false if it is wrong or was used before. */
export const takeAppCode = async (scope: Scope, userId: number, code: string): Promise<boolean> =>
  transact(scope, async ({ db }) => {
    const { appSecret } = await selectTwoStep(db, userId);
    const secret = appSecret === null ? null : decryptAppSecret(scope, userId, appSecret);
    const step = secret === null ? null : stepOfCode(scope, secret, code);
    return step !== null && (await updateAppStep(db, userId, step));
  });

/** Uses up a recovery code. Returns false if it is wrong or was used before. */
export const takeRecoveryCode = (scope: Scope, userId: number, code: string): Promise<boolean> =>
  transact(scope, async (context) => {
    const { db, clock } = context;
    const hash = recoveryHash(scope, userId, code);
    const isUsed = await updateRecoveryCodeUsed(db, userId, hash, clock.now());
    if (isUsed) await emit(context, 'two_step_changed', { userId, what: 'codeUsed' });
    return isUsed;
  });

/** Verifies a passkey of this person, and uses up its challenge. Throws `passkey_refused`. */
export const takePasskey = async (
  scope: Scope,
  userId: number,
  purpose: Purpose,
  response: Assertion,
): Promise<void> => {
  const found = await transact(
    scope,
    ({ db }) => selectPasskeyByCredential(db, Buffer.from(response.id, 'base64url')),
    { readOnly: true },
  );
  if (found?.user_id !== userId) throw problem('passkey_refused');
  const use = await verifyAssertion(scope, purpose, found, response);
  await transact(scope, (context) => takeAssertion(context, use));
};

/** Replaces a person's recovery codes, and returns the new ones. Only their hashes are stored. */
export const createRecoveryCodes = async (context: Context, userId: number): Promise<string[]> => {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    context.db,
    context.school.school_id,
    userId,
    codes.map((code) => recoveryHash(context, userId, code)),
    context.clock.now(),
  );
  return codes;
};
