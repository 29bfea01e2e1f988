import { downloadOwnData, eraseAccount, freshMinutes } from '#contract/account/endpoints.ts';
import { sessionOf, transact } from '../../kernel/context.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { ok } from '../../kernel/sql.ts';
import { verifyPassword } from '../../kernel/security/password-hashing.ts';
import { selectPasswordHash } from '../passwords/passwords.queries.ts';
import { deletePictures, isLastAdmin, updateErased } from '../people/erasure/erasure.queries.ts';
import { requireConfirmed } from '../../kernel/security/confirmation.ts';
import { selectSessionBegin } from '../sessions/sessions.queries.ts';
import { selectOwnData } from './account.queries.ts';

const hour = 3_600;
const downloadLimit = { max: 10, seconds: hour };
const eraseLimit = { max: 10, seconds: hour };

export const accountHandlers = (personalData: readonly PersonalData[]) => [
  handleWithoutTransaction(downloadOwnData, async (call) => {
    const { userId } = call.me;
    await countUse(call, `data:${userId}`, downloadLimit);
    const sections = await transact(
      call,
      async (context) => {
        // The reply contains all data about the caller, including their finance account.
        await requireConfirmed(context);
        return selectOwnData(context.db, userId, personalData);
      },
      { readOnly: true },
    );
    return { madeAt: call.clock.now().toISOString(), school: call.school.name, sections };
  }),

  // Erases the caller. The row stays as a placeholder, so that other people's data remains readable. Other features handle the event.
  handleWithoutTransaction(eraseAccount, async (call, input, transport) => {
    const { userId, isAdmin, sessionId } = sessionOf(call);
    await countUse(call, `erase:${userId}`, eraseLimit);
    const { hash, begun } = await transact(
      call,
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
      call.clock.now().getTime() - begun.getTime() > freshMinutes * 60_000
    ) {
      throw problem('sign_in_again', { minutes: freshMinutes });
    }
    await transact(call, async (context) => {
      if (isAdmin && (await isLastAdmin(context.db, userId))) throw problem('last_admin');
      const names = await deletePictures(context.db, userId);
      if (names.length > 0) await emit(context, 'files_dropped', { names });
      await updateErased(context.db, userId, context.clock.now());
      await emit(context, 'person_erased', { userId });
    });
    transport.clearSession();
    return ok;
  }),
];
