import { financeLimits } from '#contract/finances/limits.ts';
import type { Message } from '../../../kernel/outbound/mail.ts';

/* Mails to those outside the school whom a student lets in. None of them names a figure. */

interface Addressee {
  readonly name: string;
  readonly email: string;
}

/** The invitation, with the link that each visit begins with. */
export const invitationMail = (
  school: { readonly name: string },
  to: Addressee,
  { student, link, until }: { student: string; link: string; until: string },
): Message => ({
  to: to.email,
  subject: `${student} shared their account at ${school.name} with you`,
  text: [
    `Hello ${to.name},`,
    '',
    `${student} lets you see parts of their student account at ${school.name}, until ${until}. Open this link whenever you want to look; we’ll send a code to this address each time:`,
    '',
    link,
    '',
    `${student} sees when you looked and can end your access at any time. If you don’t know ${student}, ignore this email: without a code the link opens nothing.`,
  ].join('\n'),
});

export const codeMail = (
  school: { readonly name: string },
  to: Addressee,
  code: string,
): Message => ({
  to: to.email,
  subject: `Your code for ${school.name}`,
  text: [
    `Hello ${to.name},`,
    '',
    `Your code is ${code}. It works once, within ${financeLimits.codeMinutes} minutes.`,
    '',
    'If you didn’t ask for it, ignore this email, and tell nobody the code.',
  ].join('\n'),
});
