import { languageFor } from '../../kernel/outbound/languages.ts';
import { record } from '../../kernel/security/audit.ts';
import { transact, type Scope } from '../../kernel/context.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { mailOutcome } from '../../kernel/outbound/mail.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { encryptUnsubscribe } from './inbox/unsubscribe.ts';
import { unsendableReason } from './sending/unsendable.ts';
import { senderOf } from './newsletter-editing.ts';
import { newsletterMail } from './newsletters.mails.ts';
import {
  claimMails,
  failOverdueMails,
  insertCopies,
  ownerOf,
  releaseMails,
  returnToDraft,
  selectNewsletter,
  selectNextMail,
  updateMailed,
  type Addressee,
  type NewsletterRow,
} from './newsletters.queries.ts';
import {
  claimMinutes,
  mailBatch,
  mailDays,
  mailPauses,
  mailsOfJob,
  serverPause,
} from './newsletters.rules.ts';

/** Maximum milliseconds of the statement that copies a newsletter to a whole school. */
const copyMs = 120_000;

/** Sends a newsletter that is due to the inboxes. Does nothing if it was withdrawn, rescheduled or already sent. */
const sendOut = (scope: Scope, id: number): Promise<void> =>
  transact(
    scope,
    async (context) => {
      const { db, school, clock } = context;
      const now = clock.now();
      const row = await selectNewsletter(db, id, { forUpdate: true });
      if (row?.state !== 'scheduled' || row.send_at === null || row.send_at > now) return;
      const why = await unsendableReason(context, row);
      if (why !== null) return returnToDraft(db, id, why, now);
      const of = ownerOf(row);
      const recipients = await insertCopies(db, school.school_id, { ...row, of }, now);
      // The person who set the time is the sender.
      const actor = { kind: 'job', userId: row.scheduled_by ?? row.created_by } as const;
      const { title } = row;
      const by = { ...context, actor };
      const sent = { act: 'sent', email: String(id), title, recipients } as const;
      if (of === null) await record(by, 'newsletter_sent', { newsletter: id, title, recipients });
      else if ('club' in of)
        await record(by, 'club_email_changed', { ...sent, club: String(of.club) });
      else await record(by, 'event_email_changed', { ...sent, event: String(of.event) });
      await emit(context, 'newsletter_mail_due', { newsletter: id });
    },
    { timeout: copyMs },
  );

const minutes = (count: number, from: Date): Date => new Date(from.getTime() + count * 60_000);

/** Sends one email and stores the outcome. Returns false if the mail server is unreachable. */
const mailOne = async (
  scope: Scope,
  row: NewsletterRow & { origin: string },
  { user_id: user, email, locale, attempts }: Addressee,
): Promise<boolean> => {
  const { id, origin } = row;
  const mail = newsletterMail(email, row, {
    school: scope.school,
    sender: senderOf(row),
    origin,
    inbox: `${origin}/inbox?id=${id}`,
    language: languageFor(locale, scope.school.locale),
    token: encryptUnsubscribe(scope, { user, of: ownerOf(row) }),
  });
  const note = (outcome: 'went' | 'refused') =>
    transact(scope, ({ db }) => updateMailed(db, id, user, outcome, scope.clock.now()));
  try {
    await scope.mail.send(mail);
  } catch (error) {
    const outcome = mailOutcome(error);
    if (outcome === 'unreachable') return false;
    const pause = outcome === 'refused' ? undefined : mailPauses[attempts];
    if (pause === undefined) await note('refused');
    else
      await transact(scope, ({ db }) =>
        releaseMails(db, id, [user], minutes(pause, scope.clock.now())),
      );
    return true;
  }
  await note('went');
  return true;
};

/**
 * Sends a limited number of a newsletter's emails, and queues another job for the rest, so that other newsletters get
 * their turn. Several servers can share the work. Emails that a stopped server had claimed are sent later, and so are
 * deferred ones.
 */
const mailOut = async (scope: Scope, id: number, signal: AbortSignal): Promise<void> => {
  const row = await transact(scope, ({ db }) => selectNewsletter(db, id), { readOnly: true });
  if (row?.state !== 'sent' || !row.by_mail || row.origin === null) return;
  const letter = { ...row, origin: row.origin };
  let next: Date | null = null;
  for (let sent = 0; sent < mailsOfJob && next === null && !signal.aborted;) {
    const now = scope.clock.now();
    const { taken, mails } = await transact(scope, ({ db }) =>
      claimMails(db, { id, of: ownerOf(row) }, now, minutes(-claimMinutes, now), mailBatch),
    );
    if (taken === 0) break;
    sent += taken;
    for (const [index, one] of mails.entries()) {
      if (!signal.aborted && (await mailOne(scope, letter, one))) continue;
      const left = mails.slice(index).map(({ user_id: user }) => user);
      await transact(scope, ({ db }) => releaseMails(db, id, left, null));
      next = minutes(signal.aborted ? 0 : serverPause, now);
      break;
    }
  }
  await transact(scope, async (context) => {
    const now = context.clock.now();
    await failOverdueMails(context.db, id, minutes(-mailDays * 24 * 60, now));
    const due = await selectNextMail(context.db, id);
    if (due === null) return;
    const at = next !== null && next > due ? next : due;
    await emit(context, 'newsletter_mail_due', { newsletter: id }, at > now ? at : null);
  });
};

export const newslettersJobs = [
  onEvent('newsletters.send', 'newsletter_scheduled', (scope, { newsletter }) =>
    sendOut(scope, newsletter),
  ),
  onEvent('newsletters.mail', 'newsletter_mail_due', (scope, { newsletter }, signal) =>
    mailOut(scope, newsletter, signal),
  ),
];
