import type { FinanceDocument, FinanceAccount } from '#contract/finances/shapes.ts';
import { paperOf } from '../../../kernel/documents/paper.ts';
import { pdfOf } from '../../../kernel/documents/pdf.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { statementCsv, statementName, type Statement } from './statement.ts';
import { statementPdf } from './statement-pdf.ts';
import type { StatementLanguage } from './statement-words.ts';

/** The chosen account and term. */
export interface StatementChoice {
  readonly account: string;
  readonly term?: string | undefined;
}

/** The input of a call for a file. */
export interface StatementRequest extends StatementChoice {
  readonly format: 'csv' | 'pdf';
  readonly language: StatementLanguage;
}

/** Maximum number of statements of one person or visitor in an hour. */
export const statementLimit = { max: 60, seconds: 3_600 };

/** The data of a statement other than its lines. */
export const statementAbout = (
  { school, now }: Pick<Call, 'school' | 'now'>,
  { first_name: first, last_name: last }: { first_name: string; last_name: string },
  { today }: { today: string },
): Pick<Statement, 'school' | 'person' | 'madeAt' | 'today' | 'paper'> => ({
  school: school.name,
  person: `${first} ${last}`.trim(),
  madeAt: now,
  today,
  paper: paperOf(school),
});

/** Returns the chosen account and term. Throws 404 if they don't exist. */
export const statementOf = (
  accounts: readonly FinanceAccount[],
  { account: id, term: code }: StatementChoice,
  about: Pick<Statement, 'school' | 'person' | 'madeAt' | 'today' | 'paper'>,
): Statement => {
  const account = accounts.find((one) => one.id === id);
  const term = account?.terms.find((one) => one.term?.code === code) ?? null;
  if (account === undefined || (code !== undefined && term === null)) throw problem('not_found');
  return { ...about, account, term: code === undefined ? null : term };
};

/** Returns the statement as a file. Call it outside of a transaction, because a PDF takes some time. */
export const statementFile = async (
  statement: Statement,
  { format, language }: StatementRequest,
): Promise<FinanceDocument> => {
  const bytes =
    format === 'csv'
      ? Buffer.from(statementCsv(statement))
      : await pdfOf(statementPdf(statement, language));
  return {
    name: statementName(statement, format),
    mediaType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
    content: bytes.toString('base64'),
  };
};
