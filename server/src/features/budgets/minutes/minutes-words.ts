import type { RequestKind } from '#contract/budgets/limits.ts';
import type { DecisionRow } from './minutes.queries.ts';

export type MinutesLanguage = 'en' | 'de' | 'ar';

interface Words {
  readonly title: string;
  readonly days: string;
  readonly requests: string;
  readonly request: string;
  readonly club: string;
  readonly type: string;
  readonly account: string;
  readonly asked: string;
  readonly granted: string;
  readonly decision: string;
  readonly score: string;
  /** The average of the scores, and their number. */
  readonly scoreOf: (average: string, count: number) => string;
  readonly open: string;
  readonly details: string;
  readonly reason: string;
  /** The step of a process without steps. */
  readonly step: string;
  readonly deletedClub: string;
  readonly deletedUser: string;
  readonly none: string;
  readonly kinds: Readonly<Record<RequestKind, string>>;
  readonly results: Readonly<Record<DecisionRow['kind'], string>>;
  /** A decision with its step, person and time. */
  readonly decidedBy: (result: string, step: string, by: string, at: string) => string;
}

/** The texts of minutes in each language. */
export const minutesWords: Readonly<Record<MinutesLanguage, Words>> = {
  en: {
    title: 'Budget decisions',
    days: 'Days',
    requests: 'Requests',
    request: 'Request',
    club: 'Club',
    type: 'Type',
    account: 'Account',
    asked: 'Requested',
    granted: 'Granted',
    decision: 'Decision',
    score: 'Score',
    scoreOf: (average, count) => `${average} (${count} ${count === 1 ? 'reviewer' : 'reviewers'})`,
    open: 'In review',
    details: 'Decisions and reasons',
    reason: 'Reason',
    step: 'Review',
    deletedClub: 'Deleted club',
    deletedUser: 'Deleted user',
    none: 'No decisions were made on these days.',
    kinds: { budget: 'Budget', purchase: 'Purchase', reimbursement: 'Reimbursement' },
    results: { approved: 'Approved', denied: 'Denied', changes_requested: 'Changes requested' },
    decidedBy: (result, step, by, at) => `${result} by ${by} (${step}), ${at}`,
  },
  de: {
    title: 'Budgetentscheidungen',
    days: 'Tage',
    requests: 'Anträge',
    request: 'Antrag',
    club: 'Club',
    type: 'Art',
    account: 'Konto',
    asked: 'Beantragt',
    granted: 'Bewilligt',
    decision: 'Entscheidung',
    score: 'Bewertung',
    scoreOf: (average, count) =>
      `${average} (${count} ${count === 1 ? 'Bewertung' : 'Bewertungen'})`,
    open: 'In Prüfung',
    details: 'Entscheidungen und Gründe',
    reason: 'Grund',
    step: 'Prüfung',
    deletedClub: 'Gelöschter Club',
    deletedUser: 'Gelöschtes Konto',
    none: 'An diesen Tagen wurde nichts entschieden.',
    kinds: { budget: 'Budget', purchase: 'Anschaffung', reimbursement: 'Erstattung' },
    results: {
      approved: 'Bewilligt',
      denied: 'Abgelehnt',
      changes_requested: 'Änderungen angefordert',
    },
    decidedBy: (result, step, by, at) => `${result} von ${by} (${step}), ${at}`,
  },
  ar: {
    title: 'قرارات الميزانية',
    days: 'الأيام',
    requests: 'الطلبات',
    request: 'الطلب',
    club: 'النادي',
    type: 'النوع',
    account: 'الحساب',
    asked: 'المطلوب',
    granted: 'الممنوح',
    decision: 'القرار',
    score: 'التقييم',
    scoreOf: (average, count) => `${average} (عدد التقييمات: ${count})`,
    open: 'قيد المراجعة',
    details: 'القرارات وأسبابها',
    reason: 'السبب',
    step: 'المراجعة',
    deletedClub: 'نادٍ محذوف',
    deletedUser: 'مستخدم محذوف',
    none: 'لم تُتخذ أي قرارات في هذه الأيام.',
    kinds: { budget: 'ميزانية', purchase: 'شراء', reimbursement: 'استرداد' },
    results: {
      approved: 'تمت الموافقة',
      denied: 'تم الرفض',
      changes_requested: 'طُلبت تعديلات',
    },
    decidedBy: (result, step, by, at) => `${result}: ${by} (${step})، ${at}`,
  },
};
