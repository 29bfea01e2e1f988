import { createHash } from 'node:crypto';
import * as own from '#contract/employers/own.endpoints.ts';
import { employerLimits as limits } from '#contract/employers/limits.ts';
import { transact, type SchoolRow, type Scope } from '../../../kernel/context.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import type { Transport } from '../../../kernel/http/route.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { record } from '../../../kernel/security/audit.ts';
import { employerCookie, employerCsrfToken } from '../../../kernel/security/employer-sessions.ts';
import { addUseInTransaction, countUse, networkOf } from '../../../kernel/security/rate-limits.ts';
import { firstExpiry } from '../../../kernel/security/session-lifetime.ts';
import { ok, orNotFound } from '../../../kernel/sql.ts';
import { selectOwnData } from '../../account/account.queries.ts';
import { selectSchoolCurrency } from '../../finances/finances.queries.ts';
import * as queries from '../employers.queries.ts';

/* Sign-in of employers: a link in an email starts a session, and no password exists. */

const hour = 3_600;
/** Requests for links from one network, for one address and in total. */
const linkLimit = { max: 5, seconds: hour };
const networkLimit = { max: 60, seconds: hour };
const dataLimit = { max: 10, seconds: hour };
/**
 * Emails to one contact while a link is valid. After that, the response is the same. The window ends before the last of these links does, so
 * that a stranger's requests can't leave the contact without a link.
 */
const mailLimit = { max: 5, seconds: limits.linkMinutes * 60 };

/** Returns when a session ends. Employers can't extend it, so the school's limit for idle sessions also applies from the start. */
const endOf = (school: SchoolRow, now: Date): Date =>
  new Date(
    Math.min(
      now.getTime() + limits.sessionHours * hour * 1_000,
      firstExpiry(school, now).getTime(),
    ),
  );

/** Returns the token of an authenticated employer's session. */
const tokenOf = (transport: Pick<Transport, 'callCookie'>): string =>
  orNotFound(transport.callCookie(employerCookie));

const beginSession = async (
  call: Scope,
  { link, now }: { link: string; now: Date },
): Promise<{ token: string; endsAt: Date }> => {
  const token = call.tokens.newToken();
  const endsAt = endOf(call.school, now);
  await transact(call, async (context) => {
    const { db, tokens, school } = context;
    const hash = tokens.hash(link);
    const contact = await queries.lockContactOfLink(db, hash, now);
    if (contact === undefined || !(await queries.deleteLink(db, hash)))
      throw problem('employer_link_invalid');
    await queries.updateSignedIn(db, contact.id, now);
    await queries.insertEmployerSession(db, {
      school: school.school_id,
      hash: tokens.hash(token),
      contact: contact.id,
      now,
      endsAt,
    });
    const { id: contactId, employer_id: employerId, employer } = contact;
    await record(
      { ...context, actor: { kind: 'employer', contactId, employerId, employer } },
      'employer_changed',
      { id: String(employerId), name: employer, act: 'contact_signed_in' },
    );
  });
  return { token, endsAt };
};

export const visitsHandlers = [
  // Known and unknown addresses count the same and get the same response. An event handler sends the email later, so the duration of the
  // response doesn't reveal if the address belongs to a contact.
  handleWithoutTransaction(own.requestEmployerLink, async (call, { email }) => {
    const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
    const network = networkOf(call.address);
    // Counted by network, so that a stranger can't use up the limit of a contact.
    await countUse(call, `employer-link:${account}:${network}`, linkLimit);
    await countUse(call, `employer-link:${network}`, networkLimit);
    await transact(call, async (context) => {
      const found = await queries.selectContactByEmail(context.db, email);
      const { used } = await addUseInTransaction(
        context,
        `employer-mails:${account}`,
        mailLimit.seconds,
      );
      await emit(context, 'employer_link_requested', {
        contact: used > mailLimit.max ? null : (found?.id ?? null),
        origin: call.origin,
      });
    });
    return ok;
  }),

  // A token has 256 bits, so this needs no limit per link.
  handleWithoutTransaction(own.beginEmployerSession, async (call, { link }, transport) => {
    const { now } = call;
    await countUse(call, `employer-sign-in:${networkOf(call.address)}`, networkLimit);
    const { token, endsAt } = await beginSession(call, { link, now });
    transport.setCallCookie(employerCookie, {
      text: token,
      seconds: Math.floor((endsAt.getTime() - now.getTime()) / 1_000),
    });
    return { endsAt: endsAt.toISOString() };
  }),

  handleWithoutTransaction(own.getEmployerAccount, async (call, _, transport) => {
    const { tokens, employer } = call;
    const token = tokenOf(transport);
    return transact(
      call,
      async ({ db }) => {
        const contact = orNotFound(await queries.selectOpenContact(db, employer.contactId));
        const endsAt = orNotFound(await queries.selectSessionEnd(db, tokens.hash(token)));
        return {
          employer: { name: contact.employer, website: contact.website },
          contact: {
            name: contact.name,
            email: contact.email,
            invitedAt: contact.invited_at.toISOString(),
            lastSignInAt: contact.last_sign_in_at?.toISOString() ?? null,
          },
          currency: await selectSchoolCurrency(db),
          endsAt: endsAt.toISOString(),
          csrfToken: employerCsrfToken(tokens, token),
        };
      },
      { readOnly: true },
    );
  }),

  // Unlike people's exports, this one needs no new sign-in: besides times of sign-ins, it has only what the account's page shows.
  handleWithoutTransaction(own.downloadEmployerData, async (call) => {
    const { contactId } = call.employer;
    await countUse(call, `employer-data:${contactId}`, dataLimit);
    const sections = await transact(
      call,
      ({ db }) => selectOwnData(db, contactId, [queries.contactData]),
      { readOnly: true },
    );
    return { madeAt: call.clock.now().toISOString(), school: call.school.name, sections };
  }),

  handleWithoutTransaction(own.endEmployerSession, async (call, _, transport) => {
    const hash = call.tokens.hash(tokenOf(transport));
    await transact(call, ({ db }) => queries.deleteEmployerSession(db, hash));
    transport.setCallCookie(employerCookie, null);
    return ok;
  }),
];
