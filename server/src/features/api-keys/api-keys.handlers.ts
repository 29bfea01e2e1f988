import * as keys from '#contract/api-keys/endpoints.ts';
import { sessionOf } from '../../kernel/context.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import { requireConfirmed } from '../../kernel/security/confirmation.ts';
import { ok, orNotFound, idOf } from '../../kernel/sql.ts';
import * as queries from './api-keys.queries.ts';
import { expiryOf, newKey, ownKeysMax } from './api-keys.rules.ts';
import { ownKeyView, schoolKeyView } from './api-keys.views.ts';
import { addKey, revokeKey } from './school-keys.ts';

export const apiKeysHandlers = [
  handle(keys.listSchoolKeys, async ({ db, now, origin }, { scope }) => ({
    items: (await queries.selectSchoolKeys(db, scope)).map((row) => schoolKeyView(row, now)),
    personal: await queries.selectPersonalKeys(db, now),
    scimAddress: `${origin}/scim/v2`,
  })),

  handle(keys.createSchoolKey, async (call, input) => {
    await requireConfirmed(call);
    const { id, token } = await addKey(call, input);
    const row = (await queries.selectSchoolKeys(call.db)).find((one) => one.id === id);
    return { key: schoolKeyView(orNotFound(row), call.now), token };
  }),

  handle(keys.revokeSchoolKey, async (call, { id }) => {
    if (!(await revokeKey(call, idOf(id)))) throw problem('not_found');
    return ok;
  }),

  handle(keys.allowPersonalKeys, async (call, { isAllowed }) => {
    const { isAllowed: before } = await queries.selectPersonalKeys(call.db, call.now);
    if (before === isAllowed) return { isAllowed };
    await queries.upsertKeyPolicy(call.db, call.schoolId, isAllowed);
    await record(call, 'personal_keys_allowed', { isAllowed });
    return { isAllowed };
  }),

  handle(keys.listOwnKeys, async (call) => {
    const { userId } = sessionOf(call);
    const { isAllowed } = await queries.selectPersonalKeys(call.db, call.now);
    const rows = await queries.selectOwnKeys(call.db, userId);
    return { items: rows.map((row) => ownKeyView(row, call.now)), isAllowed };
  }),

  handle(keys.createOwnKey, async (call, { name, scopes, expiresInDays }) => {
    const { userId, sessionId } = sessionOf(call);
    const { db, now } = call;
    const active = await queries.selectActiveKeys(db, userId, now);
    // Checked under the lock from above, so that a session that ended in between, which revoked all keys, can't create another one.
    const method = await queries.selectMethod(db, sessionId);
    if (method === undefined) throw problem('not_logged_in');
    // A host's server may have signed the person in, and a key that it creates must not outlive its own key.
    if (method === 'code') throw problem('sign_in_directly');
    await requireConfirmed(call);
    if (!(await queries.selectPersonalKeys(db, now)).isAllowed) throw problem('personal_keys_off');
    if (active >= ownKeysMax) throw problem('too_many_keys', { max: ownKeysMax });
    const { token, hash, hint } = newKey();
    const expiresAt = expiryOf(now, expiresInDays);
    const key = { name, scopes, hint };
    const made = { ...key, tokenHash: hash, person: userId, by: userId, now, expiresAt };
    const id = await queries.insertKey(db, call.schoolId, made);
    const row = { ...key, id, created_at: now, expires_at: expiresAt, last_used_at: null };
    return { key: ownKeyView(row, now), token };
  }),

  handle(keys.revokeOwnKey, async (call, { id }) => {
    const { userId } = sessionOf(call);
    if ((await queries.updateKeyRevoked(call.db, userId, idOf(id), call.now)) === undefined)
      throw problem('not_found');
    return ok;
  }),
];
