import type { endSchoolKey, listSchoolKeys, makeSchoolKey } from '#contract/api-keys.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { SchoolScope } from '#contract/scopes.ts';
import { record } from '../../kernel/audit.ts';
import { actorId, memberOf, type Context } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { refused } from '../../kernel/problem.ts';
import { insertKey, selectLivingKeys, selectSchoolKeys, updateKeyEnded } from './api-keys.queries.ts';
import { expiryOf, newKey, schoolKeysMax } from './api-keys.rules.ts';
import { schoolKeyView } from './api-keys.views.ts';

const checkOffice = (context: Context): void => {
  if (!memberOf(context).isAdmin) throw refused('forbidden');
};

/** The school's keys, of all scopes or of one. */
export const listKeys = async (context: Context, { scope }: HandlerInput<typeof listSchoolKeys>): Promise<Reply<typeof listSchoolKeys>> => {
  checkOffice(context);
  const rows = await selectSchoolKeys(context.db, scope);
  return { items: rows.map((row) => schoolKeyView(row, context.clock.now())), scimAddress: `${context.origin}/scim/v2` };
};

/** Makes a key, for an admin or, from the command line, for the operator; only its hash is kept. */
export const addKey = async (
  context: Pick<Context, 'db' | 'school' | 'clock' | 'actor'>,
  given: { name: string; scopes: readonly SchoolScope[]; expiresInDays?: number | undefined },
): Promise<{ id: number; token: string }> => {
  const now = context.clock.now();
  if ((await selectLivingKeys(context.db, null, now)) >= schoolKeysMax) throw refused('too_many_keys', { max: schoolKeysMax });
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
  await record(context, 'key_made', { name: given.name, scopes: given.scopes, expiresAt: expiresAt?.toISOString() ?? null });
  return { id, token };
};

/** Makes a key and shows it once. */
export const makeKey = async (context: Context, input: HandlerInput<typeof makeSchoolKey>): Promise<Reply<typeof makeSchoolKey>> => {
  checkOffice(context);
  const { id, token } = await addKey(context, input);
  const row = (await selectSchoolKeys(context.db)).find((one) => one.id === id);
  if (row === undefined) throw refused('not_found');
  return { key: schoolKeyView(row, context.clock.now()), token };
};

/** Ends a key of the school; answers whether there was one. */
export const removeKey = async (context: Pick<Context, 'db' | 'clock' | 'actor'>, id: number): Promise<boolean> => {
  const ended = await updateKeyEnded(context.db, null, id, context.clock.now());
  if (ended !== undefined) await record(context, 'key_ended', ended);
  return ended !== undefined;
};

export const endKey = async (context: Context, { id }: HandlerInput<typeof endSchoolKey>): Promise<Reply<typeof endSchoolKey>> => {
  checkOffice(context);
  const number = personId(id);
  if (number === null || !(await removeKey(context, number))) throw refused('not_found');
  return { ok: true };
};
