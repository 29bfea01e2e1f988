import { greetingFor, languageFor, type Language } from '../../../kernel/outbound/languages.ts';
import { financeLimits } from '#contract/finances/limits.ts';
import type { Message } from '../../../kernel/outbound/mail.ts';
import { plainName } from '../../../kernel/outbound/plain-name.ts';

/*
 * Emails to people outside the school who can see a student's account, in the language that the student chose or the school's. They
 * contain no amounts.
 */

interface Addressee {
  readonly name: string;
  readonly email: string;
  readonly locale: string | null;
}
interface School {
  readonly name: string;
  readonly locale: string;
}
interface Invitation {
  readonly student: string;
  readonly link: string;
  readonly until: string;
}

interface Words {
  readonly shared: (student: string, school: string) => string;
  readonly invitation: (student: string, school: string, until: string) => string;
  readonly seen: (student: string) => string;
  readonly codeFor: (school: string) => string;
  readonly code: (code: string) => string;
  readonly notRequested: string;
}

const minutes = financeLimits.codeMinutes;

const said: Readonly<Record<Language, Words>> = {
  en: {
    shared: (student, school) => `${student} shared their account at ${school} with you`,
    invitation: (student, school, until) =>
      `${student} lets you see parts of their student account at ${school}, until ${until}. Open this link whenever you want to look; we’ll send a code to this address each time:`,
    seen: (student) =>
      `${student} sees when you looked and can end your access at any time. If you don’t know ${student}, ignore this email: without a code the link opens nothing.`,
    codeFor: (school) => `Your code for ${school}`,
    code: (code) => `Your code is ${code}. It works once, within ${minutes} minutes.`,
    notRequested: 'If you didn’t ask for it, ignore this email, and don’t share the code.',
  },
  de: {
    shared: (student, school) => `${student} hat das Konto bei ${school} mit dir geteilt`,
    invitation: (student, school, until) =>
      `${student} lässt dich Teile des Studienkontos bei ${school} sehen, bis ${until}. Öffne diesen Link, wann immer du nachsehen möchtest; jedes Mal senden wir einen Code an diese Adresse:`,
    seen: (student) =>
      `${student} sieht, wann du nachgesehen hast, und kann deinen Zugriff jederzeit beenden. Wenn du ${student} nicht kennst, ignoriere diese E-Mail: Ohne Code öffnet der Link nichts.`,
    codeFor: (school) => `Dein Code für ${school}`,
    code: (code) => `Dein Code ist ${code}. Er gilt einmal, innerhalb von ${minutes} Minuten.`,
    notRequested:
      'Wenn du ihn nicht angefordert hast, ignoriere diese E-Mail und gib den Code niemandem weiter.',
  },
  ar: {
    shared: (student, school) => `شارك ${student} حسابه في ${school} معك`,
    invitation: (student, school, until) =>
      `يتيح لك ${student} الاطلاع على أجزاء من حسابه الطلابي في ${school} حتى ${until}. افتح هذا الرابط متى أردت الاطلاع، وسنرسل رمزًا إلى هذا العنوان في كل مرة:`,
    seen: (student) =>
      `يرى ${student} متى اطلعت على حسابه ويمكنه إنهاء وصولك في أي وقت. إذا كنت لا تعرف ${student} فتجاهل هذه الرسالة: لا يفتح الرابط شيئًا من دون رمز.`,
    codeFor: (school) => `رمزك لدى ${school}`,
    code: (code) => `رمزك هو ${code}. يصلح مرة واحدة خلال ${minutes} دقائق.`,
    notRequested: 'إذا لم تطلبه فتجاهل هذه الرسالة ولا تخبر أحدًا بالرمز.',
  },
};

const languageOf = (school: School, { locale }: Addressee): Language =>
  languageFor(locale ?? school.locale);

/** Formats a day such as 2027-11-25 for people. */
const dayInWords = (language: Language, date: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

/** Returns the greeting. The student writes the name, so it must not become a link. */
const greetingOf = (language: Language, { name }: Addressee): string =>
  greetingFor(language, plainName(name));

/** The invitation, with the link at which each visit starts. */
export const invitationMail = (
  school: School,
  to: Addressee,
  { student: given, link, until }: Invitation,
): Message => {
  const language = languageOf(school, to);
  const words = said[language];
  const student = plainName(given);
  return {
    to: to.email,
    fromName: school.name,
    subject: words.shared(student, school.name),
    text: [
      greetingOf(language, to),
      '',
      words.invitation(student, school.name, dayInWords(language, until)),
      '',
      link,
      '',
      words.seen(student),
    ].join('\n'),
  };
};

export const codeMail = (school: School, to: Addressee, code: string): Message => {
  const language = languageOf(school, to);
  const words = said[language];
  return {
    to: to.email,
    fromName: school.name,
    subject: words.codeFor(school.name),
    text: [greetingOf(language, to), '', words.code(code), '', words.notRequested].join('\n'),
  };
};
