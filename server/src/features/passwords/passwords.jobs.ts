import { transact } from '../../kernel/context.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { selectAddressee } from '../people/people.queries.ts';
import { keptSignInMethods } from '../sessions/revoking.ts';
import { deleteInvitation } from './invitations/invitations.queries.ts';
import { changedMail, firstPasswordMail, resetMail } from './passwords.mails.ts';
import {
  deletePassword,
  deleteResets,
  insertReset,
  selectPasswordHash,
} from './passwords.queries.ts';

/** Milliseconds for which a reset link is valid. */
const resetLife = 3_600_000;

/** These jobs mostly wait for the mail server, so one slow email doesn't delay the next. */
const mails = { concurrency: 4 };

export const passwordsJobs = [
  /** Creates the token and emails it. The database stores only its hash, and the outbox never contains it. */
  onEvent(
    'passwords.send-reset',
    'password_reset_asked',
    async (scope, { userId, origin }) => {
      if (userId === null) return;
      const token = scope.tokens.newToken();
      const person = await transact(scope, async ({ db, school, clock }) => {
        const found = await selectAddressee(db, userId);
        if (!found?.email) return undefined;
        await insertReset(db, {
          school: school.school_id,
          userId,
          tokenHash: scope.tokens.hash(token),
          expiresAt: new Date(clock.now().getTime() + resetLife),
          purpose: 'reset',
        });
        const isFirst = (await selectPasswordHash(db, userId)) === null;
        return { ...found, email: found.email, isFirst };
      });
      if (person === undefined) return;
      await scope.mail.send(
        person.isFirst
          ? firstPasswordMail(scope.school, person, `${origin}/welcome#token=${token}`)
          : resetMail(scope.school, person, `${origin}/reset#token=${token}`),
      );
    },
    mails,
  ),

  onEvent('passwords.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, async ({ db }) => {
      await deleteResets(db, userId);
      await deleteInvitation(db, userId);
      await deletePassword(db, userId);
    }),
  ),

  /** Notifies the owner, so that they notice a change by someone else. */
  onEvent(
    'passwords.send-changed',
    'password_changed',
    async (scope, { userId, sessions = 0, keys = [], calendars = [], origin }) => {
      const { person, kept } = await transact(
        scope,
        async ({ db }) => ({
          person: await selectAddressee(db, userId),
          kept: await keptSignInMethods(db, userId),
        }),
        { readOnly: true },
      );
      if (person?.email)
        await scope.mail.send(
          changedMail(
            scope.school,
            { ...person, email: person.email },
            {
              sessions,
              keys,
              calendars,
              kept,
              securityPage: origin === undefined ? null : `${origin}/settings/security`,
            },
          ),
        );
    },
    mails,
  ),
];
