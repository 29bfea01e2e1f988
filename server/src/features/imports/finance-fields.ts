import { financeLimits as limits, holdActions, holdKinds } from '#contract/finances/limits.ts';
import type { HoldColumn, LineColumn } from '../finances/import/staged-finances.queries.ts';
import { code, day, type Fields } from './course-fields.ts';
import { line, oneOf, short, splitList, InvalidCell, type Parse } from './imports.rules.ts';

/*
 * Cells of charges.csv, payments.csv and holds.csv. A row with the `id` CONTROL contains the totals of the others, so no cell is required
 * here. Missing cells are found after all rows are staged (staged-finances.queries.ts).
 */

export const optional =
  (max: number): Parse =>
  (text) => {
    // Some systems write long names with line breaks.
    const value = short(text.replace(/\s+/gu, ' '), max);
    if (value === '') return null;
    return typeof value === 'string' && /\p{Cc}/u.test(value)
      ? new InvalidCell('contains a control character')
      : value;
  };

/** Decimal text. The database converts it to minor units exactly. */
const amount: Parse = (text) => {
  const value = text.trim();
  if (value === '') return null;
  if (/^-\s*\d/.test(value))
    return new InvalidCell(
      'is negative; amounts are above zero, and the kind of a line says in which direction it counts',
    );
  return /^\d{1,13}(?:\.\d{1,3})?$/.test(value)
    ? value
    : new InvalidCell('is not an amount such as 1248.00, without signs and separators');
};

export const currency: Parse = (text) => {
  const value = text.trim().toUpperCase();
  if (value === '') return null;
  return /^[A-Z]{3}$/.test(value)
    ? value
    : new InvalidCell('is not a currency such as USD (ISO 4217)');
};

const count =
  (most: number): Parse =>
  (text) => {
    const value = text.trim();
    if (value === '') return null;
    return /^\d{1,9}$/.test(value) && Number(value) <= most
      ? Number(value)
      : new InvalidCell(`is not a number up to ${most}`);
  };

/** Parses `reversed` or `active`. */
const isReversed: Parse = (text) => {
  const value = text.trim().toLowerCase();
  if (value === '') return null;
  return value === 'active' || value === 'reversed'
    ? value === 'reversed'
    : new InvalidCell('is none of active, reversed');
};

/** Only the CONTROL row can be `complete`, which means that the file contains every open hold. */
const holdStatus: Parse = (text) => {
  const value = text.trim().toLowerCase();
  if (value === '') return null;
  return ['active', 'lifted', 'complete'].includes(value)
    ? value
    : new InvalidCell('is none of active, lifted');
};

const blocks: Parse = (text) => {
  const items = splitList(text).map((item) => item.toLowerCase());
  const unknown = items.find((item) => !(holdActions as readonly string[]).includes(item));
  return unknown === undefined
    ? items
    : new InvalidCell(`has ${JSON.stringify(unknown)}; a hold blocks ${holdActions.join(', ')}`);
};

const id = {
  column: 'code',
  parse: code('every row needs one, and CONTROL is for the row with the total'),
} as const;

const lineFields: Fields<LineColumn | 'code'> = {
  id,
  username: { column: 'username', parse: optional(120) },
  account: { column: 'account', parse: optional(limits.account) },
  amount: { column: 'amount', parse: amount },
  currency: { column: 'currency', parse: currency },
  title: { column: 'title', parse: optional(limits.title) },
  detail: { column: 'detail', parse: optional(limits.detail) },
  date: { column: 'on_date', parse: day },
  term: { column: 'term', parse: optional(120) },
  status: { column: 'is_reversed', parse: isReversed },
  reversedOn: { column: 'reversed_on', parse: day },
  reason: { column: 'reason', parse: optional(limits.reason) },
  revision: { column: 'revision', parse: count(10_000) },
  rows: { column: 'rows', parse: count(999_999_999) },
};

export const chargeFields: Fields<LineColumn | 'code'> = {
  ...lineFields,
  due: { column: 'due_on', parse: day },
};

export const paymentFields: Fields<LineColumn | 'code'> = {
  ...lineFields,
  kind: {
    column: 'kind',
    parse: oneOf(['payment', 'credit', 'refund', 'pending', 'installment']),
  },
  charge: { column: 'charge_code', parse: optional(120) },
};

export const holdFields: Fields<HoldColumn | 'code'> = {
  id,
  username: { column: 'username', parse: optional(120) },
  kind: { column: 'kind', parse: oneOf(holdKinds) },
  office: { column: 'office', parse: optional(limits.office) },
  since: { column: 'since', parse: day },
  reason: { column: 'reason', parse: optional(limits.holdReason) },
  blocks: { column: 'blocks', parse: blocks },
  howToClear: { column: 'how_to_clear', parse: optional(limits.howToClear) },
  amount: { column: 'amount', parse: amount },
  currency: { column: 'currency', parse: currency },
  contactName: { column: 'contact_name', parse: optional(limits.contact) },
  contactEmail: { column: 'contact_email', parse: optional(254) },
  contactPhone: { column: 'contact_phone', parse: line(60) },
  contact: { column: 'contact', parse: optional(120) },
  bookingOffice: { column: 'booking_office', parse: optional(80) },
  status: { column: 'status', parse: holdStatus },
  liftedOn: { column: 'released_on', parse: day },
  rows: { column: 'rows', parse: count(999_999_999) },
};
