import type { Message } from '../../kernel/outbound/mail.ts';

interface Addressee {
  readonly first_name: string;
  readonly email: string;
}
interface Sender {
  readonly name: string;
}

const greet = (person: Addressee) =>
  `Hello${person.first_name === '' ? '' : ` ${person.first_name}`},`;

/** The mail with a reset link. */
export const resetMail = (school: Sender, person: Addressee, link: string): Message => ({
  to: person.email,
  subject: `Set a new password for ${school.name}`,
  text: [
    greet(person),
    '',
    `somebody, hopefully you, asked for a new password for your account at ${school.name}. Open this link within one hour to choose one:`,
    '',
    link,
    '',
    'If it was not you, do nothing: your password stays as it is, and the link ends by itself.',
  ].join('\n'),
});

const ended = (sessions: number, keys: readonly string[]): string[] => [
  sessions === 0
    ? 'No other device was signed in.'
    : `Signed out: ${sessions === 1 ? '1 session on another device' : `${sessions} sessions on other devices`}.`,
  ...(keys.length === 0
    ? []
    : [
        `API keys that ended, and whose programs need new ones: ${keys.map((name) => `“${name}”`).join(', ')}.`,
      ]),
];

/** The mail after a password has changed; it says how many sessions ended with it and which API keys, by name. */
export const changedMail = (
  school: Sender,
  person: Addressee,
  { sessions, keys }: { sessions: number; keys: readonly string[] },
): Message => ({
  to: person.email,
  subject: `Your password for ${school.name} was changed`,
  text: [
    greet(person),
    '',
    `the password of your account at ${school.name} was just changed.`,
    ...ended(sessions, keys),
    '',
    'If it was not you, open the sign-in page, choose "Forgot password" and set a new one right away.',
  ].join('\n'),
});
