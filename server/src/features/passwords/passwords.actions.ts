import { createHash } from 'node:crypto';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { changePassword, forgotPassword, resetPassword } from '#contract/sessions.ts';
import { sessionOf, transact, type Scope } from '../../kernel/context.ts';
import { addUseWithin, countUse, networkOf } from '../../kernel/limits.ts';
import type { Transport } from '../../kernel/route.ts';
import { emit } from '../../kernel/outbox.ts';
import { refused } from '../../kernel/problem.ts';
import { selectPerson, selectPersonByEmail } from '../people/people.queries.ts';
import { keepBrowser } from '../sessions/known-browser.ts';
import { deleteSessions } from '../sessions/sessions.queries.ts';
import { hashPassword, verifyPassword } from './hashing.ts';
import { deleteResets, selectPasswordHash, selectResetOwner, updateResetUsed, upsertPassword } from './passwords.queries.ts';
import { weakness } from './passwords.rules.ts';

const hour = 3_600;
const changeLimit = { max: 10, seconds: hour };
/** Links one address asks for, for one account and in all: a campus sits behind one. */
const forgotLimit = { max: 5, seconds: hour };
const forgotAddressLimit = { max: 300, seconds: hour };
/** Links mailed to one account, whoever asks: past that the newest of them serve, and nobody is told. */
const mailsMax = 5;

const refuseWeak = (password: string, person: { first_name: string; last_name: string; email: string | null }): void => {
  const why = weakness(password, [person.first_name, person.last_name, person.email?.split('@')[0] ?? '']);
  if (why !== null) throw refused('weak_password', {}, [{ path: 'newPassword', message: why }]);
};

/** Changes the caller's password and ends their other sessions. */
export const changeOwnPassword = async (scope: Scope, input: HandlerInput<typeof changePassword>): Promise<{ ended: number }> => {
  const { userId, sessionId } = sessionOf(scope);
  await countUse(scope, `password:${userId}`, changeLimit);
  const [stored, person] = await transact(
    scope,
    async ({ db }) => [await selectPasswordHash(db, userId), await selectPerson(db, userId, userId)] as const,
    { readOnly: true },
  );
  if (person === undefined || !(await verifyPassword(stored, input.currentPassword))) throw refused('wrong_password');
  refuseWeak(input.newPassword, person);
  const hash = await hashPassword(input.newPassword);
  return transact(scope, async (context) => {
    await upsertPassword(context.db, context.school.school_id, userId, hash, context.clock.now());
    await deleteResets(context.db, userId);
    await emit(context, 'password_changed', { userId });
    return { ended: await deleteSessions(context.db, userId, sessionId) };
  });
};

/**
 * Takes a wish for a reset link. A stranger's address is looked up and told to the job like any other, so that neither the
 * answer nor its time can tell; the address itself is stored nowhere.
 */
export const askForReset = async (scope: Scope, input: HandlerInput<typeof forgotPassword>): Promise<{ ok: true }> => {
  const account = createHash('sha256').update(input.email.toLowerCase()).digest('base64url');
  const network = networkOf(scope.address);
  // By address, so that nobody uses up what somebody else may ask for.
  await countUse(scope, `forgot:${account}:${network}`, forgotLimit);
  await countUse(scope, `forgot:${network}`, forgotAddressLimit);
  await transact(scope, async (context) => {
    const found = await selectPersonByEmail(context.db, input.email);
    const { used } = await addUseWithin(context, `forgot-mails:${account}`, hour);
    await emit(context, 'password_reset_asked', { userId: used > mailsMax ? null : (found?.id ?? null), origin: scope.origin });
  });
  return { ok: true };
};

/** Sets a new password with a reset link's token and ends all sessions. The token is spent only when the password is taken. */
export const resetOwnPassword = async (
  scope: Scope,
  input: HandlerInput<typeof resetPassword>,
  transport: Transport,
): Promise<{ ok: true }> => {
  // No limit here: a token has 256 bits, and a campus sits behind one address.
  const tokenHash = scope.tickets.hash(input.token);
  const owner = await transact(scope, ({ db, clock }) => selectResetOwner(db, tokenHash, clock.now()), { readOnly: true });
  if (owner === undefined) throw refused('reset_link_invalid');
  refuseWeak(input.newPassword, owner);
  const hash = await hashPassword(input.newPassword);
  const reset = await transact(scope, async (context) => {
    const userId = await updateResetUsed(context.db, tokenHash, context.clock.now());
    if (userId === undefined) throw refused('reset_link_invalid');
    await upsertPassword(context.db, context.school.school_id, userId, hash, context.clock.now());
    await deleteResets(context.db, userId);
    await deleteSessions(context.db, userId, null);
    await emit(context, 'password_changed', { userId });
    return userId;
  });
  // The mail has proven whose account it is: what others try at it must not slow down the sign-in that comes now.
  keepBrowser(scope, transport, reset);
  return { ok: true };
};
