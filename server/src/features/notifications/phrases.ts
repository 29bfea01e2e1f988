import type { Language } from '../../kernel/outbound/languages.ts';

/** Texts of notification emails and pushes, apart from the notifications themselves. */
interface Phrases {
  readonly dir: 'ltr' | 'rtl';
  /** Text of a push that hides its content, and of one for several notifications. */
  readonly hidden: (count: number) => string;
  readonly subject: (count: number) => string;
  readonly more: (count: number) => string;
  readonly open: string;
  readonly all: string;
  readonly settings: string;
  readonly leave: string;
}

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    dir: 'ltr',
    hidden: (count) =>
      count === 1 ? 'You have a new notification' : `You have ${count} new notifications`,
    subject: (count) => (count === 1 ? 'A notification for you' : `${count} notifications for you`),
    more: (count) => (count === 1 ? 'And one more.' : `And ${count} more.`),
    open: 'Open',
    all: 'See all notifications',
    settings: 'Change email settings',
    leave: 'Stop notification emails',
  },
  de: {
    dir: 'ltr',
    hidden: (count) =>
      count === 1
        ? 'Du hast eine neue Benachrichtigung'
        : `Du hast ${count} neue Benachrichtigungen`,
    subject: (count) =>
      count === 1 ? 'Eine Benachrichtigung für dich' : `${count} Benachrichtigungen für dich`,
    more: (count) => (count === 1 ? 'Und eine weitere.' : `Und ${count} weitere.`),
    open: 'Öffnen',
    all: 'Alle Benachrichtigungen ansehen',
    settings: 'E-Mail-Einstellungen ändern',
    leave: 'Keine Benachrichtigungen mehr per E-Mail',
  },
  ar: {
    dir: 'rtl',
    hidden: (count) => (count === 1 ? 'لديك إشعار جديد' : `إشعارات جديدة لك: ${count}`),
    subject: (count) => (count === 1 ? 'إشعار لك' : `إشعارات لك: ${count}`),
    more: (count) => `والمزيد: ${count}.`,
    open: 'فتح',
    all: 'عرض كل الإشعارات',
    settings: 'تغيير إعدادات البريد',
    leave: 'إيقاف الإشعارات بالبريد',
  },
};
