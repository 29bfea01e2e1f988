import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { freshMinutes, type downloadOwnData, type eraseAccount } from '#contract/account.ts';
import { memberOf, sessionOf, transact, type Scope } from '../../kernel/context.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { problem } from '../../kernel/http/problem.ts';
import type { Transport } from '../../kernel/http/route.ts';
import { verifyPassword } from '../passwords/hashing.ts';
import { selectPasswordHash } from '../passwords/passwords.queries.ts';
import { deletePictures, isLastAdmin, updateErased } from '../people/erasure/erasure.queries.ts';
import { selectSessionBegin } from '../sessions/sessions.queries.ts';
import { selectOwnData } from './account.queries.ts';

const hour = 3_600;
const downloadLimit = { max: 10, seconds: hour };
const eraseLimit = { max: 10, seconds: hour };

/** All that is kept about the caller. */
export const readOwnData = async (
  scope: Scope,
  parts: readonly PersonalData[],
): Promise<Reply<typeof downloadOwnData>> => {
  const { userId } = memberOf(scope);
  await countUse(scope, `data:${userId}`, downloadLimit);
  const sections = await transact(scope, ({ db }) => selectOwnData(db, userId, parts), {
    readOnly: true,
  });
  return { madeAt: scope.clock.now().toISOString(), school: scope.school.name, sections };
};

/** Erases the caller. The row stays as a placeholder, so that what others keep still reads; other features follow by the event. */
export const eraseOwnAccount = async (
  scope: Scope,
  input: HandlerInput<typeof eraseAccount>,
  transport: Transport,
): Promise<Reply<typeof eraseAccount>> => {
  const { userId, isAdmin, sessionId } = sessionOf(scope);
  await countUse(scope, `erase:${userId}`, eraseLimit);
  const { hash, begun } = await transact(
    scope,
    async ({ db }) => ({
      hash: await selectPasswordHash(db, userId),
      begun: await selectSessionBegin(db, sessionId),
    }),
    { readOnly: true },
  );
  if (hash !== null) {
    if (!(await verifyPassword(hash, input.password ?? ''))) throw problem('wrong_password');
  } else if (
    begun === null ||
    scope.clock.now().getTime() - begun.getTime() > freshMinutes * 60_000
  ) {
    throw problem('sign_in_again', { minutes: freshMinutes });
  }
  await transact(scope, async (context) => {
    if (isAdmin && (await isLastAdmin(context.db, userId))) throw problem('last_admin');
    const names = await deletePictures(context.db, userId);
    if (names.length > 0) await emit(context, 'files_dropped', { names });
    await updateErased(context.db, userId, context.clock.now());
    await emit(context, 'person_erased', { userId });
  });
  transport.clearSession();
  return { ok: true };
};
