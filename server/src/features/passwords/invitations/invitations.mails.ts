import type { Message } from '../../../kernel/outbound/mail.ts';
import { greetingFor, languageFor } from '../../../kernel/outbound/languages.ts';
import { invitationWords } from './invitation-words.ts';

interface Invitation {
  readonly to: {
    readonly first_name: string;
    readonly email: string;
    readonly locale: string | null;
  };
  readonly link: string;
  /** The same for each try, so that email clients recognize an email that a crash sent twice. */
  readonly messageId: string;
}

/** The email with the link on which a person sets their first password. */
export const invitationMail = (
  school: { readonly name: string; readonly locale: string },
  { to, link, messageId }: Invitation,
): Message => {
  const language = languageFor(to.locale, school.locale);
  const words = invitationWords[language];
  return {
    to: to.email,
    fromName: school.name,
    subject: words.subject(school.name),
    text: [
      greetingFor(language, to.first_name),
      '',
      words.lead(school.name),
      '',
      link,
      '',
      words.valid,
      '',
      words.ignore,
    ].join('\n'),
    headers: { 'Message-ID': messageId },
  };
};
