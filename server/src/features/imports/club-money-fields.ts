import { accountRoles, budgetLimits as limits, entryKinds } from '#contract/budgets/limits.ts';
import type { AccountColumn, EntryColumn } from '../budgets/import/staged-ledger.queries.ts';
import { code, day, type Fields } from './course-fields.ts';
import { currency, optional } from './finance-fields.ts';
import { oneOf, yesNo, InvalidCell, type Parse } from './imports.rules.ts';

/* Cells of club-accounts.csv and ledger-entries.csv. Missing and contradictory cells are found after all rows are staged. */

/** Decimal text with a sign. The database converts it to minor units exactly. */
const signed: Parse = (text) => {
  const value = text.trim();
  if (value === '') return new InvalidCell('is empty; every row needs an amount');
  return /^[+-]?\d{1,13}(?:\.\d{1,3})?$/.test(value)
    ? value
    : new InvalidCell('is not an amount such as -12.50, without separators');
};

/** Undoing an import marks its reversals with this word. */
const entryCode: Parse = (text) => {
  const value = code('rows with the same entry are one transaction')(text);
  return typeof value === 'string' && value.startsWith('undo ')
    ? new InvalidCell('cannot begin with "undo "')
    : value;
};

/** Figures that an export contains and that follow from the transactions. */
const derived: Parse = () => null;

export const clubAccountFields: Fields<AccountColumn | 'code'> = {
  code: { column: 'code', parse: code('every account needs one', limits.code) },
  name: { column: 'name', parse: optional(limits.name) },
  role: { column: 'role', parse: oneOf(accountRoles) },
  parent: { column: 'parent', parse: optional(limits.code) },
  club: { column: 'club', parse: optional(255) },
  currency: { column: 'currency', parse: currency },
  main: { column: 'is_main', parse: yesNo },
  carriesOver: { column: 'carries_over', parse: yesNo },
  archived: { column: 'is_archived', parse: yesNo },
  allocated: { column: 'allocated', parse: derived },
  income: { column: 'income', parse: derived },
  spent: { column: 'spent', parse: derived },
  promised: { column: 'promised', parse: derived },
  balance: { column: 'balance', parse: derived },
  available: { column: 'available', parse: derived },
};

export const entryFields: Fields<EntryColumn | 'entry'> = {
  entry: { column: 'entry', parse: entryCode },
  date: { column: 'on_date', parse: day },
  title: { column: 'title', parse: optional(limits.title) },
  category: { column: 'category', parse: optional(limits.category) },
  kind: { column: 'kind', parse: oneOf(entryKinds) },
  account: { column: 'account', parse: code('every row names an account', limits.code) },
  amount: { column: 'amount', parse: signed },
  currency: { column: 'currency', parse: currency },
  reverses: { column: 'reverses', parse: optional(120) },
  reason: { column: 'reason', parse: optional(limits.reason) },
};
