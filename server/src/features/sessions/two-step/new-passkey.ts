import { twoStepLimits } from '#contract/sessions/limits.ts';
import type { CreationOptions } from '#contract/sessions/passkey-shapes.ts';
import type { Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { selectPerson } from '../../people/people.queries.ts';
import {
  creationOptions,
  takeChallenge,
  type ChallengeUse,
  type Purpose,
} from '../passkeys/ceremonies.ts';
import {
  insertPasskey,
  selectPasskeys,
  type NewPasskey,
  type PasskeyRow,
} from '../passkeys/passkeys.queries.ts';
import { lockTwoStep } from './two-step.queries.ts';

const { passkeys: max } = twoStepLimits;

/** Returns the options with which a person's browser creates a passkey. */
export const newPasskeyOptions = async (
  context: Context,
  userId: number,
  purpose: Purpose,
): Promise<CreationOptions> => {
  const existing = await selectPasskeys(context.db, userId);
  if (existing.length >= max) throw problem('passkeys_full', { max });
  const person = orNotFound(await selectPerson(context.db, userId, userId));
  const name = `${person.first_name} ${person.last_name}`.trim();
  return creationOptions(
    context,
    purpose,
    { id: userId, name, account: person.email ?? name },
    existing,
  );
};

/** Adds a verified passkey, uses up its challenge, and notifies the person by email. */
export const addPasskey = async (
  context: Context,
  userId: number,
  name: string,
  { passkey, use }: { readonly passkey: NewPasskey; readonly use: ChallengeUse },
): Promise<PasskeyRow> => {
  const { db, school, clock } = context;
  if (!(await takeChallenge(context, use))) throw problem('passkey_not_added');
  // The row lock also keeps two simultaneous calls below the limit.
  await lockTwoStep(db, school.school_id, userId);
  if ((await selectPasskeys(db, userId)).length >= max) throw problem('passkeys_full', { max });
  const row = await insertPasskey(db, school.school_id, userId, name, passkey, clock.now());
  if (row === undefined) throw problem('passkey_exists');
  await emit(context, 'passkey_added', { userId, name });
  return row;
};
