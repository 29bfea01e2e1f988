import { decimalText } from '#contract/finances/money.ts';

/** Returns an amount as a number, such as 12.5, so that spreadsheet programs can calculate with it. */
export const decimal = (amount: number, currency: string): number =>
  Number(decimalText({ amount, currency }));
