import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { importing } from '../imports/program.endpoints.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import {
  accountSorts,
  financeFiles,
  financeLimits as limits,
  holdActions,
  holdKinds,
  lineKinds,
  payAddress,
} from './limits.ts';
import {
  account,
  contact,
  day,
  dayInput,
  hold,
  money,
  ok,
  one,
  source,
  statementChoice,
  statementOnScreen,
} from './shapes.ts';
import { text as textField } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const staff = { access: 'staff', permission: 'finances.manage', credential: 'bearer' } as const;
const person = z.strictObject({ uid: z.string().max(40) });
const text = (max: number) => textField().max(max);
const amount = z
  .number()
  .int()
  .min(1)
  .max(limits.amount)
  .describe('Amount in minor units (cents). At least 1.');
const currency = z.string().regex(/^[A-Z]{3}$/, 'Use a currency such as USD.');

export const findStudents = endpoint({
  ...staff,
  name: 'finances.people',
  summary: 'Search people',
  description: `Returns at most ${limits.found} people, without amounts.`,
  method: 'GET',
  path: '/api/v1/school/finances/people',
  query: z.strictObject({
    search: textField().min(2).max(80).describe('Username, email address, or start of a name.'),
  }),
  reply: z.object({
    items: z.array(face.extend({ username: z.string(), hasAccount: z.boolean() })),
  }),
});

export const listStudentAccounts = endpoint({
  ...staff,
  name: 'finances.accounts',
  summary: 'List overdue accounts or people with holds',
  method: 'GET',
  path: '/api/v1/school/finances/accounts',
  recordsReads: true,
  query: z.strictObject({
    show: z
      .enum(['overdue', 'holds'])
      .describe(
        'List to return. `overdue`: accounts with an amount due now; `holds`: people with a hold in place.',
      ),
    sort: z
      .enum(accountSorts)
      .optional()
      .describe(
        'Sort key. `name`: name of the person; `amount`: account balance or hold amount; `date`: oldest due date or start of the hold. Default: `amount` for overdue accounts, `date` for holds.',
      ),
    order: z.enum(['asc', 'desc']).default('desc'),
    ...cursorQuery.shape,
  }),
  reply: pageOf(
    z.object({
      person: face.extend({ username: z.string() }),
      account: z
        .object({
          id: z.string(),
          name: z.string(),
          balance: money,
          dueNow: money,
          oldestDue: day.describe('Oldest due date with an open amount.'),
        })
        .nullable()
        .describe('Account, or null in the list of holds.'),
      hold: hold.nullable().describe('Hold, or null in the list of overdue accounts.'),
    }),
  ),
  errors: ['bad_cursor'],
});

const whole = z.object({
  person: face.extend({ username: z.string() }),
  accounts: z.array(account),
  holds: z.array(hold),
  source,
  currency: z.string().describe('Currency of new accounts.'),
  terms: z.array(z.object({ code: z.string(), name: z.string() })).describe('Terms, newest first.'),
});
schemaNames.add(whole, { id: 'PersonFinances' });
export type StudentFinances = z.output<typeof whole>;

export const readStudent = endpoint({
  ...staff,
  name: 'finances.read-student',
  summary: 'Get a person’s accounts and holds',
  description: 'The activity log records each view.',
  method: 'GET',
  path: '/api/v1/school/finances/people/{uid}',
  recordsReads: true,
  params: person,
  reply: whole,
  errors: ['not_found'],
});

export const readStudentStatement = endpoint({
  ...staff,
  name: 'finances.read-student-statement',
  summary: 'Get a person’s account statement',
  description: 'The activity log records each view.',
  method: 'GET',
  path: '/api/v1/school/finances/people/{uid}/statement',
  recordsReads: true,
  params: person,
  query: z.strictObject(statementChoice),
  reply: statementOnScreen,
  errors: ['not_found', 'invalid_input'],
});

export const addLine = endpoint({
  ...staff,
  name: 'finances.add-line',
  summary: 'Add a transaction',
  description: 'Transactions are never edited. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/finances/people/{uid}/lines',
  params: person,
  body: z.strictObject({
    clientId: clientId.describe('ID for retries. Repeated calls return the first result.'),
    account: z
      .string()
      .max(40)
      .optional()
      .describe(
        'ID of the account. Defaults to the account without a name, which is created if it doesn’t exist.',
      ),
    kind: z.enum(lineKinds),
    title: text(limits.title).min(1),
    detail: text(limits.detail).default(''),
    amount,
    currency: currency.describe('Currency of the account.'),
    date: dayInput,
    due: dayInput.optional().describe('Due date of a charge.'),
    term: z.string().max(120).optional().describe('Code of a term.'),
  }),
  reply: z.object({ id: z.string() }),
  errors: ['not_found', 'finance_currency', 'invalid_input'],
});

export const reverseLine = endpoint({
  ...staff,
  name: 'finances.reverse-line',
  summary: 'Reverse a transaction',
  description: 'Adds an offsetting transaction. Transactions are never edited.',
  method: 'POST',
  path: '/api/v1/school/finances/lines/{id}/reversal',
  params: one,
  body: z.strictObject({ reason: text(limits.reason).min(1) }),
  reply: z.object({
    id: z.string().describe('ID of the offsetting transaction.'),
  }),
  errors: ['not_found', 'finance_line_final'],
});

export const addPlan = endpoint({
  ...staff,
  name: 'finances.add-plan',
  summary: 'Create an installment plan',
  description:
    'A plan replaces the due dates of the charges that it covers. It doesn’t change the balance. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/finances/people/{uid}/plans',
  params: person,
  body: z.strictObject({
    clientId: clientId.describe('ID for retries. Repeated calls return the first result.'),
    account: z.string().max(40),
    title: text(limits.title - 8).min(1),
    amount: amount.describe('Sum of all installments in minor units (cents).'),
    currency: currency.describe('Currency of the account.'),
    count: z.number().int().min(2).max(limits.planParts).describe('Number of installments.'),
    first: dayInput.describe('Due date of the first installment. The others follow monthly.'),
  }),
  reply: z.object({
    parts: z.array(
      z.object({
        id: z.string(),
        date: z.string(),
        amount: z.number().int().describe('Amount in minor units (cents).'),
      }),
    ),
  }),
  errors: [
    'not_found',
    'finance_plan_amount',
    'finance_currency',
    'finance_plan_exists',
    'no_finance_plan',
    'invalid_input',
  ],
});

export const cancelPlan = endpoint({
  ...staff,
  name: 'finances.cancel-plan',
  summary: 'Cancel an installment plan',
  description: 'Reverses every remaining installment.',
  method: 'POST',
  path: '/api/v1/school/finances/accounts/{id}/plan/cancellation',
  params: one,
  body: z.strictObject({ reason: text(limits.reason).min(1) }),
  reply: z.object({
    canceled: z.number().int().describe('Number of installments that were reversed.'),
  }),
  errors: ['not_found', 'no_finance_plan'],
});

export const addHold = endpoint({
  ...staff,
  name: 'finances.add-hold',
  summary: 'Add a hold',
  description: 'Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/finances/people/{uid}/holds',
  params: person,
  body: z.strictObject({
    clientId: clientId.describe('ID for retries. Repeated calls return the first result.'),
    kind: z.enum(holdKinds),
    office: text(limits.office).min(1),
    since: dayInput,
    reason: text(limits.holdReason).min(1),
    blocks: z.array(z.enum(holdActions)).max(holdActions.length),
    howToClear: text(limits.howToClear).default(''),
    amount: amount.optional(),
    contactName: text(limits.contact).default(''),
    contactEmail: text(254).default(''),
    contactPhone: text(60).default(''),
    contact: z.string().max(40).optional().describe('User ID of a person at the school.'),
    bookingOffice: z
      .string()
      .max(40)
      .optional()
      .describe('ID of a booking office that offers meetings.'),
  }),
  reply: z.object({ id: z.string() }),
  errors: ['not_found', 'invalid_input'],
});

export const liftHold = endpoint({
  ...staff,
  name: 'finances.lift-hold',
  summary: 'Lift a hold',
  method: 'POST',
  path: '/api/v1/school/finances/holds/{id}/lift',
  params: one,
  reply: ok,
  errors: ['not_found', 'hold_lifted'],
});

const settings = {
  currency: currency.describe('Currency of new accounts.'),
  contactName: text(limits.contact),
  contactEmail: text(254),
  contactPhone: text(60),
};
const settingsReply = z.object({
  ...settings,
  payUrl: z.string().nullable().describe('Address of the school’s payment page, or null.'),
  bookingOffice: contact.shape.office,
  offices: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Available booking offices.'),
  keyHint: z
    .string()
    .nullable()
    .describe('First characters of the key that signs references, or null if there is none.'),
  version: wholeNumber,
});
schemaNames.add(settingsReply, { id: 'FinanceSettings' });
export type FinanceSettings = z.output<typeof settingsReply>;

export const getFinanceSettings = endpoint({
  ...staff,
  name: 'finances.settings',
  summary: 'Get the finance settings',
  method: 'GET',
  path: '/api/v1/school/finances/settings',
  reply: settingsReply,
});

export const updateFinanceSettings = endpoint({
  ...staff,
  name: 'finances.change-settings',
  summary: 'Update the finance settings',
  method: 'PUT',
  path: '/api/v1/school/finances/settings',
  body: z.strictObject({
    ...settings,
    payUrl: textField()
      .max(limits.url)
      .refine((text) => payAddress(text) !== null, 'Enter a valid https address.')
      .nullable()
      .describe('Address of the school’s payment page.'),
    bookingOffice: z
      .string()
      .max(40)
      .nullable()
      .describe('ID of the booking office, or null for none.'),
    version: wholeNumber.describe('Version you read, or 0 before the first change.'),
  }),
  reply: settingsReply,
  errors: ['finance_settings_changed', 'invalid_input'],
});

export const createPaymentKey = endpoint({
  ...staff,
  name: 'finances.make-payment-key',
  summary: 'Create a payment key',
  description: 'Replaces the previous key immediately.',
  method: 'POST',
  path: '/api/v1/school/finances/payment-key',
  reply: z.object({
    key: z.string().describe('Key that signs references for the payment page. Returned only once.'),
    settings: settingsReply,
  }),
});

export const importFinances = endpoint({
  ...importing(financeFiles),
  scope: 'finance.write',
  name: 'finances.import',
  summary: 'Import charges, payments or holds',
  path: '/api/v1/finance/imports/{name}',
});
