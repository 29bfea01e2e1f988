import { z } from 'zod';
import { clientId as clientIdText } from '../chat/ids.ts';
import { dayInput as day, day as dayText, document, money } from '../finances/shapes.ts';
import { face } from '../people/endpoints.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import {
  accountRoles,
  budgetLimits as limits,
  entryKinds,
  linkedSources,
  requestKinds,
  requestStates,
} from './limits.ts';

/* Schemas shared by the calls of clubs, reviewers and the school. */

export { money, dayText };
export const idText = z.string().max(40);
export const one = z.strictObject({ id: idText });
export const clientId = clientIdText;
export const dayInput = day;
export const instant = z.string();
export const named = z.object({ id: z.string(), name: z.string() });
const titled = z.object({ id: z.string(), title: z.string() });
export const version = z.number().int().min(0).max(2_147_483_647);

/** An amount in a body. The handler checks its size, so that every client gets the same code. */
export const amountInput = z
  .union([z.number(), z.strictObject({ amount: z.number(), currency: z.string().max(10) })])
  .describe(
    'Amount in minor units (cents): a number in the account’s currency, or an object with the currency.',
  );
export type AmountInput = z.output<typeof amountInput>;

export const categoryInput = text().max(limits.category);
export const currencyInput = z.string().regex(/^[A-Z]{3}$/);
export const filesInput = z
  .array(idText)
  .max(limits.files)
  .describe('IDs of uploads (`POST /api/v1/uploads`).');

export const accountSummary = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  currency: z.string(),
});
schemaNames.add(accountSummary, { id: 'ClubAccountSummary' });

export const account = z.object({
  ...accountSummary.shape,
  role: z
    .enum(accountRoles)
    .describe('`group`: has no money, and shows the sums of the accounts below it.'),
  club: named.nullable().describe('Null for accounts without a club.'),
  parent: named.nullable(),
  balance: money.nullable().describe('Null without the permission `money.read` in the club.'),
  promised: money.nullable().describe('Granted to requests and not yet spent. Null as `balance`.'),
  available: money.nullable().describe('`balance` minus `promised`. Null as `balance`.'),
  state: z.enum(['open', 'archived']),
  isMain: z.boolean().describe('True for the account of the club’s sales, dues and requests.'),
  carriesOver: z
    .boolean()
    .describe('If false, closing a period gives what is left back to the parent account.'),
  version,
  can: z.object({
    read: z.boolean().describe('True if the caller can see amounts and transactions.'),
    request: z.boolean().describe('True if the caller can request money from it.'),
    manage: z.boolean(),
  }),
});
schemaNames.add(account, { id: 'ClubAccount' });
export type ClubAccount = z.output<typeof account>;

export const line = z.object({
  id: z.string(),
  entry: z.string().describe('ID of the entry. Its amounts add up to zero in each currency.'),
  date: dayText,
  title: z.string(),
  category: z.string(),
  kind: z.enum(entryKinds),
  amount: money.describe('Amount, negative if it lowers the balance.'),
  balance: money.describe('Balance of the account after this transaction.'),
  source: z
    .object({ kind: z.enum(linkedSources), id: z.string() })
    .nullable()
    .describe('What the transaction is about, or null.'),
  reverses: z.string().optional().describe('ID of the entry that this one reverses.'),
  isReversed: z.boolean(),
});
schemaNames.add(line, { id: 'ClubTransaction' });
export type ClubLine = z.output<typeof line>;

export const entry = z.object({
  id: z.string(),
  date: dayText,
  title: z.string(),
  category: z.string(),
  kind: z.enum(entryKinds),
  source: line.shape.source,
  reverses: z.string().nullable().describe('ID of the entry that this one reverses, or null.'),
  reversedBy: z.string().nullable().describe('ID of the entry that reverses this one, or null.'),
  about: z
    .object({
      request: titled.nullable(),
      order: z
        .object({ id: z.string(), number: z.string(), club: z.string().nullable() })
        .nullable()
        .describe('Order that was paid or refunded. Null if the caller can’t manage it.'),
      event: titled
        .nullable()
        .describe('Event of the request or the order. Null if the caller can’t see it.'),
      isImported: z.boolean(),
    })
    .describe('Request, order, or event that the transaction belongs to.'),
  reason: z.string().describe('Reason for a reversal. Otherwise empty.'),
  by: face.nullable().describe('Null for automatic entries, and if the account was deleted.'),
  at: instant,
  postings: z
    .array(
      z.object({
        id: z.string(),
        account: z
          .object({
            id: z.string(),
            name: z.string().describe('Empty for system accounts.'),
            role: z.string(),
          })
          .describe('Accounts that the caller can’t see have no name.'),
        amount: money,
      }),
    )
    .describe('Amounts by account. They add up to zero in each currency.'),
  can: z.object({ reverse: z.boolean() }),
});
schemaNames.add(entry, { id: 'LedgerEntry' });
export type ClubEntry = z.output<typeof entry>;

export const requestHead = {
  id: z.string(),
  kind: z.enum(requestKinds),
  title: z.string(),
  club: named.nullable().describe('Null if the club was deleted.'),
  account: accountSummary,
  state: z.enum(requestStates),
  asked: money,
  granted: money.describe('Sum of the granted amounts. Final once the request is approved.'),
  spent: money,
  requester: face.nullable().describe('Null if the account was deleted.'),
  createdAt: instant,
  submittedAt: instant.nullable(),
  version,
};

/** An exported file. */
export const exportedFile = document.extend({
  missing: z
    .number()
    .int()
    .describe('Number of transactions that don’t fit in an XLSX file. 0 for CSV.'),
});
