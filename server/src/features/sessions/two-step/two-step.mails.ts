import type { Message } from '../../../kernel/outbound/mail.ts';
import { greetingFor, languageFor } from '../../../kernel/outbound/languages.ts';
import { twoStepWords, type TwoStepChange } from './two-step-words.ts';

export interface Addressee {
  readonly first_name: string;
  readonly email: string;
  readonly locale: string | null;
}
interface Sender {
  readonly name: string;
  readonly locale: string;
}

const mailOf = (
  school: Sender,
  person: Addressee,
  lines: { subject: string; body: readonly string[] },
): Message => ({
  to: person.email,
  fromName: school.name,
  subject: lines.subject,
  text: [
    greetingFor(languageFor(person.locale, school.locale), person.first_name),
    ...lines.body.flatMap((line) => ['', line]),
  ].join('\n'),
});

/** Returns the email about a new passkey. */
export const passkeyAddedMail = (school: Sender, person: Addressee, passkey: string): Message => {
  const words = twoStepWords[languageFor(person.locale, school.locale)];
  return mailOf(school, person, {
    subject: words.passkeyAdded(school.name),
    body: [words.passkeyJustAdded(passkey, school.name), words.notYou],
  });
};

/** Returns the email about a change of two-step verification. `name` is the name of a removed passkey. */
export const twoStepMail = (
  school: Sender,
  person: Addressee,
  { what, name }: { readonly what: TwoStepChange; readonly name: string },
): Message => {
  const words = twoStepWords[languageFor(person.locale, school.locale)];
  const { subject, body } = words.changes[what];
  return mailOf(school, person, {
    subject: subject(school.name),
    body: [body(school.name, name), what === 'reset' ? words.notAsked : words.notYou],
  });
};
