import type { KeptSignInMethods } from '#contract/sessions/endpoints.ts';
import type { Message } from '../../kernel/outbound/mail.ts';
import { greetingFor, languageFor, type Language } from '../../kernel/outbound/languages.ts';
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
  /** Passkeys and the app, which stay. */
  readonly kept: KeptSignInMethods;
  /** Address of the page where the person can remove them, if it is known. */
  readonly securityPage: string | null;
}

/** Returns the lines about passkeys and the app. People need to know about them, because someone else may have added them. */
const keptLines = (
  language: Language,
  { passkeys, appAddedAt }: KeptSignInMethods,
  securityPage: string | null,
): string[] => {
  if (passkeys.length === 0 && appAddedAt === null) return [];
  const words = passwordWords[language];
  const date = (iso: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
  return [
    '',
    words.kept,
    ...passkeys.map((one) => `- ${words.keptPasskey(words.quote(one.name), date(one.addedAt))}`),
    ...(appAddedAt === null ? [] : [`- ${words.keptApp(date(appAddedAt))}`]),
    ...(securityPage === null ? [] : [words.removeThere, securityPage]),
  ];
};

/**
 * Returns the email about a changed password: the number of ended sessions, the names of revoked API keys and calendar access, and the
 * passkeys and the app that stay.
 */
export const changedMail = (
  school: Sender,
  person: Addressee,
  { sessions, keys, calendars, kept, securityPage }: Ended,
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
      ...keptLines(language, kept, securityPage),
      '',
      words.notYou,
    ].join('\n'),
  };
};
