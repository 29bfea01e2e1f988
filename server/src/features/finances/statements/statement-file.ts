import type { FinanceDocument, FinanceAccount } from '#contract/finances/shapes.ts';
import { pdfOf } from '../../../kernel/documents/pdf.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { statementCsv, statementName, type Statement } from './statement.ts';
import { statementPdf } from './statement-pdf.ts';
import type { StatementLanguage } from './statement-words.ts';

/** What a call asks for. */
export interface StatementWish {
  readonly account: string;
  readonly term?: string | undefined;
  readonly format: 'csv' | 'pdf';
  readonly language: StatementLanguage;
}

/** Statements that one person, or one visitor, makes an hour. */
export const statementLimit = { max: 60, seconds: 3_600 };

/** The account and term that are meant; 404 where there are none of that name. */
export const statementOf = (
  accounts: readonly FinanceAccount[],
  { account: id, term: code }: StatementWish,
  about: Pick<Statement, 'school' | 'person' | 'madeAt' | 'today' | 'paper'>,
): Statement => {
  const account = accounts.find((one) => one.id === id);
  const term = account?.terms.find((one) => one.term?.code === code) ?? null;
  if (account === undefined || (code !== undefined && term === null)) throw problem('not_found');
  return { ...about, account, term: code === undefined ? null : term };
};

/** The statement as a file. Call it outside of a transaction: a PDF takes a moment. */
export const statementFile = async (
  statement: Statement,
  { format, language }: StatementWish,
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
