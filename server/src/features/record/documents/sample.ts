import type { DocumentContent, IssuedEntry } from '#contract/record/public.endpoints.ts';
import type { DocumentLanguage } from '#contract/record/limits.ts';

/* Invented content for the preview of a transcript. It is long enough to show every part. */

interface Words {
  readonly holder: string;
  readonly program: string;
  readonly verifier: string;
  readonly service: string;
  readonly leading: string;
  readonly entries: readonly [
    organization: string,
    title: string,
    competency: string,
    reflection: string,
  ][];
  readonly badge: string;
}

const words: Readonly<Record<DocumentLanguage, Words>> = {
  en: {
    holder: 'Alex Sample',
    program: 'History',
    verifier: 'Robin Example',
    service: 'Service',
    leading: 'Leadership',
    entries: [
      ['Campus pantry', 'Shift lead', 'Teamwork', 'I learned to ask before I help.'],
      ['Reading circle', 'Tutor', 'Teaching', ''],
      ['Chess club', 'President', 'Public speaking', ''],
    ],
    badge: 'Good neighbor',
  },
  de: {
    holder: 'Alex Muster',
    program: 'Geschichte',
    verifier: 'Robin Beispiel',
    service: 'Ehrenamt',
    leading: 'Leitung',
    entries: [
      ['Campus-Tafel', 'Schichtleitung', 'Teamarbeit', 'Ich habe gelernt, erst zu fragen.'],
      ['Lesekreis', 'Tutorin', 'Lehre', ''],
      ['Schachclub', 'Vorsitz', 'Freies Sprechen', ''],
    ],
    badge: 'Gute Nachbarschaft',
  },
  ar: {
    holder: 'سلمى المثال',
    program: 'التاريخ',
    verifier: 'رامي النموذج',
    service: 'الخدمة',
    leading: 'القيادة',
    entries: [
      ['بنك طعام الحرم', 'مسؤولة النوبة', 'العمل الجماعي', 'تعلّمت أن أسأل قبل أن أساعد.'],
      ['حلقة القراءة', 'معلّمة', 'التدريس', ''],
      ['نادي الشطرنج', 'رئيسة', 'الخطابة', ''],
    ],
    badge: 'جار طيب',
  },
};

const day = (now: Date, daysAgo: number): string =>
  new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Returns invented entries in the language of the transcript. */
export const sampleContent = (language: DocumentLanguage, now: Date): DocumentContent => {
  const { holder, program, verifier, service, leading, entries, badge } = words[language];
  return {
    holder,
    program,
    yearOfGraduation: String(now.getUTCFullYear() + 1),
    entries: entries.map(([organization, title, competency, reflection], at): IssuedEntry => ({
      id: String(at),
      kind: at < 2 ? service : leading,
      title,
      organization,
      startsOn: day(now, 400 - at * 100),
      endsOn: at === 2 ? null : day(now, 280 - at * 100),
      minutes: (at + 2) * 750,
      summary: '',
      reflection,
      competencies: [competency],
      verifiedBy: at === 2 ? '' : verifier,
      verifiedOn: day(now, 30),
    })),
    badges: [{ id: '0', name: badge, description: '', awardedOn: day(now, 20) }],
  };
};
