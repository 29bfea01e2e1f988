import { employerLimits as limits } from '#contract/employers/limits.ts';
import { greetingFor, languageFor, type Language } from '../../kernel/outbound/languages.ts';
import type { Message } from '../../kernel/outbound/mail.ts';
import { plainName } from '../../kernel/outbound/plain-name.ts';

/* Emails to contacts of employers, in the language that staff chose or the school's. They contain no names of applicants. */

interface Addressee {
  readonly name: string;
  readonly email: string;
  readonly locale: string | null;
  readonly employer: string;
}
interface School {
  readonly name: string;
  readonly locale: string;
}
type Outcome = 'approved' | 'denied' | 'changes_requested';
interface Decision {
  readonly title: string;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly link: string;
}

interface Words {
  readonly invited: (school: string) => string;
  readonly invitation: (school: string, employer: string) => string;
  readonly validDays: string;
  readonly unexpected: string;
  readonly linkFor: (school: string) => string;
  readonly link: (school: string) => string;
  readonly validMinutes: string;
  readonly notRequested: string;
  readonly decision: Readonly<Record<Outcome, (title: string) => string>>;
  readonly reason: string;
  readonly openJob: string;
  readonly applicants: (title: string) => string;
  readonly openApplicants: string;
}

const { invitationDays: days, linkMinutes: minutes } = limits;

const said: Readonly<Record<Language, Words>> = {
  en: {
    invited: (school) => `Post jobs at ${school}`,
    invitation: (school, employer) =>
      `${school} invites you to post jobs for ${employer}. Open this link to sign in:`,
    validDays: `The link works once, within ${days} days. After that, you can request a new one on the same page.`,
    unexpected: 'If you didn’t expect this email, ignore it.',
    linkFor: (school) => `Your sign-in link for ${school}`,
    link: (school) => `Open this link to sign in and manage your jobs at ${school}:`,
    validMinutes: `The link works once, within ${minutes} minutes.`,
    notRequested: 'If you didn’t request it, ignore this email, and don’t share the link.',
    decision: {
      approved: (title) => `Your job “${title}” is open`,
      denied: (title) => `Your job “${title}” wasn’t approved`,
      changes_requested: (title) => `Your job “${title}” needs changes`,
    },
    reason: 'Comment from the school:',
    openJob: 'Open the job:',
    applicants: (title) => `New applicants for “${title}”`,
    openApplicants: 'Open the applications:',
  },
  de: {
    invited: (school) => `Jobs bei ${school} ausschreiben`,
    invitation: (school, employer) =>
      `${school} lädt dich ein, Jobs für ${employer} auszuschreiben. Öffne diesen Link, um dich anzumelden:`,
    validDays: `Der Link gilt einmal, innerhalb von ${days} Tagen. Danach kannst du auf derselben Seite einen neuen anfordern.`,
    unexpected: 'Wenn du diese E-Mail nicht erwartet hast, ignoriere sie.',
    linkFor: (school) => `Dein Anmeldelink für ${school}`,
    link: (school) =>
      `Öffne diesen Link, um dich anzumelden und deine Jobs bei ${school} zu verwalten:`,
    validMinutes: `Der Link gilt einmal, innerhalb von ${minutes} Minuten.`,
    notRequested:
      'Wenn du ihn nicht angefordert hast, ignoriere diese E-Mail und gib den Link niemandem weiter.',
    decision: {
      approved: (title) => `Dein Job „${title}“ ist offen`,
      denied: (title) => `Dein Job „${title}“ wurde nicht genehmigt`,
      changes_requested: (title) => `Dein Job „${title}“ muss geändert werden`,
    },
    reason: 'Kommentar der Hochschule:',
    openJob: 'Job öffnen:',
    applicants: (title) => `Neue Bewerbungen für „${title}“`,
    openApplicants: 'Bewerbungen öffnen:',
  },
  ar: {
    invited: (school) => `انشر وظائف في ${school}`,
    invitation: (school, employer) =>
      `تدعوك ${school} إلى نشر وظائف باسم ${employer}. افتح هذا الرابط لتسجيل الدخول:`,
    validDays: `يصلح الرابط مرة واحدة خلال ${days} يومًا، ويمكنك بعدها طلب رابط جديد من الصفحة نفسها.`,
    unexpected: 'إذا لم تكن تتوقع هذه الرسالة فتجاهلها.',
    linkFor: (school) => `رابط تسجيل دخولك إلى ${school}`,
    link: (school) => `افتح هذا الرابط لتسجيل الدخول وإدارة وظائفك في ${school}:`,
    validMinutes: `يصلح الرابط مرة واحدة خلال ${minutes} دقيقة.`,
    notRequested: 'إذا لم تطلبه فتجاهل هذه الرسالة ولا تشارك الرابط مع أحد.',
    decision: {
      approved: (title) => `وظيفتك «${title}» مفتوحة الآن`,
      denied: (title) => `لم تُعتمد وظيفتك «${title}»`,
      changes_requested: (title) => `وظيفتك «${title}» تحتاج إلى تعديلات`,
    },
    reason: 'تعليق الجامعة:',
    openJob: 'افتح الوظيفة:',
    applicants: (title) => `طلبات جديدة لوظيفة «${title}»`,
    openApplicants: 'افتح الطلبات:',
  },
};

const languageOf = (school: School, { locale }: Addressee): Language =>
  languageFor(locale ?? school.locale);

const mail = (
  school: School,
  to: Addressee,
  { subject, lines }: { subject: string; lines: readonly string[] },
): Message => ({
  to: to.email,
  fromName: school.name,
  subject,
  text: [greetingFor(languageOf(school, to), plainName(to.name)), '', ...lines].join('\n'),
});

/** The invitation, with a link that signs the contact in. */
export const invitationMail = (school: School, to: Addressee, link: string): Message => {
  const words = said[languageOf(school, to)];
  return mail(school, to, {
    subject: words.invited(school.name),
    lines: [
      words.invitation(school.name, plainName(to.employer)),
      '',
      link,
      '',
      words.validDays,
      words.unexpected,
    ],
  });
};

/** A sign-in link that the contact requested. */
export const linkMail = (school: School, to: Addressee, link: string): Message => {
  const words = said[languageOf(school, to)];
  return mail(school, to, {
    subject: words.linkFor(school.name),
    lines: [words.link(school.name), '', link, '', words.validMinutes, words.notRequested],
  });
};

/** The school's decision on a job. */
export const decidedMail = (
  school: School,
  to: Addressee,
  { title, outcome, reason, link }: Decision,
): Message => {
  const words = said[languageOf(school, to)];
  const subject = words.decision[outcome](title);
  return mail(school, to, {
    subject,
    lines: [
      `${subject}.`,
      ...(reason === '' ? [] : ['', words.reason, reason]),
      '',
      words.openJob,
      link,
    ],
  });
};

/** New applicants for a job, without their names. */
export const applicantsMail = (
  school: School,
  to: Addressee,
  { title, link }: Pick<Decision, 'title' | 'link'>,
): Message => {
  const words = said[languageOf(school, to)];
  const subject = words.applicants(title);
  return mail(school, to, { subject, lines: [`${subject}.`, '', words.openApplicants, link] });
};
