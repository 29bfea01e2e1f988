import type { Message } from '../../kernel/outbound/mail.ts';
import { languageFor } from '../../kernel/outbound/languages.ts';
import { invitationWords } from './invitations/invitation-words.ts';

interface Addressee {
  readonly first_name: string;
  readonly email: string;
}
interface Sender {
  readonly name: string;
}

const greet = (person: Addressee) =>
  `Hello${person.first_name === '' ? '' : ` ${person.first_name}`},`;

/** Returns the email with a reset link. */
export const resetMail = (school: Sender, person: Addressee, link: string): Message => ({
  to: person.email,
  fromName: school.name,
  subject: `Reset your ${school.name} password`,
  text: [
    greet(person),
    '',
    `Someone, hopefully you, asked to reset the password of your account at ${school.name}. Open this link within an hour to choose a new one:`,
    '',
    link,
    '',
    'If it wasn’t you, you can ignore this email: your password stays the same, and the link will expire.',
  ].join('\n'),
});

/** Returns the email to a person without a password who asked for a link. */
export const firstPasswordMail = (
  school: Sender & { readonly locale: string },
  person: Addressee & { readonly locale: string | null },
  link: string,
): Message => {
  const words = invitationWords[languageFor(person.locale, school.locale)];
  return {
    to: person.email,
    fromName: school.name,
    subject: words.setPassword(school.name),
    text: [
      words.hello(person.first_name),
      '',
      words.asked(school.name),
      '',
      link,
      '',
      words.ignoreAsked,
    ].join('\n'),
  };
};

interface Ended {
  readonly sessions: number;
  readonly keys: readonly string[];
  readonly calendars: readonly string[];
}

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

const ended = ({ sessions, keys, calendars }: Ended): string[] => [
  sessions === 0
    ? 'No other device was signed in.'
    : `Signed out: ${sessions === 1 ? '1 session on another device' : `${sessions} sessions on other devices`}.`,
  ...(keys.length === 0
    ? []
    : [`Revoked API keys (their programs need new ones): ${quoted(keys)}.`]),
  ...(calendars.length === 0
    ? []
    : [`Revoked calendar access (set it up again on your devices): ${quoted(calendars)}.`]),
];

/** Returns the email about a changed password, with the number of ended sessions and the names of revoked API keys and calendar access. */
export const changedMail = (school: Sender, person: Addressee, what: Ended): Message => ({
  to: person.email,
  fromName: school.name,
  subject: `Your ${school.name} password was changed`,
  text: [
    greet(person),
    '',
    `The password of your account at ${school.name} was just changed.`,
    ...ended(what),
    '',
    'If it wasn’t you, open the sign-in page, choose “Forgot password?” and set a new one right away.',
  ].join('\n'),
});
