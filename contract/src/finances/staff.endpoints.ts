import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
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

const staff = { access: 'staff', permission: 'finances.manage', credential: 'bearer' } as const;
const person = z.strictObject({ uid: z.string().max(40) });
const text = (max: number) => textField().max(max);
const amount = z.number().int().min(1).max(limits.amount).describe('In minor units; above zero');
const currency = z.string().regex(/^[A-Z]{3}$/, 'a currency such as USD');

export const findStudents = endpoint({
  ...staff,
  name: 'finances.people',
  summary: `People of the school by username, email address or the beginning of a name, at most ${limits.found}; tells no figures.`,
  method: 'GET',
  path: '/api/v1/school/finances/people',
  query: z.strictObject({ search: textField().min(2).max(80) }),
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
      .describe('`overdue`: something is due now; `holds`: people with a hold that is not lifted'),
    sort: z
      .enum(accountSorts)
      .optional()
      .describe(
        '`name`: name of the person; `amount`: account balance or hold amount; `date`: oldest due date or start of the hold. Default: `amount` for overdue accounts, `date` for holds',
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
          oldestDue: day.describe('Oldest due date with an open amount'),
        })
        .nullable()
        .describe('Null in the list of holds'),
      hold: hold.nullable().describe('Null in the list of overdue accounts'),
    }),
  ),
  errors: ['bad_cursor'],
});

const whole = z.object({
  person: face.extend({ username: z.string() }),
  accounts: z.array(account),
  holds: z.array(hold),
  source,
  currency: z.string().describe('Of an account that does not exist yet'),
  terms: z.array(z.object({ code: z.string(), name: z.string() })).describe('Newest first'),
});
export type StudentFinances = z.output<typeof whole>;

export const readStudent = endpoint({
  ...staff,
  name: 'finances.read-student',
  summary: 'Somebody’s accounts and holds. Each reading is recorded in the audit log.',
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
  summary: 'A statement of somebody’s account to read. Each reading is recorded in the audit log.',
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
  summary:
    'Add a line to somebody’s account; without `account` to the one without a name, which is opened where it is missing. Repeating a `clientId` answers the first result.',
  method: 'POST',
  path: '/api/v1/school/finances/people/{uid}/lines',
  params: person,
  body: z.strictObject({
    clientId,
    account: z.string().max(40).optional(),
    kind: z.enum(lineKinds),
    title: text(limits.title).min(1),
    detail: text(limits.detail).default(''),
    amount,
    currency: currency.describe('That of the account'),
    date: dayInput,
    due: dayInput.optional().describe('Of charges'),
    term: z.string().max(120).optional().describe('Code of a term'),
  }),
  reply: z.object({ id: z.string() }),
  errors: ['not_found', 'finance_currency', 'invalid_input'],
});

export const reverseLine = endpoint({
  ...staff,
  name: 'finances.reverse-line',
  summary: 'Take a line back by a line of the opposite effect. Lines are never edited.',
  method: 'POST',
  path: '/api/v1/school/finances/lines/{id}/reversal',
  params: one,
  body: z.strictObject({ reason: text(limits.reason).min(1) }),
  reply: z.object({ id: z.string() }),
  errors: ['not_found', 'finance_line_final'],
});

export const addPlan = endpoint({
  ...staff,
  name: 'finances.add-plan',
  summary:
    'Split an amount of an account into monthly parts, which add up to it exactly. A plan says when what is owed is due, in place of the due dates of the charges it spreads, and changes no balance. Repeating a `clientId` answers the first result.',
  method: 'POST',
  path: '/api/v1/school/finances/people/{uid}/plans',
  params: person,
  body: z.strictObject({
    clientId,
    account: z.string().max(40),
    title: text(limits.title - 8).min(1),
    amount: amount.describe('Of all parts together, in minor units'),
    currency: currency.describe('That of the account'),
    count: z.number().int().min(2).max(limits.planParts),
    first: dayInput.describe('When the first part is due; the others a month later each'),
  }),
  reply: z.object({
    parts: z.array(z.object({ id: z.string(), date: z.string(), amount: z.number().int() })),
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
  summary:
    'Cancel the installment plan of an account: each part that stands is taken back by a line.',
  method: 'POST',
  path: '/api/v1/school/finances/accounts/{id}/plan/cancellation',
  params: one,
  body: z.strictObject({ reason: text(limits.reason).min(1) }),
  reply: z.object({ canceled: z.number().int() }),
  errors: ['not_found', 'no_finance_plan'],
});

export const addHold = endpoint({
  ...staff,
  name: 'finances.add-hold',
  summary: 'Put a hold on somebody. Repeating a `clientId` answers the first result.',
  method: 'POST',
  path: '/api/v1/school/finances/people/{uid}/holds',
  params: person,
  body: z.strictObject({
    clientId,
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
    contact: z.string().max(40).optional().describe('A person at the school, by uid'),
    bookingOffice: z.string().max(40).optional().describe('An office with meetings to book'),
  }),
  reply: z.object({ id: z.string() }),
  errors: ['not_found', 'invalid_input'],
});

export const liftHold = endpoint({
  ...staff,
  name: 'finances.lift-hold',
  summary: 'Lift a hold.',
  method: 'POST',
  path: '/api/v1/school/finances/holds/{id}/lift',
  params: one,
  reply: ok,
  errors: ['not_found', 'hold_lifted'],
});

const settings = {
  currency: currency.describe('Of new accounts'),
  contactName: text(limits.contact),
  contactEmail: text(254),
  contactPhone: text(60),
};
const settingsReply = z.object({
  ...settings,
  payUrl: z.string().nullable().describe('The school’s own payment page'),
  bookingOffice: contact.shape.office,
  offices: z.array(z.object({ id: z.string(), name: z.string() })).describe('To choose from'),
  keyHint: z
    .string()
    .nullable()
    .describe('First characters of the key that signs references; null: there is none'),
  version: wholeNumber,
});
export type FinanceSettings = z.output<typeof settingsReply>;

export const getFinanceSettings = endpoint({
  ...staff,
  name: 'finances.settings',
  summary: 'The payment page, the currency, and whom students can ask.',
  method: 'GET',
  path: '/api/v1/school/finances/settings',
  reply: settingsReply,
});

export const updateFinanceSettings = endpoint({
  ...staff,
  name: 'finances.change-settings',
  summary: 'Change them. `version`: the one they were read at, 0 before they are stored.',
  method: 'PUT',
  path: '/api/v1/school/finances/settings',
  body: z.strictObject({
    ...settings,
    payUrl: textField()
      .max(limits.url)
      .refine((text) => payAddress(text) !== null, 'must be a valid https address')
      .nullable()
      .describe('The school’s own payment page'),
    bookingOffice: z.string().max(40).nullable(),
    version: wholeNumber,
  }),
  reply: settingsReply,
  errors: ['finance_settings_changed', 'invalid_input'],
});

export const createPaymentKey = endpoint({
  ...staff,
  name: 'finances.make-payment-key',
  summary:
    'Make the key that signs references for the payment page. The old one signs nothing from now on. This answer is the only place where the key stands.',
  method: 'POST',
  path: '/api/v1/school/finances/payment-key',
  reply: z.object({ key: z.string(), settings: settingsReply }),
});

const count = z.number().int();
const importedReport = z.object({
  isStored: z.boolean(),
  importId: z.string().nullable().describe('By which it can be undone; null: nothing changed'),
  changes: z.array(z.object({ what: z.string(), added: count, changed: count, unchanged: count })),
  problems: z
    .array(z.object({ file: z.string(), line: count, column: z.string(), reason: z.string() }))
    .describe('The first 1,000; with any of them nothing is stored'),
  problemTotal: count,
});

export const importFinances = endpoint({
  access: 'key',
  credential: 'key',
  scope: 'finance.write',
  name: 'finances.import',
  summary: `Import charges, payments or holds (docs/import-format.md): one CSV file, or a zip of several, at most ${limits.importMegabytes} MB. All of it or, when one row is wrong, nothing. Importing the same again changes nothing.`,
  method: 'PUT',
  path: '/api/v1/finance/imports/{name}',
  upload: { maxBytes: limits.importMegabytes * 1_000_000 },
  params: z.strictObject({
    name: z
      .string()
      .regex(
        /^(?:charges\.csv|payments\.csv|holds\.csv|[\w][\w.-]{0,79}\.zip)$/,
        `must be ${financeFiles.join(', ')}, or the name of a zip of them`,
      ),
  }),
  query: z.strictObject({
    dryRun: z.enum(['yes', 'no']).default('no').describe('yes: say what would change'),
  }),
  reply: importedReport,
  errors: ['finance_file', 'upload_too_large', 'upload_cut_off', 'too_many_requests'],
});
