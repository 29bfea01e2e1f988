import type { Language } from '../../kernel/outbound/languages.ts';

/** Texts of the emails about a password that people reset or changed. */
interface PasswordWords {
  readonly reset: (school: string) => string;
  readonly asked: (school: string) => string;
  readonly ignore: string;
  readonly changed: (school: string) => string;
  readonly justChanged: (school: string) => string;
  /** The number of other sessions that ended. */
  readonly sessions: (count: number) => string;
  readonly keys: (names: string) => string;
  readonly calendars: (names: string) => string;
  /** Introduces the passkeys and the app that still work. */
  readonly kept: string;
  readonly keptPasskey: (name: string, date: string) => string;
  readonly keptApp: (date: string) => string;
  readonly removeThere: string;
  readonly quote: (name: string) => string;
  /** Separates names in a list. */
  readonly comma: string;
  readonly notYou: string;
}

export const passwordWords: Readonly<Record<Language, PasswordWords>> = {
  en: {
    reset: (school) => `Reset your ${school} password`,
    asked: (school) =>
      `Someone, hopefully you, asked to reset the password of your account at ${school}. Open this link within an hour to choose a new one:`,
    ignore:
      'If it wasn’t you, you can ignore this email: your password stays the same, and the link will expire.',
    changed: (school) => `Your ${school} password was changed`,
    justChanged: (school) => `The password of your account at ${school} was just changed.`,
    sessions: (count) =>
      count === 0
        ? 'No other device was signed in.'
        : `Signed out: ${count === 1 ? '1 session on another device' : `${count} sessions on other devices`}.`,
    keys: (names) => `Revoked API keys (their programs need new ones): ${names}.`,
    calendars: (names) => `Revoked calendar access (set it up again on your devices): ${names}.`,
    kept: 'These still work:',
    keptPasskey: (name, date) => `Passkey ${name}, added on ${date}`,
    keptApp: (date) => `Authenticator app, added on ${date}`,
    removeThere: 'If you don’t recognize one of them, remove it here:',
    quote: (name) => `“${name}”`,
    comma: ', ',
    notYou:
      'If it wasn’t you, open the sign-in page, choose “Forgot password?” and set a new one right away.',
  },
  de: {
    reset: (school) => `Setze dein Passwort für ${school} zurück`,
    asked: (school) =>
      `jemand, hoffentlich du, möchte das Passwort deines Kontos bei ${school} zurücksetzen. Öffne diesen Link innerhalb einer Stunde und lege ein neues fest:`,
    ignore:
      'Wenn du es nicht warst, kannst du diese E-Mail ignorieren: Dein Passwort bleibt gleich, und der Link läuft ab.',
    changed: (school) => `Dein Passwort für ${school} wurde geändert`,
    justChanged: (school) => `das Passwort deines Kontos bei ${school} wurde gerade geändert.`,
    sessions: (count) =>
      count === 0
        ? 'Kein anderes Gerät war angemeldet.'
        : `Abgemeldet: ${count === 1 ? '1 Sitzung auf einem anderen Gerät' : `${count} Sitzungen auf anderen Geräten`}.`,
    keys: (names) => `Widerrufene API-Schlüssel (ihre Programme brauchen neue): ${names}.`,
    calendars: (names) =>
      `Widerrufene Kalenderzugänge (richte sie auf deinen Geräten neu ein): ${names}.`,
    kept: 'Weiterhin gültig:',
    keptPasskey: (name, date) => `Passkey ${name}, hinzugefügt am ${date}`,
    keptApp: (date) => `Authenticator-App, hinzugefügt am ${date}`,
    removeThere: 'Wenn du etwas davon nicht kennst, entferne es hier:',
    quote: (name) => `„${name}“`,
    comma: ', ',
    notYou:
      'Wenn du es nicht warst, öffne die Anmeldeseite, wähle „Passwort vergessen?“ und lege sofort ein neues fest.',
  },
  ar: {
    reset: (school) => `إعادة تعيين كلمة مرورك في ${school}`,
    asked: (school) =>
      `طلب شخص ما، ونأمل أن يكون أنت، إعادة تعيين كلمة مرور حسابك في ${school}. افتح هذا الرابط خلال ساعة لاختيار كلمة مرور جديدة:`,
    ignore:
      'إذا لم تكن أنت فيمكنك تجاهل هذه الرسالة: تبقى كلمة مرورك كما هي، وستنتهي صلاحية الرابط.',
    changed: (school) => `تم تغيير كلمة مرورك في ${school}`,
    justChanged: (school) => `تم تغيير كلمة مرور حسابك في ${school} للتو.`,
    sessions: (count) =>
      count === 0
        ? 'لم يكن أي جهاز آخر مسجّل الدخول.'
        : `عدد الجلسات التي تم إنهاؤها على الأجهزة الأخرى: ${count}.`,
    keys: (names) => `مفاتيح API التي أُلغيت (تحتاج برامجها إلى مفاتيح جديدة): ${names}.`,
    calendars: (names) => `صلاحيات التقويم التي أُلغيت (أعد إعدادها على أجهزتك): ${names}.`,
    kept: 'ما زال صالحًا للاستخدام:',
    keptPasskey: (name, date) => `مفتاح المرور ${name}، أُضيف في ${date}`,
    keptApp: (date) => `تطبيق المصادقة، أُضيف في ${date}`,
    removeThere: 'إذا لم تتعرّف على أحدها فأزله من هنا:',
    quote: (name) => `«${name}»`,
    comma: '، ',
    notYou:
      'إذا لم تكن أنت فافتح صفحة تسجيل الدخول واختر «نسيت كلمة المرور؟» وعيّن كلمة مرور جديدة فورًا.',
  },
};
