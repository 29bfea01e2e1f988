import type { DocumentContent, IssuedEntry } from '#contract/record/public.endpoints.ts';
import { documentPath, showCode, type DocumentLanguage } from '#contract/record/limits.ts';
import type { PdfBlock, PdfDocument } from '../../../kernel/documents/pdf-content.ts';
import type { TranscriptDesign } from './layout.ts';

/* The transcript as a document for print: the verified experiences, grouped by type, with a code for verification. */

type Language = DocumentLanguage;

interface TranscriptTexts {
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
  readonly sample: string;
  readonly how: (code: string, address: string) => string;
}

const transcriptTexts: Readonly<Record<Language, TranscriptTexts>> = {
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
    sample: 'Preview with sample entries. This is not a valid document.',
    check: 'Verify this record',
    how: (code, address) =>
      `Scan the code, or enter ${code} at ${address}. The page shows the issued record and whether it’s still valid.`,
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
    sample: 'Vorschau mit Beispieleinträgen. Dies ist kein gültiges Dokument.',
    check: 'Diesen Nachweis prüfen',
    how: (code, address) =>
      `Scanne den Code oder gib ${code} unter ${address} ein. Die Seite zeigt den ausgestellten Nachweis und ob er noch gilt.`,
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
    school: 'بيانات الجامعة',
    now: 'الآن',
    attended: 'الفعاليات التي حضرها',
    badges: 'الأوسمة',
    competencies: 'الكفاءات',
    reflections: 'تأملات',
    sample: 'معاينة بإدخالات نموذجية. هذا ليس مستندًا صالحًا.',
    check: 'تحقق من هذا السجل',
    how: (code, address) =>
      `امسح الرمز ضوئيًا أو أدخل ${code} في ${address}. تعرض الصفحة السجل الصادر وما إذا كان لا يزال ساريًا.`,
  },
};

/** Formats hours for people, such as 12 or 12.5. */
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
  const to =
    entry.endsOn === null ? transcriptTexts[language].now : month.format(new Date(entry.endsOn));
  return from === to ? from : `${from} – ${to}`;
};

export interface TranscriptFacts {
  readonly school: string;
  /** A PNG. Null for none. */
  readonly logo: Uint8Array | null;
  readonly code: string;
  readonly origin: string;
  readonly issuedAt: Date;
  readonly language: Language;
  readonly paper: 'A4' | 'LETTER';
  readonly content: DocumentContent;
  readonly looks: TranscriptDesign;
  /** True if the transcript has invented entries. It says so. */
  readonly isSample?: boolean;
}

/** Returns whether the app created an entry from attended events. Its title is shown in the reader's language. */
export const isCountOfEvents = (entry: IssuedEntry): boolean => entry.title === 'Events attended';

/** Returns the columns that the school shows, each with its values for an entry and for a whole type. */
const columnsOf = (language: Language, shown: TranscriptDesign['shown']) => {
  const words = transcriptTexts[language];
  const titleOf = (one: IssuedEntry) => (isCountOfEvents(one) ? words.attended : one.title);
  const hours = (minutes: number) => hoursText(minutes, language);
  return [
    {
      title: words.activity,
      share: 5,
      of: (one: IssuedEntry) => (one.organization === '' ? titleOf(one) : one.organization),
      ofKind: (kind: string) => kind,
    },
    {
      title: words.role,
      share: 4,
      of: (one: IssuedEntry) => (one.organization === '' ? '' : titleOf(one)),
    },
    {
      title: words.when,
      share: 4,
      part: 'dates' as const,
      of: (one: IssuedEntry) => spanText(one, language),
    },
    {
      title: words.hours,
      share: 3,
      align: 'end' as const,
      part: 'hours' as const,
      of: ({ minutes }: IssuedEntry) => hours(minutes),
      ofKind: (_: string, minutes: number) => hours(minutes),
    },
    {
      title: words.verifiedBy,
      share: 4,
      part: 'verifiers' as const,
      of: ({ verifiedBy }: IssuedEntry) => (verifiedBy === '' ? words.school : verifiedBy),
    },
  ].filter(({ part }) => part === undefined || shown.includes(part));
};

const tableOf = (
  entries: readonly IssuedEntry[],
  language: Language,
  shown: TranscriptDesign['shown'],
): PdfBlock => {
  const columns = columnsOf(language, shown);
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  return {
    kind: 'table',
    columns: columns.map(({ title, share, align }) => ({ title, share, ...(align && { align }) })),
    rows: kinds.flatMap((kind) => {
      const own = entries.filter((one) => one.kind === kind);
      const minutes = own.reduce((sum, one) => sum + one.minutes, 0);
      return [
        { bold: true, cells: columns.map(({ ofKind }) => ofKind?.(kind, minutes) ?? '') },
        ...own.map((one) => ({ cells: columns.map(({ of }) => of(one)) })),
      ];
    }),
  };
};

/** Maximum size of a signature in points. */
const signatureBox = { width: 150, height: 56 };

/** Returns the signature block at the end. */
const signatureOf = ({ signature, signatory, signatoryTitle }: TranscriptDesign): PdfBlock[] =>
  signature === null && signatory === ''
    ? []
    : [
        { kind: 'space', height: 24 },
        {
          kind: 'together',
          content: [
            ...(signature === null
              ? []
              : [
                  {
                    kind: 'picture' as const,
                    bytes: signature.bytes,
                    type: 'png' as const,
                    width: Math.min(
                      signatureBox.width,
                      (signatureBox.height * signature.width) / signature.height,
                    ),
                  },
                ]),
            ...(signatory === '' ? [] : [{ kind: 'text' as const, text: signatory, bold: true }]),
            ...(signatory === '' || signatoryTitle === ''
              ? []
              : [{ kind: 'text' as const, text: signatoryTitle, muted: true }]),
          ],
        },
      ];

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

/** Returns the transcript as blocks to draw. */
export const transcriptOf = (facts: TranscriptFacts): PdfDocument => {
  const { content, language, school, code, origin, looks, isSample = false } = facts;
  const { shown } = looks;
  const words = transcriptTexts[language];
  const day = format(language, { dateStyle: 'long' }).format(facts.issuedAt);
  const minutes = content.entries.reduce((sum, one) => sum + one.minutes, 0);
  const year = format(language, { year: 'numeric' });
  const reflections = shown.includes('reflections')
    ? content.entries.filter(({ reflection }) => reflection !== '')
    : [];
  const about = [
    { label: words.name, value: content.holder },
    { label: words.program, value: content.program },
    { label: words.year, value: content.yearOfGraduation },
    { label: words.hours, value: shown.includes('hours') ? hoursText(minutes, language) : '' },
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
          {
            share: 2,
            content: [
              { kind: 'text', text: school, bold: true, size: 11 },
              ...(looks.office === '' ? [] : [{ kind: 'text' as const, text: looks.office }]),
            ],
          },
          { share: 1, content: [{ kind: 'text', text: words.issued(day), align: 'end' }] },
        ],
      },
      { kind: 'space', height: 10 },
      { kind: 'rule', strong: true },
      { kind: 'space', height: 18 },
      { kind: 'text', text: words.title, size: 20, bold: true },
      ...(isSample ? [{ kind: 'text' as const, text: words.sample, bold: true }] : []),
      { kind: 'space', height: 10 },
      { kind: 'facts', items: about },
      { kind: 'space', height: 18 },
      ...(looks.introduction === ''
        ? []
        : [
            { kind: 'text' as const, text: looks.introduction },
            { kind: 'space' as const, height: 18 },
          ]),
      ...(content.entries.length === 0 ? [] : [tableOf(content.entries, language, shown)]),
      ...named(
        words.badges,
        content.badges
          .map(({ name, awardedOn }) => `${name} (${year.format(new Date(awardedOn))})`)
          .join(' • '),
      ),
      ...named(
        words.competencies,
        shown.includes('competencies')
          ? [...new Set(content.entries.flatMap(({ competencies }) => competencies))].join(' • ')
          : '',
      ),
      ...reflections.flatMap((one, at) => [
        ...(at === 0
          ? [
              { kind: 'space' as const, height: 14 },
              { kind: 'text' as const, text: words.reflections, bold: true, size: 12 },
              { kind: 'space' as const, height: 4 },
            ]
          : []),
        { kind: 'text' as const, text: one.title, bold: true },
        { kind: 'text' as const, text: one.reflection },
        { kind: 'space' as const, height: 8 },
      ]),
      ...signatureOf(looks),
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
