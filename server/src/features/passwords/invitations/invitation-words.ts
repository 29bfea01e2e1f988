import { invitationLimits } from '#contract/invitations/limits.ts';
import type { Language } from '../../../kernel/outbound/languages.ts';

/** Texts of the emails to people who set their first password. */
interface InvitationWords {
  readonly subject: (school: string) => string;
  readonly lead: (school: string) => string;
  readonly valid: string;
  readonly ignore: string;
  readonly setPassword: (school: string) => string;
  readonly asked: (school: string) => string;
  readonly ignoreAsked: string;
}

const { days } = invitationLimits;

export const invitationWords: Readonly<Record<Language, InvitationWords>> = {
  en: {
    subject: (school) => `Your account at ${school}`,
    lead: (school) =>
      `You have a new account at ${school}. Open this link to set a password; you’ll be signed in right away:`,
    valid: `The link works once and expires in ${days} days. If it has expired, choose “First time here?” on the sign-in page.`,
    ignore: 'If you don’t expect this account, you can ignore this email.',
    setPassword: (school) => `Set your password for ${school}`,
    asked: (school) =>
      `Someone, hopefully you, asked to set a password for your account at ${school}. Open this link within an hour; you’ll be signed in right away:`,
    ignoreAsked: 'If it wasn’t you, you can ignore this email. The link will expire.',
  },
  de: {
    subject: (school) => `Dein Konto bei ${school}`,
    lead: (school) =>
      `du hast ein neues Konto bei ${school}. Öffne diesen Link und lege ein Passwort fest; danach bist du sofort angemeldet:`,
    valid: `Der Link gilt einmal und läuft in ${days} Tagen ab. Wenn er abgelaufen ist, wähle auf der Anmeldeseite „Zum ersten Mal hier?“.`,
    ignore: 'Wenn du dieses Konto nicht erwartest, kannst du diese E-Mail ignorieren.',
    setPassword: (school) => `Lege dein Passwort für ${school} fest`,
    asked: (school) =>
      `jemand, hoffentlich du, möchte ein Passwort für dein Konto bei ${school} festlegen. Öffne diesen Link innerhalb einer Stunde; danach bist du sofort angemeldet:`,
    ignoreAsked: 'Wenn du es nicht warst, kannst du diese E-Mail ignorieren. Der Link läuft ab.',
  },
  ar: {
    subject: (school) => `حسابك في ${school}`,
    lead: (school) =>
      `لديك حساب جديد في ${school}. افتح هذا الرابط لتعيين كلمة مرور، وسيتم تسجيل دخولك فورًا:`,
    valid: `يصلح الرابط مرة واحدة وتنتهي صلاحيته بعد ${days} أيام. إذا انتهت صلاحيته فاختر «هل هذه زيارتك الأولى؟» في صفحة تسجيل الدخول.`,
    ignore: 'إذا كنت لا تتوقع هذا الحساب فيمكنك تجاهل هذه الرسالة.',
    setPassword: (school) => `عيّن كلمة مرورك في ${school}`,
    asked: (school) =>
      `طلب شخص ما، ونأمل أن يكون أنت، تعيين كلمة مرور لحسابك في ${school}. افتح هذا الرابط خلال ساعة، وسيتم تسجيل دخولك فورًا:`,
    ignoreAsked: 'إذا لم تكن أنت فيمكنك تجاهل هذه الرسالة. ستنتهي صلاحية الرابط.',
  },
};
