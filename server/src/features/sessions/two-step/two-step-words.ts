import type { Language } from '../../../kernel/outbound/languages.ts';

/** Changes of two-step verification. `reset`: an admin or the operator removed the second step. */
export const twoStepChanges = [
  'on',
  'off',
  'reset',
  'appAdded',
  'appReplaced',
  'appRemoved',
  'passkeyRemoved',
  'codesRenewed',
  'codeUsed',
] as const;
export type TwoStepChange = (typeof twoStepChanges)[number];

/** Texts of the email about one change. `passkey` is the name of a removed passkey. */
interface ChangeWords {
  readonly subject: (school: string) => string;
  readonly body: (school: string, passkey: string) => string;
}

/** Texts of the emails about passkeys and two-step verification. */
interface TwoStepWords {
  readonly passkeyAdded: (school: string) => string;
  readonly passkeyJustAdded: (passkey: string, school: string) => string;
  readonly changes: Readonly<Record<TwoStepChange, ChangeWords>>;
  readonly notYou: string;
  readonly notAsked: string;
}

export const twoStepWords: Readonly<Record<Language, TwoStepWords>> = {
  en: {
    passkeyAdded: (school) => `A passkey was added to your ${school} account`,
    passkeyJustAdded: (passkey, school) =>
      `The passkey “${passkey}” was just added to your account at ${school}. You can now sign in with it instead of your password.`,
    changes: {
      on: {
        subject: (school) => `Two-step verification is on for ${school}`,
        body: (school) =>
          `Two-step verification was just turned on for your account at ${school}. When you sign in with your password, you’ll also need a code or a passkey.`,
      },
      off: {
        subject: (school) => `Two-step verification is off for ${school}`,
        body: (school) =>
          `Two-step verification was just turned off for your account at ${school}. Your password alone is now enough to sign in.`,
      },
      reset: {
        subject: (school) => `Your two-step verification for ${school} was reset`,
        body: (school) =>
          `An admin of ${school} has removed your passkeys, authenticator app and recovery codes. Sign in with your password, then set up two-step verification again in your settings.`,
      },
      appAdded: {
        subject: (school) => `An authenticator app was added to your ${school} account`,
        body: (school) =>
          `An authenticator app was just added to your account at ${school}. Its codes now work as a second step when you sign in.`,
      },
      appReplaced: {
        subject: (school) => `Your ${school} authenticator app was replaced`,
        body: (school) =>
          `The authenticator app of your account at ${school} was just replaced. Codes from the previous app no longer work.`,
      },
      appRemoved: {
        subject: (school) => `Your ${school} authenticator app was removed`,
        body: (school) =>
          `The authenticator app was just removed from your account at ${school}. Its codes no longer work.`,
      },
      passkeyRemoved: {
        subject: (school) => `A passkey was removed from your ${school} account`,
        body: (school, passkey) =>
          `The passkey “${passkey}” was just removed from your account at ${school}. It no longer signs you in.`,
      },
      codesRenewed: {
        subject: (school) => `You have new ${school} recovery codes`,
        body: (school) =>
          `New recovery codes were just created for your account at ${school}. Your previous codes no longer work.`,
      },
      codeUsed: {
        subject: (school) => `A recovery code was used for your ${school} account`,
        body: (school) =>
          `A recovery code was just used for your account at ${school}. It won’t work again.`,
      },
    },
    notYou:
      'If it wasn’t you, open Settings, sign out everywhere, change your password, and remove passkeys that you don’t recognize.',
    notAsked: 'If you didn’t ask for this, contact your school right away.',
  },
  de: {
    passkeyAdded: (school) => `Neuer Passkey für dein Konto bei ${school}`,
    passkeyJustAdded: (passkey, school) =>
      `der Passkey „${passkey}“ wurde gerade zu deinem Konto bei ${school} hinzugefügt. Du kannst dich jetzt damit statt mit deinem Passwort anmelden.`,
    changes: {
      on: {
        subject: (school) => `Bestätigung in zwei Schritten für ${school} ist an`,
        body: (school) =>
          `für dein Konto bei ${school} wurde gerade die Bestätigung in zwei Schritten eingeschaltet. Wenn du dich mit deinem Passwort anmeldest, brauchst du auch einen Code oder einen Passkey.`,
      },
      off: {
        subject: (school) => `Bestätigung in zwei Schritten für ${school} ist aus`,
        body: (school) =>
          `für dein Konto bei ${school} wurde gerade die Bestätigung in zwei Schritten ausgeschaltet. Zum Anmelden genügt jetzt dein Passwort.`,
      },
      reset: {
        subject: (school) =>
          `Deine Bestätigung in zwei Schritten für ${school} wurde zurückgesetzt`,
        body: (school) =>
          `die Administration von ${school} hat deine Passkeys, deine Authenticator-App und deine Wiederherstellungscodes entfernt. Melde dich mit deinem Passwort an und richte die Bestätigung in zwei Schritten in den Einstellungen neu ein.`,
      },
      appAdded: {
        subject: (school) => `Neue Authenticator-App für dein Konto bei ${school}`,
        body: (school) =>
          `zu deinem Konto bei ${school} wurde gerade eine Authenticator-App hinzugefügt. Mit ihren Codes kannst du jetzt deine Anmeldung bestätigen.`,
      },
      appReplaced: {
        subject: (school) => `Deine Authenticator-App für ${school} wurde ersetzt`,
        body: (school) =>
          `die Authenticator-App deines Kontos bei ${school} wurde gerade ersetzt. Codes der bisherigen App sind ungültig.`,
      },
      appRemoved: {
        subject: (school) => `Deine Authenticator-App für ${school} wurde entfernt`,
        body: (school) =>
          `die Authenticator-App wurde gerade aus deinem Konto bei ${school} entfernt. Ihre Codes sind ungültig.`,
      },
      passkeyRemoved: {
        subject: (school) => `Ein Passkey deines Kontos bei ${school} wurde entfernt`,
        body: (school, passkey) =>
          `der Passkey „${passkey}“ wurde gerade aus deinem Konto bei ${school} entfernt. Du kannst dich nicht mehr damit anmelden.`,
      },
      codesRenewed: {
        subject: (school) => `Du hast neue Wiederherstellungscodes für ${school}`,
        body: (school) =>
          `für dein Konto bei ${school} wurden gerade neue Wiederherstellungscodes erstellt. Die bisherigen sind ungültig.`,
      },
      codeUsed: {
        subject: (school) => `Ein Wiederherstellungscode für ${school} wurde verwendet`,
        body: (school) =>
          `für dein Konto bei ${school} wurde gerade ein Wiederherstellungscode verwendet. Er kann nicht noch einmal verwendet werden.`,
      },
    },
    notYou:
      'Wenn du es nicht warst, öffne die Einstellungen, melde dich überall ab, ändere dein Passwort und entferne Passkeys, die du nicht kennst.',
    notAsked: 'Wenn du nicht darum gebeten hast, wende dich sofort an deine Hochschule.',
  },
  ar: {
    passkeyAdded: (school) => `أُضيف مفتاح مرور إلى حسابك في ${school}`,
    passkeyJustAdded: (passkey, school) =>
      `أُضيف مفتاح المرور «${passkey}» للتو إلى حسابك في ${school}. يمكنك الآن تسجيل الدخول به بدلًا من كلمة المرور.`,
    changes: {
      on: {
        subject: (school) => `تم تفعيل التحقق بخطوتين في ${school}`,
        body: (school) =>
          `تم للتو تفعيل التحقق بخطوتين لحسابك في ${school}. عند تسجيل الدخول بكلمة المرور ستحتاج أيضًا إلى رمز أو مفتاح مرور.`,
      },
      off: {
        subject: (school) => `تم إيقاف التحقق بخطوتين في ${school}`,
        body: (school) =>
          `تم للتو إيقاف التحقق بخطوتين لحسابك في ${school}. أصبحت كلمة المرور وحدها كافية لتسجيل الدخول.`,
      },
      reset: {
        subject: (school) => `أُعيد ضبط التحقق بخطوتين في ${school}`,
        body: (school) =>
          `أزال أحد مسؤولي ${school} مفاتيح المرور وتطبيق المصادقة ورموز الاسترداد الخاصة بك. سجّل الدخول بكلمة المرور ثم أعد إعداد التحقق بخطوتين من الإعدادات.`,
      },
      appAdded: {
        subject: (school) => `أُضيف تطبيق مصادقة إلى حسابك في ${school}`,
        body: (school) =>
          `أُضيف تطبيق مصادقة للتو إلى حسابك في ${school}. يمكنك الآن استخدام رموزه كخطوة ثانية عند تسجيل الدخول.`,
      },
      appReplaced: {
        subject: (school) => `استُبدل تطبيق المصادقة لحسابك في ${school}`,
        body: (school) =>
          `استُبدل تطبيق المصادقة لحسابك في ${school} للتو. لم تعد رموز التطبيق السابق صالحة.`,
      },
      appRemoved: {
        subject: (school) => `أُزيل تطبيق المصادقة من حسابك في ${school}`,
        body: (school) => `أُزيل تطبيق المصادقة للتو من حسابك في ${school}. لم تعد رموزه صالحة.`,
      },
      passkeyRemoved: {
        subject: (school) => `أُزيل مفتاح مرور من حسابك في ${school}`,
        body: (school, passkey) =>
          `أُزيل مفتاح المرور «${passkey}» للتو من حسابك في ${school}. لم يعد بإمكانك تسجيل الدخول به.`,
      },
      codesRenewed: {
        subject: (school) => `لديك رموز استرداد جديدة في ${school}`,
        body: (school) =>
          `أُنشئت للتو رموز استرداد جديدة لحسابك في ${school}. لم تعد الرموز السابقة صالحة.`,
      },
      codeUsed: {
        subject: (school) => `استُخدم رمز استرداد لحسابك في ${school}`,
        body: (school) => `استُخدم رمز استرداد للتو لحسابك في ${school}. لا يمكن استخدامه مرة أخرى.`,
      },
    },
    notYou:
      'إذا لم تكن أنت فافتح الإعدادات وسجّل الخروج من كل الأجهزة وغيّر كلمة المرور وأزل مفاتيح المرور التي لا تعرفها.',
    notAsked: 'إذا لم تطلب ذلك فتواصل مع جامعتك فورًا.',
  },
};
