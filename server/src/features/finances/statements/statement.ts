import type { Paper } from '#contract/schools/paper.ts';
import type { FinanceAccount, FinanceLine } from '#contract/finances/shapes.ts';
import { decimalText } from '#contract/finances/money.ts';
import { csvText } from '../../forms/results/csv-text.ts';

/** What a statement says: one account of one person, all of it or a term. */
export interface Statement {
  readonly school: string;
  readonly person: string;
  readonly account: FinanceAccount;
  /** Null: all lines. */
  readonly term: FinanceAccount['terms'][number] | null;
  readonly madeAt: Date;
  readonly today: string;
  readonly paper: Paper;
}

/** Its lines, oldest first. */
export const statementLines = ({ account, term }: Statement): (FinanceLine & { term: string })[] =>
  (term === null ? account.terms : [term])
    .flatMap((one) => one.lines.map((line) => ({ ...line, term: one.term?.name ?? '' })))
    .toSorted((a, b) => a.place - b.place);

/** Whether a line raises what is owed: 1, lowers it: -1, or does not count: 0. */
export const signOf = ({ kind, reverses }: FinanceLine): -1 | 0 | 1 => {
  if (kind === 'pending') return 0;
  const raises = kind === 'charge' || kind === 'refund';
  return raises === (reverses === undefined) ? 1 : -1;
};

/** What the file is called; letters, digits and dashes alone, whatever the account or term is called. */
export const statementName = ({ account, term, today }: Statement, format: string): string => {
  const parts = ['statement', account.isMain ? '' : account.name, term?.term?.code ?? '', today];
  const plain = parts.map((part) => part.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, ''));
  return `${plain.filter((part) => part !== '').join('-')}.${format}`;
};

/** The statement as CSV: amounts signed, in units of the currency. */
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
      // A number, so that spreadsheets add it up; the sign is no formula.
      Number(text(signOf(line) * line.amount.amount)),
      line.balance === null ? '' : Number(text(line.balance.amount)),
      currency,
    ]),
  ]);
};
