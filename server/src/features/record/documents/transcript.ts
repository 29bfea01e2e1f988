import type { DocumentContent, IssuedEntry } from '#contract/record/public.endpoints.ts';
import { documentPath, showCode } from '#contract/record/limits.ts';
import type { PdfBlock, PdfDocument } from '../../../kernel/documents/pdf-content.ts';

/* The transcript as a page on paper: what is verified, grouped by kind, with a code that anybody can check. */

export type Language = 'en' | 'de' | 'ar';

interface Said {
  readonly title: string;
  readonly issued: (day: string) => string;
  readonly name: string;
  readonly program: string;
  readonly year: string;
  readonly hours: string;
  readonly activity: string;
  readonly role: string;
  readonly when: string;
  readonly verifiedBy: string;
  readonly school: string;
  readonly now: string;
  readonly attended: string;
  readonly badges: string;
  readonly competencies: string;
  readonly reflections: string;
  readonly check: string;
  readonly how: (code: string, address: string) => string;
}

const said: Readonly<Record<Language, Said>> = {
  en: {
    title: 'Co-curricular record',
    issued: (day) => `Issued ${day}`,
    name: 'Name',
    program: 'Program',
    year: 'Class of',
    hours: 'Verified hours',
    activity: 'Activity',
    role: 'Role',
    when: 'When',
    verifiedBy: 'Verified by',
    school: 'School records',
    now: 'now',
    attended: 'Events attended',
    badges: 'Badges',
    competencies: 'Competencies',
    reflections: 'Reflections',
    check: 'Verify this record',
    how: (code, address) =>
      `Scan the code, or enter ${code} at ${address}. The page shows what was issued and whether it is still valid.`,
  },
  de: {
    title: 'Engagement-Nachweis',
    issued: (day) => `Ausgestellt am ${day}`,
    name: 'Name',
    program: 'Studiengang',
    year: 'Abschlussjahr',
    hours: 'Bestätigte Stunden',
    activity: 'Aktivität',
    role: 'Aufgabe',
    when: 'Zeit',
    verifiedBy: 'Bestätigt durch',
    school: 'Daten der Hochschule',
    now: 'heute',
    attended: 'Besuchte Veranstaltungen',
    badges: 'Abzeichen',
    competencies: 'Kompetenzen',
    reflections: 'Reflexionen',
    check: 'Diesen Nachweis prüfen',
    how: (code, address) =>
      `Scanne den Code oder gib ${code} unter ${address} ein. Die Seite zeigt, was ausgestellt wurde und ob es noch gilt.`,
  },
  ar: {
    title: 'سجل الأنشطة اللامنهجية',
    issued: (day) => `صدر في ${day}`,
    name: 'الاسم',
    program: 'البرنامج',
    year: 'سنة التخرج',
    hours: 'الساعات الموثقة',
    activity: 'النشاط',
    role: 'الدور',
    when: 'الفترة',
    verifiedBy: 'وثّقه',
    school: 'بيانات المؤسسة',
    now: 'الآن',
    attended: 'الفعاليات التي حضرها',
    badges: 'الأوسمة',
    competencies: 'الكفاءات',
    reflections: 'تأملات',
    check: 'تحقق من هذا السجل',
    how: (code, address) =>
      `امسح الرمز ضوئيًا أو أدخل ${code} في ${address}. تعرض الصفحة ما صدر وما إذا كان لا يزال ساريًا.`,
  },
};

/** Hours as people write them: 12 or 12.5. */
const hoursText = (minutes: number, language: Language): string =>
  minutes === 0
    ? ''
    : new Intl.NumberFormat(language, { maximumFractionDigits: 2, numberingSystem: 'latn' }).format(
        minutes / 60,
      );

const format = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', numberingSystem: 'latn' });

const spanText = (entry: IssuedEntry, language: Language): string => {
  const month = format(language, { month: 'short', year: 'numeric' });
  const from = month.format(new Date(entry.startsOn));
  const to = entry.endsOn === null ? said[language].now : month.format(new Date(entry.endsOn));
  return from === to ? from : `${from} – ${to}`;
};

export interface TranscriptFacts {
  readonly school: string;
  /** A PNG; null for none. */
  readonly logo: Uint8Array | null;
  readonly code: string;
  readonly origin: string;
  readonly issuedAt: Date;
  readonly language: Language;
  readonly paper: 'A4' | 'LETTER';
  readonly content: DocumentContent;
}

/** What comes from the platform is titled in the reader's language. */
export const isCountOfEvents = (entry: IssuedEntry): boolean => entry.title === 'Events attended';

const rowsOf = (entries: readonly IssuedEntry[], language: Language) => {
  const words = said[language];
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const own = entries.filter((one) => one.kind === kind);
    const minutes = own.reduce((sum, one) => sum + one.minutes, 0);
    return [
      { bold: true, cells: [kind, '', '', hoursText(minutes, language), ''] },
      ...own.map((one) => {
        const title = isCountOfEvents(one) ? words.attended : one.title;
        return {
          cells: [
            one.organization === '' ? title : one.organization,
            one.organization === '' ? '' : title,
            spanText(one, language),
            hoursText(one.minutes, language),
            one.verifiedBy === '' ? words.school : one.verifiedBy,
          ],
        };
      }),
    ];
  });
};

const named = (title: string, text: string): PdfBlock[] =>
  text === ''
    ? []
    : [
        { kind: 'space', height: 14 },
        {
          kind: 'together',
          content: [
            { kind: 'text', text: title, bold: true },
            { kind: 'text', text },
          ],
        },
      ];

/** The transcript, to draw. */
export const transcriptOf = (facts: TranscriptFacts): PdfDocument => {
  const { content, language, school, code, origin } = facts;
  const words = said[language];
  const day = format(language, { dateStyle: 'long' }).format(facts.issuedAt);
  const minutes = content.entries.reduce((sum, one) => sum + one.minutes, 0);
  const year = format(language, { year: 'numeric' });
  const reflections = content.entries.filter(({ reflection }) => reflection !== '');
  const about = [
    { label: words.name, value: content.holder },
    { label: words.program, value: content.program },
    { label: words.year, value: content.yearOfGraduation },
    { label: words.hours, value: hoursText(minutes, language) },
  ].filter(({ value }) => value !== '');
  return {
    title: `${words.title}: ${content.holder}`,
    author: school,
    language,
    createdAt: facts.issuedAt,
    paper: facts.paper,
    footer: `${school} • ${showCode(code)}`,
    content: [
      {
        kind: 'columns',
        items: [
          ...(facts.logo === null
            ? []
            : [
                {
                  width: 36,
                  content: [
                    {
                      kind: 'picture' as const,
                      bytes: facts.logo,
                      type: 'png' as const,
                      width: 36,
                    },
                  ],
                },
              ]),
          { share: 2, content: [{ kind: 'text', text: school, bold: true, size: 11 }] },
          { share: 1, content: [{ kind: 'text', text: words.issued(day), align: 'end' }] },
        ],
      },
      { kind: 'space', height: 10 },
      { kind: 'rule', strong: true },
      { kind: 'space', height: 18 },
      { kind: 'text', text: words.title, size: 20, bold: true },
      { kind: 'space', height: 10 },
      { kind: 'facts', items: about },
      { kind: 'space', height: 18 },
      ...(content.entries.length === 0
        ? []
        : [
            {
              kind: 'table' as const,
              columns: [
                { title: words.activity, share: 5 },
                { title: words.role, share: 4 },
                { title: words.when, share: 4 },
                { title: words.hours, share: 3, align: 'end' as const },
                { title: words.verifiedBy, share: 4 },
              ],
              rows: rowsOf(content.entries, language),
            },
          ]),
      ...named(
        words.badges,
        content.badges
          .map(({ name, awardedOn }) => `${name} (${year.format(new Date(awardedOn))})`)
          .join(' • '),
      ),
      ...named(
        words.competencies,
        [...new Set(content.entries.flatMap(({ competencies }) => competencies))].join(' • '),
      ),
      ...reflections.flatMap((one, at) => [
        ...(at === 0 ? named(words.reflections, ' ') : []),
        { kind: 'text' as const, text: one.title, bold: true },
        { kind: 'text' as const, text: one.reflection },
        { kind: 'space' as const, height: 8 },
      ]),
      {
        kind: 'together',
        atFoot: true,
        content: [
          { kind: 'space', height: 20 },
          { kind: 'rule' },
          { kind: 'space', height: 14 },
          {
            kind: 'columns',
            items: [
              {
                width: 84,
                content: [{ kind: 'qr', text: `${origin}${documentPath(code)}`, size: 84 }],
              },
              {
                share: 1,
                content: [
                  { kind: 'text', text: words.check, bold: true },
                  {
                    kind: 'text',
                    text: words.how(showCode(code), `${new URL(origin).host}/verify`),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
};
