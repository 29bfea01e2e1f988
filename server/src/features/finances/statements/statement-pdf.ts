import type { FinanceLine } from '#contract/finances/shapes.ts';
import type { PdfDocument } from '../../../kernel/documents/pdf-content.ts';
import { inLine, pdfMoney, pdfTag } from '../../../kernel/documents/pdf-format.ts';
import { signOf, statementLines, type Statement } from './statement.ts';
import { statementWords, type StatementLanguage } from './statement-words.ts';

/** Returns the definition of the statement's PDF. */
export const statementPdf = (statement: Statement, language: StatementLanguage): PdfDocument => {
  const words = statementWords[language];
  const { account, term, person, school, today, madeAt } = statement;
  const { currency } = account;
  const money = pdfMoney(language, currency);
  const days = new Intl.DateTimeFormat(pdfTag(language), { dateStyle: 'medium', timeZone: 'UTC' });
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
