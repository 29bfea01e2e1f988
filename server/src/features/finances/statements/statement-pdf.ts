import type { FinanceLine } from '#contract/finances/shapes.ts';
import { currencyDigits, decimalText } from '#contract/finances/money.ts';
import type { PdfDocument } from '../../../kernel/documents/pdf-content.ts';
import { signOf, statementLines, type Statement } from './statement.ts';
import { statementWords, type StatementLanguage } from './statement-words.ts';

/** Western digits in every language: they match the invoices, and columns of them line up. */
const tag = (language: StatementLanguage) => `${language}-u-nu-latn`;

/** Replaces line breaks in names from files, which would push a heading into the table. */
const inLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Returns the definition of the statement's PDF. */
export const statementPdf = (statement: Statement, language: StatementLanguage): PdfDocument => {
  const words = statementWords[language];
  const { account, term, person, school, today, madeAt } = statement;
  const { currency } = account;
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat(tag(language), {
    style: 'currency',
    currency,
    // In right-to-left text a symbol such as US$ would be split, and letters are not.
    currencyDisplay: language === 'ar' ? 'code' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Formats decimal text, so that amounts are never binary fractions.
  const money = (amount: number) =>
    format
      .format(decimalText({ amount, currency }) as Intl.StringNumericLiteral)
      .replaceAll(/[\u200e\u200f\u061c]/g, '');
  const days = new Intl.DateTimeFormat(tag(language), { dateStyle: 'medium', timeZone: 'UTC' });
  const day = (text: string) => days.format(new Date(`${text}T00:00:00Z`));
  const about = (line: FinanceLine & { term: string }) =>
    [
      line.reverses === undefined ? '' : `${words.reversed}:`,
      inLine(line.title),
      line.detail === '' ? '' : `(${inLine(line.detail)})`,
      line.kind === 'charge' || line.kind === 'payment' ? '' : `· ${words.kinds[line.kind]}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  const lines = statementLines(statement);
  const { amount: balance } = account.balance;
  return {
    title: `${words.title}, ${inLine(person)}`,
    author: school,
    language,
    createdAt: madeAt,
    paper: statement.paper,
    footer: `${school} · ${words.title} · ${inLine(person)}`,
    content: [
      { kind: 'text', text: school, size: 11, muted: true },
      { kind: 'text', text: words.title, size: 20, bold: true },
      { kind: 'text', text: inLine(person), size: 13 },
      { kind: 'space', height: 10 },
      {
        kind: 'facts',
        items: [
          { label: words.account, value: account.isMain ? words.main : inLine(account.name) },
          { label: words.term, value: inLine(term?.term?.name ?? words.allTerms) },
          { label: words.date, value: day(today) },
          balance < 0
            ? { label: words.credit, value: money(-balance) }
            : { label: words.balance, value: money(balance) },
          { label: words.dueNow, value: money(account.dueNow.amount) },
        ],
      },
      { kind: 'space', height: 12 },
      lines.length === 0
        ? { kind: 'text', text: words.none }
        : {
            kind: 'table',
            columns: [
              { title: words.date, share: 2 },
              { title: words.description, share: 6 },
              { title: words.charge, share: 2.2, align: 'end' },
              { title: words.payment, share: 2.2, align: 'end' },
              { title: words.balance, share: 2.2, align: 'end' },
            ],
            rows: lines.map((line) => {
              const sign = signOf(line);
              const amount = money(line.amount.amount);
              return {
                cells: [
                  day(line.date),
                  about(line),
                  sign > 0 ? amount : '',
                  sign < 0 ? amount : sign === 0 ? `(${amount})` : '',
                  line.balance === null ? '' : money(line.balance.amount),
                ],
              };
            }),
          },
    ],
  };
};
