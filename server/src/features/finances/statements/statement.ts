import type { Paper } from '#contract/schools/paper.ts';
import type { FinanceAccount, FinanceLine } from '#contract/finances/shapes.ts';
import { decimalText } from '#contract/finances/money.ts';
import { csvText } from '../../forms/results/csv-text.ts';

/** A statement: one account of one person, all of it or one term. */
export interface Statement {
  readonly school: string;
  readonly person: string;
  readonly account: FinanceAccount;
  /** Null for all lines. */
  readonly term: FinanceAccount['terms'][number] | null;
  readonly madeAt: Date;
  readonly today: string;
  readonly paper: Paper;
}

/** Returns its lines, oldest first. */
export const statementLines = ({ account, term }: Statement): (FinanceLine & { term: string })[] =>
  (term === null ? account.terms : [term])
    .flatMap((one) => one.lines.map((line) => ({ ...line, term: one.term?.name ?? '' })))
    .toSorted((a, b) => a.place - b.place);

/** Returns 1 if a line raises the balance, -1 if it lowers it, and 0 if it doesn't count. */
export const signOf = ({ kind, reverses }: FinanceLine): -1 | 0 | 1 => {
  if (kind === 'pending') return 0;
  const raises = kind === 'charge' || kind === 'refund';
  return raises === (reverses === undefined) ? 1 : -1;
};

/** Returns the name of the file, which has only letters, digits and dashes, whatever the name of the account or term is. */
export const statementName = ({ account, term, today }: Statement, format: string): string => {
  const parts = ['statement', account.isMain ? '' : account.name, term?.term?.code ?? '', today];
  const plain = parts.map((part) => part.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, ''));
  return `${plain.filter((part) => part !== '').join('-')}.${format}`;
};

/** Returns the statement as CSV, with signed amounts in units of the currency. */
export const statementCsv = (statement: Statement): string => {
  const { currency } = statement.account;
  const text = (amount: number) => decimalText({ amount, currency });
  return csvText([
    ['Date', 'Term', 'Kind', 'Description', 'Detail', 'Due', 'Amount', 'Balance', 'Currency'],
    ...statementLines(statement).map((line) => [
      line.date,
      line.term,
      line.reverses === undefined ? line.kind : `${line.kind} reversed`,
      line.title,
      line.detail,
      line.due ?? '',
      // As a number, so that spreadsheets can add it up. A leading sign doesn't make it a formula.
      Number(text(signOf(line) * line.amount.amount)),
      line.balance === null ? '' : Number(text(line.balance.amount)),
      currency,
    ]),
  ]);
};
