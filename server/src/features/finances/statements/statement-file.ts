import type { FinanceDocument, FinanceAccount } from '#contract/finances/shapes.ts';
import { paperOf } from '../../../kernel/documents/paper.ts';
import { pdfOf } from '../../../kernel/documents/pdf.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { statementCsv, statementName, type Statement } from './statement.ts';
import { statementPdf } from './statement-pdf.ts';
import type { StatementLanguage } from './statement-words.ts';

/** Of which account, and of which term. */
export interface StatementChoice {
  readonly account: string;
  readonly term?: string | undefined;
}

/** What a call for a file asks for. */
export interface StatementWish extends StatementChoice {
  readonly format: 'csv' | 'pdf';
  readonly language: StatementLanguage;
}

/** Statements that one person, or one visitor, makes an hour. */
export const statementLimit = { max: 60, seconds: 3_600 };

/** What a statement says beside its lines. */
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

/** The account and term that are meant; 404 where there are none of that name. */
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
