import { z } from 'zod';
import { face } from '../people/endpoints.ts';
import { financeLimits as limits, firstDay, holdActions, holdKinds, lineKinds } from './limits.ts';

/* Shapes that calls of a student, of staff and of somebody outside the school share. */

export const money = z.object({
  amount: z.number().int().describe('In minor units of the currency (ISO 4217).'),
  currency: z.string(),
});
export const day = z.string().describe('Day, such as 2026-12-01.');
export const dayInput = z.iso
  .date()
  .refine((text) => text >= firstDay, `must be ${firstDay} or later`);
const instant = z.string().describe('Instant, RFC 3339.');

const line = z.object({
  id: z.string(),
  place: z
    .number()
    .int()
    .describe(
      'Among all lines of the account, the oldest first: lines of one day have an order too.',
    ),
  kind: z.enum(lineKinds),
  title: z.string(),
  detail: z.string(),
  date: day,
  due: day.nullable().describe('By when a charge is to be paid; null: at once, or by the plan.'),
  amount: money.describe('Always positive; its kind says whether it raises the balance.'),
  balance: money
    .nullable()
    .describe('Of the account after this line; null where it is not shared.'),
  reverses: z
    .string()
    .optional()
    .describe('The line it takes back: of the same kind, with the opposite effect.'),
  isReversed: z.boolean(),
  reason: z.string().describe('Why a line was taken back; otherwise empty.'),
  isNew: z.boolean().describe('Since the last visit.'),
});
export type FinanceLine = z.output<typeof line>;

const planPart = z.object({
  id: z.string(),
  title: z.string(),
  date: day,
  amount: money,
  open: money.describe('What of it is still to be paid.'),
  state: z.enum(['paid', 'overdue', 'next', 'later']),
});

/** What an account adds up to. */
const sums = {
  balance: money.describe('The sum of its lines; positive: owed, negative: in credit.'),
  dueNow: money,
  nextDue: z
    .object({ date: day, amount: money })
    .nullable()
    .describe('What becomes due next, beside what is due now.'),
  totals: z
    .object({ charged: money, credited: money, paid: money, pending: money })
    .describe('`charged` − `credited` − `paid` is the balance; `paid` is less refunds.'),
  plan: z.array(planPart).describe('Parts of a payment plan, by day.'),
};
const about = { id: z.string(), name: z.string(), currency: z.string() };
const termOf = z.object({
  term: z
    .object({ code: z.string(), name: z.string() })
    .nullable()
    .describe('Null: lines of no term.'),
  balance: money.nullable().describe('The sum of its lines; null where it is not shared.'),
  lines: z.array(line).describe('Newest first.'),
});

export const account = z.object({
  ...about,
  ...sums,
  isMain: z.boolean().describe('The account that most people have, without a name of its own.'),
  terms: z.array(termOf).describe('Those with the newest lines first.'),
  isCut: z
    .boolean()
    .describe(`There are more than ${limits.lines} lines; the oldest are left out.`),
});
export type FinanceAccount = z.output<typeof account>;

/** The same where a student shares only parts of it. */
export const sharedAccount = account.extend({
  balance: sums.balance.nullable(),
  dueNow: sums.dueNow.nullable(),
  totals: sums.totals.nullable(),
});
export type SharedAccount = z.output<typeof sharedAccount>;

export const contact = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  person: face
    .extend({ offersMeetings: z.boolean() })
    .nullable()
    .describe('Somebody at the school; null: nobody in particular, or not visible to the caller.'),
  office: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('An office with which a meeting can be booked.'),
});
export type FinanceContact = z.output<typeof contact>;

export const hold = z.object({
  id: z.string(),
  kind: z.enum(holdKinds),
  office: z.string(),
  since: day,
  reason: z.string(),
  blocks: z.array(z.enum(holdActions)),
  allows: z.array(z.enum(holdActions)).describe('What it does not block.'),
  howToClear: z.string(),
  amount: money.nullable().describe('What is to be paid to clear it.'),
  contact,
  isNew: z
    .boolean()
    .optional()
    .describe('Whether it came or changed since the last visit; in one’s own list alone.'),
});
export type FinanceHold = z.output<typeof hold>;

export const source = z.object({
  at: instant.nullable().describe('When figures were last read from a file; null: never.'),
  isStale: z.boolean().describe('More than 30 hours ago: a file that comes each night is late.'),
});
export type FinanceSource = z.output<typeof source>;

export const statementQuery = {
  account: z.string().max(40),
  term: z.string().max(120).optional().describe('Code of a term; left out: all lines.'),
  format: z.enum(['csv', 'pdf']),
  language: z.enum(['en', 'de', 'ar']).default('en').describe('Of the headings of a PDF.'),
};
/** Which statement is read on screen: a term, or days; without either all lines. */
export const statementChoice = {
  account: z.string().max(40),
  term: z.string().max(120).optional().describe('Code of a term.'),
  from: dayInput.optional().describe('First day; left out where a term is asked for.'),
  to: dayInput.optional().describe('Last day; left out where a term is asked for.'),
};
export const statementOnScreen = z.object({
  school: z.string(),
  person: z.string(),
  account: z.object({ id: z.string(), name: z.string(), isMain: z.boolean() }),
  term: z.string().nullable(),
  from: day.nullable(),
  to: day.nullable(),
  madeAt: instant,
  opening: money.nullable().describe('Balance before the first of these lines; null of a term.'),
  closing: money.nullable().describe('Balance after the last of these lines; null of a term.'),
  raised: money.describe('What these lines add to what is owed.'),
  lowered: money.describe('What they take from it.'),
  lines: z.array(line).describe('Oldest first.'),
  isCut: z.boolean(),
  source,
});
export type StatementOnScreen = z.output<typeof statementOnScreen>;

export const document = z.object({
  name: z.string(),
  mediaType: z.string(),
  content: z.string().describe('Base64.'),
});
export type FinanceDocument = z.output<typeof document>;

export const one = z.strictObject({ id: z.string().max(40) });
export const ok = z.object({ ok: z.literal(true) });
