import type { Language } from '../../kernel/outbound/languages.ts';

/** Texts around a newsletter in an email. */
interface NewsletterWords {
  readonly inbox: string;
  readonly test: string;
  /** The unsubscribe link: of the school's newsletters, a club's emails, or emails about an event. */
  readonly unsubscribe: string;
  readonly unsubscribeClub: (name: string) => string;
  readonly unsubscribeEvent: (name: string) => string;
}

export const newsletterWords: Readonly<Record<Language, NewsletterWords>> = {
  en: {
    inbox: 'Read it in your inbox',
    test: 'This is a test email.',
    unsubscribe: 'Unsubscribe',
    unsubscribeClub: (name) => `Unsubscribe from emails of ${name}`,
    unsubscribeEvent: (name) => `Unsubscribe from emails about ${name}`,
  },
  de: {
    inbox: 'In deinem Posteingang lesen',
    test: 'Das ist eine Test-E-Mail.',
    unsubscribe: 'Abbestellen',
    unsubscribeClub: (name) => `E-Mails von ${name} abbestellen`,
    unsubscribeEvent: (name) => `E-Mails zu ${name} abbestellen`,
  },
  ar: {
    inbox: 'اقرأها في صندوقك',
    test: 'هذه رسالة تجريبية.',
    unsubscribe: 'إلغاء الاشتراك',
    unsubscribeClub: (name) => `إلغاء الاشتراك في رسائل ${name}`,
    unsubscribeEvent: (name) => `إلغاء الاشتراك في الرسائل عن ${name}`,
  },
};
