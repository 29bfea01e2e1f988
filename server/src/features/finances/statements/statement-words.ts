import type { LineKind } from '#contract/finances/limits.ts';

export const statementLanguages = ['en', 'de', 'ar'] as const;
export type StatementLanguage = (typeof statementLanguages)[number];

interface Words {
  readonly title: string;
  readonly account: string;
  readonly main: string;
  readonly term: string;
  readonly allTerms: string;
  readonly date: string;
  readonly balance: string;
  readonly credit: string;
  readonly dueNow: string;
  readonly description: string;
  readonly charge: string;
  readonly payment: string;
  readonly reversed: string;
  readonly none: string;
  readonly kinds: Readonly<Record<LineKind, string>>;
}

/** The texts of PDF statements in each language. */
export const statementWords: Readonly<Record<StatementLanguage, Words>> = {
  en: {
    title: 'Account statement',
    account: 'Account',
    main: 'Student account',
    term: 'Term',
    allTerms: 'All terms',
    date: 'Date',
    balance: 'Balance',
    credit: 'In credit',
    dueNow: 'Due now',
    description: 'Description',
    charge: 'Charge',
    payment: 'Payment',
    reversed: 'Reversed',
    none: 'There are no charges or payments.',
    kinds: {
      charge: 'Charge',
      payment: 'Payment',
      credit: 'Credit',
      refund: 'Refund',
      pending: 'Pending, not counted',
    },
  },
  de: {
    title: 'Kontoauszug',
    account: 'Konto',
    main: 'Studienkonto',
    term: 'Semester',
    allTerms: 'Alle Semester',
    date: 'Datum',
    balance: 'Saldo',
    credit: 'Guthaben',
    dueNow: 'Jetzt fällig',
    description: 'Beschreibung',
    charge: 'Forderung',
    payment: 'Zahlung',
    reversed: 'Storniert',
    none: 'Es gibt keine Forderungen oder Zahlungen.',
    kinds: {
      charge: 'Forderung',
      payment: 'Zahlung',
      credit: 'Gutschrift',
      refund: 'Erstattung',
      pending: 'Ausstehend, nicht gezählt',
    },
  },
  ar: {
    title: 'كشف الحساب',
    account: 'الحساب',
    main: 'حساب الطالب',
    term: 'الفصل',
    allTerms: 'كل الفصول',
    date: 'التاريخ',
    balance: 'الرصيد',
    credit: 'رصيد دائن',
    dueNow: 'مستحق الآن',
    description: 'البيان',
    charge: 'رسوم',
    payment: 'دفعة',
    reversed: 'أُلغي',
    none: 'لا توجد رسوم أو مدفوعات.',
    kinds: {
      charge: 'رسوم',
      payment: 'دفعة',
      credit: 'إعفاء',
      refund: 'استرداد',
      pending: 'قيد الانتظار، غير محتسب',
    },
  },
};
