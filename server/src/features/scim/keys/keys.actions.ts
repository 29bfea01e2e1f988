import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { endKey, listKeys, makeKey, ProvisioningKey } from '#contract/provisioning-keys.ts';
import { record } from '../../../kernel/audit.ts';
import { actorId, memberOf, type Context } from '../../../kernel/context.ts';
import { personId } from '../../../kernel/ids.ts';
import { refused } from '../../../kernel/problem.ts';
import { faceView } from '../../people/people.views.ts';
import { insertKey, selectKeys, updateKeyEnded, type KeyRow } from './keys.queries.ts';
import { keysMax, newKey } from './keys.rules.ts';

const keyView = (row: KeyRow): ProvisioningKey => ({
  id: String(row.id),
  name: row.name,
  madeAt: row.made_at.toISOString(),
  by: row.by && faceView(row.by),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

const checkOffice = (context: Context): void => {
  if (!memberOf(context).isAdmin) throw refused('forbidden');
};

/** The school's living keys. */
export const listProvisioningKeys = async (context: Context): Promise<Reply<typeof listKeys>> => {
  checkOffice(context);
  return { items: (await selectKeys(context.db)).map(keyView), address: `${context.origin}/scim/v2` };
};

/** Makes a key, for an admin or, from the command line, for the operator; only its hash is kept. */
export const addKey = async (
  context: Pick<Context, 'db' | 'school' | 'clock' | 'actor'>,
  name: string,
): Promise<{ id: number; token: string }> => {
  const { token, hash } = newKey();
  const id = await insertKey(context.db, context.school.school_id, {
    name,
    tokenHash: hash,
    by: actorId(context),
    now: context.clock.now(),
  });
  if ((await selectKeys(context.db)).length > keysMax) throw refused('too_many_keys', { max: keysMax });
  await record(context, 'key_made', { name });
  return { id, token };
};

/** Makes a key and shows it once. */
export const makeProvisioningKey = async (context: Context, { name }: HandlerInput<typeof makeKey>): Promise<Reply<typeof makeKey>> => {
  checkOffice(context);
  const { id, token } = await addKey(context, name);
  const row = (await selectKeys(context.db)).find((one) => one.id === id);
  if (row === undefined) throw refused('not_found');
  return { key: keyView(row), token };
};

/** Ends a key; answers whether there was one. */
export const removeKey = async (context: Pick<Context, 'db' | 'clock' | 'actor'>, id: number): Promise<boolean> => {
  const name = await updateKeyEnded(context.db, id, context.clock.now());
  if (name !== undefined) await record(context, 'key_ended', { name });
  return name !== undefined;
};

export const endProvisioningKey = async (context: Context, { id }: HandlerInput<typeof endKey>): Promise<Reply<typeof endKey>> => {
  checkOffice(context);
  const number = personId(id);
  if (number === null || !(await removeKey(context, number))) throw refused('not_found');
  return { ok: true };
};
