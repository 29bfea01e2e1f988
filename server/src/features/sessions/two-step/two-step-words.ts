import type { Language } from '../../../kernel/outbound/languages.ts';

/** Texts of the emails about passkeys and two-step verification. */
interface TwoStepWords {
  readonly passkeyAdded: (school: string) => string;
  readonly passkeyJustAdded: (passkey: string, school: string) => string;
  readonly on: (school: string) => string;
  readonly onBody: (school: string) => string;
  readonly off: (school: string) => string;
  readonly offBody: (school: string) => string;
  readonly reset: (school: string) => string;
  readonly resetBody: (school: string) => string;
  readonly notYou: string;
  readonly notAsked: string;
}

export const twoStepWords: Readonly<Record<Language, TwoStepWords>> = {
  en: {
    passkeyAdded: (school) => `A passkey was added to your ${school} account`,
    passkeyJustAdded: (passkey, school) =>
      `The passkey “${passkey}” was just added to your account at ${school}. You can now sign in with it instead of your password.`,
    on: (school) => `Two-step verification is on for ${school}`,
    onBody: (school) =>
      `Two-step verification was just turned on for your account at ${school}. When you sign in with your password, you’ll also need a code or a passkey.`,
    off: (school) => `Two-step verification is off for ${school}`,
    offBody: (school) =>
      `Two-step verification was just turned off for your account at ${school}. Your password alone is now enough to sign in.`,
    reset: (school) => `Your two-step verification for ${school} was reset`,
    resetBody: (school) =>
      `An admin of ${school} has removed your passkeys, authenticator app and recovery codes. Sign in with your password, then set up two-step verification again in your settings.`,
    notYou:
      'If it wasn’t you, open Settings, sign out everywhere, change your password, and remove passkeys that you don’t recognize.',
    notAsked: 'If you didn’t ask for this, contact your school right away.',
  },
  de: {
    passkeyAdded: (school) => `Neuer Passkey für dein Konto bei ${school}`,
    passkeyJustAdded: (passkey, school) =>
      `der Passkey „${passkey}“ wurde gerade zu deinem Konto bei ${school} hinzugefügt. Du kannst dich jetzt damit statt mit deinem Passwort anmelden.`,
    on: (school) => `Bestätigung in zwei Schritten für ${school} ist an`,
    onBody: (school) =>
      `für dein Konto bei ${school} wurde gerade die Bestätigung in zwei Schritten eingeschaltet. Wenn du dich mit deinem Passwort anmeldest, brauchst du auch einen Code oder einen Passkey.`,
    off: (school) => `Bestätigung in zwei Schritten für ${school} ist aus`,
    offBody: (school) =>
      `für dein Konto bei ${school} wurde gerade die Bestätigung in zwei Schritten ausgeschaltet. Zum Anmelden genügt jetzt dein Passwort.`,
    reset: (school) => `Deine Bestätigung in zwei Schritten für ${school} wurde zurückgesetzt`,
    resetBody: (school) =>
      `die Administration von ${school} hat deine Passkeys, deine Authenticator-App und deine Wiederherstellungscodes entfernt. Melde dich mit deinem Passwort an und richte die Bestätigung in zwei Schritten in den Einstellungen neu ein.`,
    notYou:
      'Wenn du es nicht warst, öffne die Einstellungen, melde dich überall ab, ändere dein Passwort und entferne Passkeys, die du nicht kennst.',
    notAsked: 'Wenn du nicht darum gebeten hast, wende dich sofort an deine Hochschule.',
  },
  ar: {
    passkeyAdded: (school) => `أُضيف مفتاح مرور إلى حسابك في ${school}`,
    passkeyJustAdded: (passkey, school) =>
      `أُضيف مفتاح المرور «${passkey}» للتو إلى حسابك في ${school}. يمكنك الآن تسجيل الدخول به بدلًا من كلمة المرور.`,
    on: (school) => `تم تفعيل التحقق بخطوتين في ${school}`,
    onBody: (school) =>
      `تم للتو تفعيل التحقق بخطوتين لحسابك في ${school}. عند تسجيل الدخول بكلمة المرور ستحتاج أيضًا إلى رمز أو مفتاح مرور.`,
    off: (school) => `تم إيقاف التحقق بخطوتين في ${school}`,
    offBody: (school) =>
      `تم للتو إيقاف التحقق بخطوتين لحسابك في ${school}. أصبحت كلمة المرور وحدها كافية لتسجيل الدخول.`,
    reset: (school) => `أُعيد ضبط التحقق بخطوتين في ${school}`,
    resetBody: (school) =>
      `أزال أحد مسؤولي ${school} مفاتيح المرور وتطبيق المصادقة ورموز الاسترداد الخاصة بك. سجّل الدخول بكلمة المرور ثم أعد إعداد التحقق بخطوتين من الإعدادات.`,
    notYou:
      'إذا لم تكن أنت فافتح الإعدادات وسجّل الخروج من كل الأجهزة وغيّر كلمة المرور وأزل مفاتيح المرور التي لا تعرفها.',
    notAsked: 'إذا لم تطلب ذلك فتواصل مع جامعتك فورًا.',
  },
};
