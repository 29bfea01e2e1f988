import type { KeyObject } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { newRsaSigningKeys, signingKey } from '../../../kernel/security/signing-keys.ts';
import { lockTable } from '../../../kernel/sql.ts';
import { insertKey, selectActiveKey, type KeyRow } from './tool-keys.queries.ts';

/* The keys with which the school signs as an LTI tool: deep linking responses and assertions for access tokens. */

const contextOf = (school: number): string => `lti-key:${school}`;

/** Creates a new active key. With `unless`, only if there is none. `after` runs in the same transaction. */
export const renewToolKey = async (
  scope: Scope,
  { unless = false, after }: { unless?: boolean; after?: (context: Context) => Promise<void> } = {},
): Promise<void> => {
  const hasKey = ({ db }: Pick<Context, 'db'>) =>
    selectActiveKey(db).then((row) => row !== undefined);
  if (unless && (await transact(scope, hasKey, { readOnly: true }))) return;
  const keys = await newRsaSigningKeys(scope.tokens, contextOf(scope.school.school_id));
  await transact(scope, async (context) => {
    await lockTable(context.db, 'lti_keys');
    if (unless && (await hasKey(context))) return;
    await insertKey(context.db, scope.school.school_id, { ...keys, now: scope.clock.now() });
    await after?.(context);
  });
};

/** Returns the active key. A school has one as soon as it has an LMS. */
export const toolKey = async ({
  db,
  school,
  tokens,
}: Pick<Context, 'db' | 'school' | 'tokens'>): Promise<{ id: number; key: KeyObject }> => {
  const row = await selectActiveKey(db);
  if (row === undefined) throw new Error('the school has no LTI key');
  return { id: row.id, key: signingKey(tokens, contextOf(school.school_id), row.encrypted_key) };
};

/** Signs a message as LTI requires (RS256, with the key's id). */
export const signAsTool = (
  { id, key }: { readonly id: number; readonly key: KeyObject },
  claims: JWTPayload,
): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: String(id) }).sign(key);

/** Returns a public key as a JSON Web Key. */
export const publicKeyView = ({ id, public_key: { kty = '', n = '', e = '' } }: KeyRow) => ({
  kty,
  n,
  e,
  alg: 'RS256',
  use: 'sig',
  kid: String(id),
});
