import type { PdfBlock, PdfDocument } from '../../../kernel/documents/pdf-content.ts';
import { inLine, pdfMoney, pdfTag } from '../../../kernel/documents/pdf-format.ts';
import { decidedRequests, sumsOf, type DecidedRequest, type Minutes } from './minutes.ts';
import { minutesWords, type MinutesLanguage } from './minutes-words.ts';

/** Returns the definition of the minutes' PDF: the sums, a table of all requests, and each decision with its reason. */
export const minutesPdf = (minutes: Minutes, language: MinutesLanguage): PdfDocument => {
  const words = minutesWords[language];
  const { school, zone, paper, madeAt, from, to } = minutes;
  const days = new Intl.DateTimeFormat(pdfTag(language), { dateStyle: 'long', timeZone: 'UTC' });
  const day = (text: string) => days.format(new Date(`${text}T00:00:00Z`));
  const shownDays = from === to ? day(from) : `${day(from)} – ${day(to)}`;
  const moments = new Intl.DateTimeFormat(pdfTag(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  });
  const average = new Intl.NumberFormat(pdfTag(language), { minimumFractionDigits: 1 });
  const money = (amount: number, currency: string) => pdfMoney(language, currency)(amount);
  const requests = decidedRequests(minutes.rows);
  const clubOf = ({ row }: DecidedRequest) => inLine(row.club ?? words.deletedClub);
  const grantedOf = ({ row, granted }: DecidedRequest) =>
    granted === null ? '–' : money(granted, row.currency);
  /** The last decision of these days, or that others still have to decide. */
  const resultOf = ({ row }: DecidedRequest) =>
    row.kind === 'approved' && row.state !== 'approved' ? words.open : words.results[row.kind];
  const detailsOf = (one: DecidedRequest): PdfBlock => ({
    kind: 'together',
    content: [
      { kind: 'text', text: inLine(one.row.title), bold: true, size: 11 },
      { kind: 'space', height: 4 },
      {
        kind: 'facts',
        items: [
          { label: words.club, value: clubOf(one) },
          { label: words.type, value: words.kinds[one.row.request_kind] },
          { label: words.account, value: inLine(one.row.account) },
          ...(one.row.score === null
            ? []
            : [
                {
                  label: words.score,
                  value: words.scoreOf(average.format(one.row.score), one.row.scores),
                },
              ]),
        ],
      },
      ...one.decisions.flatMap((decision): PdfBlock[] => [
        { kind: 'space', height: 4 },
        {
          kind: 'text',
          text: words.decidedBy(
            words.results[decision.kind],
            inLine(decision.step === '' ? words.step : decision.step),
            inLine(decision.by ?? words.deletedUser),
            moments.format(decision.at),
          ),
        },
        ...(decision.text === ''
          ? []
          : [
              {
                kind: 'text' as const,
                text: `${words.reason}: ${decision.text}`,
                muted: true,
              },
            ]),
      ]),
      { kind: 'space', height: 8 },
      { kind: 'rule' },
      { kind: 'space', height: 8 },
    ],
  });
  const title = inLine(minutes.title);
  return {
    title: title === '' ? `${words.title}, ${shownDays}` : title,
    author: school,
    language,
    createdAt: madeAt,
    paper,
    footer: `${school} · ${words.title} · ${shownDays}`,
    content: [
      { kind: 'text', text: school, size: 11, muted: true },
      { kind: 'text', text: title === '' ? words.title : title, size: 20, bold: true },
      { kind: 'space', height: 10 },
      {
        kind: 'facts',
        items: [
          { label: words.days, value: shownDays },
          { label: words.requests, value: String(requests.length) },
          ...sumsOf(requests).flatMap(({ currency, asked, granted }) => [
            { label: words.asked, value: money(asked, currency) },
            { label: words.granted, value: money(granted, currency) },
          ]),
        ],
      },
      { kind: 'space', height: 12 },
      ...(requests.length === 0
        ? [{ kind: 'text' as const, text: words.none }]
        : [
            {
              kind: 'table' as const,
              columns: [
                { title: words.request, share: 4 },
                { title: words.club, share: 3 },
                { title: words.decision, share: 2.2 },
                { title: words.asked, share: 2, align: 'end' as const },
                { title: words.granted, share: 2, align: 'end' as const },
              ],
              rows: requests.map((one) => ({
                cells: [
                  inLine(one.row.title),
                  clubOf(one),
                  resultOf(one),
                  money(one.asked, one.row.currency),
                  grantedOf(one),
                ],
              })),
            },
            { kind: 'space' as const, height: 16 },
            { kind: 'text' as const, text: words.details, bold: true, size: 13 },
            { kind: 'space' as const, height: 8 },
            ...requests.map(detailsOf),
          ]),
    ],
  };
};
