import type { SchoolScope } from '#contract/api-keys/scopes.ts';
import { actorId } from '../../kernel/actor.ts';
import type { Context } from '../../kernel/context.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import { insertKey, selectActiveKeys, updateKeyRevoked } from './api-keys.queries.ts';
import { expiryOf, newKey, schoolKeysMax } from './api-keys.rules.ts';

/* Keys of the school, which admins manage in the browser and operators on the command line. */

/** Creates a key. The database stores only its hash. */
export const addKey = async (
  context: Pick<Context, 'db' | 'school' | 'clock' | 'actor'>,
  given: { name: string; scopes: readonly SchoolScope[]; expiresInDays?: number | undefined },
): Promise<{ id: number; token: string }> => {
  const now = context.clock.now();
  if ((await selectActiveKeys(context.db, null, now)) >= schoolKeysMax)
    throw problem('too_many_keys', { max: schoolKeysMax });
  const { name, scopes } = given;
  const { token, hash, hint } = newKey();
  const expiresAt = expiryOf(now, given.expiresInDays);
  const id = await insertKey(context.db, context.school.school_id, {
    name,
    scopes,
    tokenHash: hash,
    hint,
    person: null,
    by: actorId(context),
    now,
    expiresAt,
  });
  await record(context, 'key_made', { name, scopes, expiresAt: expiresAt?.toISOString() ?? null });
  return { id, token };
};

/** Revokes a key of the school. Returns whether it existed. */
export const revokeKey = async (
  context: Pick<Context, 'db' | 'clock' | 'actor'>,
  id: number,
): Promise<boolean> => {
  const ended = await updateKeyRevoked(context.db, null, id, context.clock.now());
  if (ended !== undefined) await record(context, 'key_ended', ended);
  return ended !== undefined;
};
