import { z } from 'zod';
import { face } from '../people/endpoints.ts';
import { financeLimits as limits, firstDay, holdActions, holdKinds, lineKinds } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

/* Schemas shared by calls of students, of staff and of people outside the school. */

export const money = z.object({
  amount: z.number().int().describe('Amount in minor units (cents) of the currency (ISO 4217).'),
  currency: z.string(),
});
schemaNames.add(money, { id: 'Money' });
export const day = z.string().describe('Day, such as 2026-12-01.');
export const dayInput = z.iso
  .date()
  .refine((text) => text >= firstDay, `Use ${firstDay} or a later date.`);
const instant = z.string().describe('Instant in RFC 3339.');

const line = z.object({
  id: z.string(),
  place: z
    .number()
    .int()
    .describe(
      'Position among all transactions of the account, oldest first. Also orders transactions of one day.',
    ),
  kind: z.enum(lineKinds),
  title: z.string(),
  detail: z.string(),
  date: day,
  due: day
    .nullable()
    .describe('Due date of a charge. Null if it is due immediately or by the plan.'),
  amount: money.describe(
    'Amount, always positive. The type determines if it increases the balance.',
  ),
  balance: money
    .nullable()
    .describe('Balance of the account after this transaction, or null if it isn’t shared.'),
  reverses: z.string().optional().describe('ID of the transaction that this one reverses.'),
  isReversed: z.boolean(),
  reason: z.string().describe('Reason for a reversal. Otherwise empty.'),
  isNew: z.boolean().describe('True if it was added since the last visit.'),
});
schemaNames.add(line, { id: 'Transaction' });
export type FinanceLine = z.output<typeof line>;

const planPart = z.object({
  id: z.string(),
  title: z.string(),
  date: day,
  amount: money,
  open: money.describe('Amount still to pay.'),
  state: z.enum(['paid', 'overdue', 'next', 'later']),
});
schemaNames.add(planPart, { id: 'Installment' });

/** Totals of an account. */
const sums = {
  balance: money.describe(
    'Balance: the sum of all transactions. Positive if owed, negative if in credit.',
  ),
  dueNow: money,
  nextDue: z
    .object({ date: day, amount: money })
    .nullable()
    .describe('Next due date and amount, in addition to the amount due now, or null.'),
  totals: z
    .object({ charged: money, credited: money, paid: money, pending: money })
    .describe('Totals. `charged` − `credited` − `paid` is the balance. `paid` is net of refunds.'),
  plan: z.array(planPart).describe('Installments of a payment plan, by date.'),
};
const about = { id: z.string(), name: z.string(), currency: z.string() };
const termOf = z.object({
  term: z
    .object({ code: z.string(), name: z.string() })
    .nullable()
    .describe('Term, or null for transactions without a term.'),
  balance: money.nullable().describe('Sum of the term’s transactions, or null if it isn’t shared.'),
  lines: z.array(line).describe('Transactions, newest first.'),
});

export const account = z.object({
  ...about,
  ...sums,
  isMain: z.boolean().describe('True for the account without a name, which most people have.'),
  terms: z.array(termOf).describe('Terms, those with the newest transactions first.'),
  isCut: z
    .boolean()
    .describe(`True if there are more than ${limits.lines} transactions. The oldest are left out.`),
});
schemaNames.add(account, { id: 'FinanceAccount' });
export type FinanceAccount = z.output<typeof account>;

/** An account of which the student shares only parts. */
export const sharedAccount = account.extend({
  balance: sums.balance.nullable().describe('Balance, or null if it isn’t shared.'),
  dueNow: sums.dueNow.nullable().describe('Amount due now, or null if it isn’t shared.'),
  totals: sums.totals.nullable().describe('Totals, or null if they aren’t shared.'),
});
schemaNames.add(sharedAccount, { id: 'SharedFinanceAccount' });
export type SharedAccount = z.output<typeof sharedAccount>;

export const contact = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  person: face
    .extend({ offersMeetings: z.boolean() })
    .nullable()
    .describe('Person at the school, or null if there is none or the caller can’t see them.'),
  office: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('Office that offers meetings, or null.'),
});
schemaNames.add(contact, { id: 'FinanceContact' });
export type FinanceContact = z.output<typeof contact>;

export const hold = z.object({
  id: z.string(),
  kind: z.enum(holdKinds),
  office: z.string(),
  since: day,
  reason: z.string(),
  blocks: z.array(z.enum(holdActions)),
  allows: z.array(z.enum(holdActions)).describe('Actions that the hold doesn’t block.'),
  howToClear: z.string(),
  amount: money.nullable().describe('Amount that clears the hold, or null.'),
  contact,
  isNew: z
    .boolean()
    .optional()
    .describe('True if it was added or changed since the last visit. Only in your own list.'),
});
schemaNames.add(hold, { id: 'Hold' });
export type FinanceHold = z.output<typeof hold>;

export const source = z.object({
  at: instant.nullable().describe('Time of the last import from a file, or null.'),
  isStale: z
    .boolean()
    .describe('True if the last import is more than 30 hours old, so that a nightly file is late.'),
});
schemaNames.add(source, { id: 'FinanceSource' });
export type FinanceSource = z.output<typeof source>;

export const statementQuery = {
  account: z.string().max(40),
  term: z.string().max(120).optional().describe('Code of a term. If omitted, all transactions.'),
  format: z.enum(['csv', 'pdf']),
  language: z.enum(['en', 'de', 'ar']).default('en').describe('Language of the headings of a PDF.'),
};
/** The range of a statement on screen: a term, or days. Without either, all transactions. */
export const statementChoice = {
  account: z.string().max(40),
  term: z.string().max(120).optional().describe('Code of a term.'),
  from: dayInput.optional().describe('First day. Omit it with a term.'),
  to: dayInput.optional().describe('Last day. Omit it with a term.'),
};
export const statementOnScreen = z.object({
  school: z.string(),
  person: z.string(),
  account: z.object({ id: z.string(), name: z.string(), isMain: z.boolean() }),
  term: z.string().nullable().describe('Code of the term, or null.'),
  from: day.nullable().describe('First day, or null.'),
  to: day.nullable().describe('Last day, or null.'),
  madeAt: instant,
  opening: money.nullable().describe('Balance before the first transaction, or null for a term.'),
  closing: money.nullable().describe('Balance after the last transaction, or null for a term.'),
  raised: money.describe('Total of the transactions that increase the amount owed.'),
  lowered: money.describe('Total of the transactions that decrease it.'),
  lines: z.array(line).describe('Transactions, oldest first.'),
  isCut: z.boolean(),
  source,
});
schemaNames.add(statementOnScreen, { id: 'Statement' });
export type StatementOnScreen = z.output<typeof statementOnScreen>;

export const document = z.object({
  name: z.string(),
  mediaType: z.string(),
  content: z.string().describe('File as base64.'),
});
schemaNames.add(document, { id: 'StatementFile' });
export type FinanceDocument = z.output<typeof document>;

export const one = z.strictObject({ id: z.string().max(40) });
export const ok = z.object({ ok: z.literal(true) });
