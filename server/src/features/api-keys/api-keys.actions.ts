import type {
  allowPersonalKeys,
  endOwnKey,
  endSchoolKey,
  listOwnKeys,
  listSchoolKeys,
  makeOwnKey,
  makeSchoolKey,
} from '#contract/api-keys.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { SchoolScope } from '#contract/scopes.ts';
import { record } from '../../kernel/security/audit.ts';
import { actorId, sessionOf, type Context } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { refused } from '../../kernel/http/problem.ts';
import { selectMethod } from '../sessions/sessions.queries.ts';
import {
  insertKey,
  selectLivingKeys,
  selectOwnKeys,
  selectPersonalKeys,
  selectSchoolKeys,
  updateKeyEnded,
  upsertKeyPolicy,
} from './api-keys.queries.ts';
import { expiryOf, newKey, ownKeysMax, schoolKeysMax } from './api-keys.rules.ts';
import { ownKeyView, schoolKeyView } from './api-keys.views.ts';

/** The school's keys, of all scopes or of one. */
export const listKeys = async (
  context: Context,
  { scope }: HandlerInput<typeof listSchoolKeys>,
): Promise<Reply<typeof listSchoolKeys>> => {
  const now = context.clock.now();
  const rows = await selectSchoolKeys(context.db, scope);
  return {
    items: rows.map((row) => schoolKeyView(row, now)),
    personal: await selectPersonalKeys(context.db, now),
    scimAddress: `${context.origin}/scim/v2`,
  };
};

/** Makes a key, for an admin or, from the command line, for the operator; only its hash is kept. */
export const addKey = async (
  context: Pick<Context, 'db' | 'school' | 'clock' | 'actor'>,
  given: { name: string; scopes: readonly SchoolScope[]; expiresInDays?: number | undefined },
): Promise<{ id: number; token: string }> => {
  const now = context.clock.now();
  if ((await selectLivingKeys(context.db, null, now)) >= schoolKeysMax)
    throw refused('too_many_keys', { max: schoolKeysMax });
  const { token, hash, hint } = newKey();
  const expiresAt = expiryOf(now, given.expiresInDays);
  const id = await insertKey(context.db, context.school.school_id, {
    name: given.name,
    scopes: given.scopes,
    tokenHash: hash,
    hint,
    person: null,
    by: actorId(context),
    now,
    expiresAt,
  });
  await record(context, 'key_made', {
    name: given.name,
    scopes: given.scopes,
    expiresAt: expiresAt?.toISOString() ?? null,
  });
  return { id, token };
};

/** Makes a key and shows it once. */
export const makeKey = async (
  context: Context,
  input: HandlerInput<typeof makeSchoolKey>,
): Promise<Reply<typeof makeSchoolKey>> => {
  const { id, token } = await addKey(context, input);
  const row = (await selectSchoolKeys(context.db)).find((one) => one.id === id);
  if (row === undefined) throw refused('not_found');
  return { key: schoolKeyView(row, context.clock.now()), token };
};

/** Ends a key of the school; answers whether there was one. */
export const removeKey = async (
  context: Pick<Context, 'db' | 'clock' | 'actor'>,
  id: number,
): Promise<boolean> => {
  const ended = await updateKeyEnded(context.db, null, id, context.clock.now());
  if (ended !== undefined) await record(context, 'key_ended', ended);
  return ended !== undefined;
};

export const endKey = async (
  context: Context,
  { id }: HandlerInput<typeof endSchoolKey>,
): Promise<Reply<typeof endSchoolKey>> => {
  const number = personId(id);
  if (number === null || !(await removeKey(context, number))) throw refused('not_found');
  return { ok: true };
};

/** Lets people have keys of their own, or not. */
export const switchPersonalKeys = async (
  context: Context,
  { isAllowed }: HandlerInput<typeof allowPersonalKeys>,
): Promise<Reply<typeof allowPersonalKeys>> => {
  const { isAllowed: before } = await selectPersonalKeys(context.db, context.clock.now());
  if (before === isAllowed) return { isAllowed };
  await upsertKeyPolicy(context.db, context.school.school_id, isAllowed);
  await record(context, 'personal_keys_allowed', { isAllowed });
  return { isAllowed };
};

/** The caller's own keys. */
export const listKeysOfMine = async (context: Context): Promise<Reply<typeof listOwnKeys>> => {
  const { userId } = sessionOf(context);
  const now = context.clock.now();
  const { isAllowed } = await selectPersonalKeys(context.db, now);
  return {
    items: (await selectOwnKeys(context.db, userId)).map((row) => ownKeyView(row, now)),
    isAllowed,
  };
};

/** Makes a key that acts as the caller, and shows it once. */
export const makeKeyOfMine = async (
  context: Context,
  input: HandlerInput<typeof makeOwnKey>,
): Promise<Reply<typeof makeOwnKey>> => {
  const { userId, sessionId } = sessionOf(context);
  const now = context.clock.now();
  const living = await selectLivingKeys(context.db, userId, now);
  // Asked under the lock of the line before: a session that has ended meanwhile, and with it all keys, makes no more of them.
  const method = await selectMethod(context.db, sessionId);
  if (method === undefined) throw refused('not_logged_in');
  // A host's server may have signed them in: what it is given by its key must not outlive that key.
  if (method === 'code') throw refused('sign_in_directly');
  if (!(await selectPersonalKeys(context.db, now)).isAllowed) throw refused('personal_keys_off');
  if (living >= ownKeysMax) throw refused('too_many_keys', { max: ownKeysMax });
  const { token, hash, hint } = newKey();
  const expiresAt = expiryOf(now, input.expiresInDays);
  const made = {
    name: input.name,
    scopes: input.scopes,
    tokenHash: hash,
    hint,
    person: userId,
    by: userId,
    now,
    expiresAt,
  };
  const id = await insertKey(context.db, context.school.school_id, made);
  const row = {
    id,
    name: input.name,
    scopes: input.scopes,
    hint,
    made_at: now,
    expires_at: expiresAt,
    last_used_at: null,
  };
  return { key: ownKeyView(row, now), token };
};

/** Ends one of the caller's own keys. */
export const endKeyOfMine = async (
  context: Context,
  { id }: HandlerInput<typeof endOwnKey>,
): Promise<Reply<typeof endOwnKey>> => {
  const { userId } = sessionOf(context);
  const number = personId(id);
  if (
    number === null ||
    (await updateKeyEnded(context.db, userId, number, context.clock.now())) === undefined
  )
    throw refused('not_found');
  return { ok: true };
};
