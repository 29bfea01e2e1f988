import { transact, type Scope } from '../../../kernel/context.ts';
import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import { selectAddressee } from '../../people/people.queries.ts';
import { passkeyAddedMail, twoStepMail, type Addressee } from './two-step.mails.ts';
import type { Message } from '../../../kernel/outbound/mail.ts';

/** These jobs mostly wait for the mail server, so one slow email doesn't delay the next. */
const mails = { concurrency: 4 };

const send = async (
  scope: Scope,
  userId: number,
  mailTo: (person: Addressee) => Message,
): Promise<void> => {
  const person = await transact(scope, ({ db }) => selectAddressee(db, userId), {
    readOnly: true,
  });
  if (person?.email) await scope.mail.send(mailTo({ ...person, email: person.email }));
};

/** Notifies the owner, so that they notice a change by someone else. */
export const twoStepJobs = [
  onEvent(
    'two-step.send-passkey-added',
    'passkey_added',
    (scope, { userId, name }) =>
      send(scope, userId, (person) => passkeyAddedMail(scope.school, person, name)),
    mails,
  ),
  onEvent(
    'two-step.send-changed',
    'two_step_changed',
    (scope, { userId, what, name = '' }) =>
      send(scope, userId, (person) => twoStepMail(scope.school, person, { what, name })),
    mails,
  ),
];
