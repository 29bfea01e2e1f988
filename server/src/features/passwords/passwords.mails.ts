import type { Message } from '../../kernel/outbound/mail.ts';
import { greetingFor, languageFor } from '../../kernel/outbound/languages.ts';
import { invitationWords } from './invitations/invitation-words.ts';
import { passwordWords } from './password-words.ts';

interface Addressee {
  readonly first_name: string;
  readonly email: string;
  readonly locale: string | null;
}
interface Sender {
  readonly name: string;
  readonly locale: string;
}

/** Returns the email with a reset link. */
export const resetMail = (school: Sender, person: Addressee, link: string): Message => {
  const language = languageFor(person.locale, school.locale);
  const words = passwordWords[language];
  return {
    to: person.email,
    fromName: school.name,
    subject: words.reset(school.name),
    text: [
      greetingFor(language, person.first_name),
      '',
      words.asked(school.name),
      '',
      link,
      '',
      words.ignore,
    ].join('\n'),
  };
};

/** Returns the email to a person without a password who asked for a link. */
export const firstPasswordMail = (school: Sender, person: Addressee, link: string): Message => {
  const language = languageFor(person.locale, school.locale);
  const words = invitationWords[language];
  return {
    to: person.email,
    fromName: school.name,
    subject: words.setPassword(school.name),
    text: [
      greetingFor(language, person.first_name),
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

/** Returns the email about a changed password, with the number of ended sessions and the names of revoked API keys and calendar access. */
export const changedMail = (
  school: Sender,
  person: Addressee,
  { sessions, keys, calendars }: Ended,
): Message => {
  const language = languageFor(person.locale, school.locale);
  const words = passwordWords[language];
  const list = (names: readonly string[]) => names.map(words.quote).join(words.comma);
  return {
    to: person.email,
    fromName: school.name,
    subject: words.changed(school.name),
    text: [
      greetingFor(language, person.first_name),
      '',
      words.justChanged(school.name),
      words.sessions(sessions),
      ...(keys.length === 0 ? [] : [words.keys(list(keys))]),
      ...(calendars.length === 0 ? [] : [words.calendars(list(calendars))]),
      '',
      words.notYou,
    ].join('\n'),
  };
};
