import { record } from '../../kernel/audit.ts';
import { transact, type Scope } from '../../kernel/context.ts';
import { emit } from '../../kernel/outbox.ts';
import { reaction } from '../../kernel/reaction.ts';
import { sealUnsubscribe } from './inbox/unsubscribe.ts';
import { newsletterMail } from './newsletters.mails.ts';
import { claimMails, deleteCopiesOf, insertCopies, selectNewsletter, updateMailed } from './newsletters.queries.ts';
import { claimMinutes, mailBatch } from './newsletters.rules.ts';

/** Puts a newsletter whose time has come into the inboxes. Withdrawn, moved or sent before, it does nothing. */
const sendOut = (scope: Scope, id: number): Promise<void> =>
  transact(scope, async (context) => {
    const { db, school, clock } = context;
    const now = clock.now();
    const row = await selectNewsletter(db, id, { forUpdate: true });
    if (row?.state !== 'scheduled' || row.send_at === null || row.send_at > now) return;
    const recipients = await insertCopies(db, school.school_id, row, now);
    await record(context, 'newsletter_sent', { newsletter: id, title: row.title, recipients });
    await emit(context, 'newsletter_sent', { newsletter: id });
  });

/** An answer of the mail server that no other try changes: the address is not there. */
const isForGood = (error: unknown): boolean => {
  const code = (error as { responseCode?: unknown }).responseCode;
  return typeof code === 'number' && code >= 500 && code < 600;
};

/** Mails a newsletter, a few at a time; several servers share the work, and what one was killed over another takes up. */
const mailOut = async (scope: Scope, id: number, signal: AbortSignal): Promise<void> => {
  const row = await transact(scope, ({ db }) => selectNewsletter(db, id), { readOnly: true });
  if (row?.state !== 'sent' || !row.by_mail || row.origin === null) return;
  const { origin } = row;
  for (;;) {
    signal.throwIfAborted();
    const now = scope.clock.now();
    const { taken, mails } = await transact(scope, ({ db }) =>
      claimMails(db, id, now, new Date(now.getTime() - claimMinutes * 60_000), mailBatch),
    );
    if (taken === 0) return;
    for (const { user_id: user, email } of mails) {
      const token = sealUnsubscribe(scope, user);
      const mail = newsletterMail(email, row, { school: scope.school, origin, inbox: `${origin}/inbox?id=${id}`, token });
      let outcome: 'went' | 'refused' = 'went';
      try {
        await scope.mail.send(mail);
      } catch (error) {
        // Anything else is the mail server's trouble: the job comes again, and with it those that were not noted.
        if (!isForGood(error)) throw error;
        outcome = 'refused';
      }
      await transact(scope, ({ db }) => updateMailed(db, id, user, outcome, scope.clock.now()));
    }
  }
};

export const newslettersReactions = [
  reaction('newsletters.send', 'newsletter_scheduled', (scope, { newsletter }) => sendOut(scope, newsletter)),
  reaction('newsletters.mail', 'newsletter_sent', (scope, { newsletter }, signal) => mailOut(scope, newsletter, signal)),
  reaction('newsletters.forget-person', 'person_erased', (scope, { userId }) => transact(scope, ({ db }) => deleteCopiesOf(db, userId))),
];
