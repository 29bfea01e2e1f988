import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { money } from '../finances/shapes.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { deskMethods, paymentProviders } from '../payments/limits.ts';
import { moneyInput } from '../payments/shapes.ts';
import { face } from '../people/endpoints.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { wholeNumber } from '../whole-number.ts';
import { duesLimits as limits, duesStates } from './limits.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const officer = { ...signedIn, inClub: 'dues.manage' } as const;
const idText = z.string().max(40);
const id = z.strictObject({ id: idText });
const count = z.number().int();
const instant = z.string().describe('Instant in RFC 3339.');

export const duesPlan = z.object({
  id: z.string(),
  name: z.string(),
  amount: money,
  months: count.describe('Number of months that a payment covers.'),
  graceDays: count.describe('Days after which unpaid dues lapse.'),
  isArchived: z.boolean().describe('True if members can’t pay it anymore.'),
  version: wholeNumber,
  can: z.object({ pay: z.boolean(), edit: z.boolean() }),
});
schemaNames.add(duesPlan, { id: 'DuesPlan' });
export type DuesPlan = z.output<typeof duesPlan>;

const state = z
  .enum(duesStates)
  .describe(
    '`due`: not paid yet; `grace`: the paid time is over, and the grace period isn’t; `none`: no member, or the club has no plan.',
  );
const until = instant
  .nullable()
  .describe(
    'End of the paid time, the day to pay by (`due`, `grace`), or the day since which dues are lapsed. Null for `none` and `waived`.',
  );

export const memberDues = z.object({
  person: face,
  state,
  until,
  owed: money.nullable().describe('Amount to pay. Null if nothing is due.'),
  plan: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('Plan that the member paid last, or the one to pay.'),
  payment: z
    .object({
      amount: money,
      at: instant,
      provider: z.enum(paymentProviders).nullable().describe('Null for orders without a payment.'),
      method: z.enum(deskMethods).nullable().describe('How money was taken at the desk.'),
    })
    .nullable()
    .describe('Last payment that wasn’t refunded.'),
  waiver: z
    .object({
      reason: z.string(),
      at: instant,
      by: face.nullable().describe('Null after the account was erased.'),
    })
    .nullable(),
});
schemaNames.add(memberDues, { id: 'MemberDues' });
export type MemberDues = z.output<typeof memberDues>;

const planFields = {
  name: text().min(1).max(limits.name),
  amount: moneyInput,
  months: z.number().int().min(1).max(limits.months),
  graceDays: z.number().int().min(0).max(limits.graceDays).optional(),
};

export const getDues = endpoint({
  ...signedIn,
  name: 'dues.get',
  summary: 'Get a club’s dues',
  description:
    'Returns the plans that members can pay, and the caller’s own state. Officers with `dues.manage` also get archived plans.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/dues',
  scope: 'read',
  params: id,
  reply: z.object({
    plans: z.array(duesPlan),
    own: z.object({
      state,
      until,
      plan: z.string().nullable().describe('ID of the plan to pay or renew.'),
      owed: money.nullable().describe('Amount to pay. Null if nothing is due.'),
      order: z.string().nullable().describe('ID of the caller’s unpaid order for dues.'),
    }),
    currency: z.string().describe('Currency of the club’s plans (ISO 4217), for new plans.'),
    can: z.object({ manage: z.boolean() }),
  }),
  errors: ['not_found'],
});

export const createDuesPlan = endpoint({
  ...officer,
  name: 'dues.create-plan',
  summary: 'Create a dues plan',
  description: `\`graceDays\` is ${limits.graceDaysDefault} if omitted. All plans of a club have the same currency. Idempotent by \`clientId\`.`,
  method: 'POST',
  path: '/api/v1/clubs/{id}/dues-plans',
  params: id,
  body: z.strictObject({ clientId, ...planFields }),
  reply: duesPlan,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'amount_invalid',
    'currency_differs',
    'too_many_dues_plans',
  ],
});

export const updateDuesPlan = endpoint({
  ...officer,
  name: 'dues.update-plan',
  summary: 'Update a dues plan',
  description:
    'Send only the fields to change, with the `version` you read. Paid time and placed orders don’t change.',
  method: 'PATCH',
  path: '/api/v1/dues-plans/{id}',
  params: id,
  body: z
    .strictObject(planFields)
    .partial()
    .extend({ version: wholeNumber, isArchived: z.boolean().optional() }),
  reply: duesPlan,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'amount_invalid',
    'currency_differs',
    'dues_plan_changed',
    'too_many_dues_plans',
  ],
});

export const listMemberDues = endpoint({
  ...officer,
  name: 'dues.members',
  summary: 'List members’ dues',
  description: 'Sorted by name. For officers with `dues.manage`.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/dues-members',
  params: id,
  query: cursorQuery.extend({
    state: z.enum(duesStates).optional(),
    plan: idText.optional().describe('ID of a plan.'),
    search: text().max(limits.search).optional().describe('Part of a name.'),
  }),
  reply: pageOf(memberDues).extend({
    figures: z.object({
      paid: count,
      collected: money.describe('Sum of the payments of the last 12 months.'),
      owing: count.describe('Number of members in the states `due` and `grace`.'),
      owed: money.describe('Sum that they owe.'),
      lapsed: count,
      waived: count,
      waivedBy: count.describe('Number of officers who waived dues.'),
      remindable: count.describe('Number of members that a reminder would reach now.'),
    }),
    can: z.object({ change: z.boolean().describe('False if the club is inactive.') }),
  }),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});

export const changeMemberDues = endpoint({
  ...officer,
  name: 'dues.change',
  summary: 'Waive a member’s dues',
  description:
    '`waived` needs a reason, which officers see. `due` ends the waiver; the member gets the grace period to pay. Idempotent.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/dues/{uid}',
  params: id.extend({ uid: idText }),
  body: z.strictObject({
    state: z.enum(['waived', 'due']),
    reason: text().max(limits.reason).optional(),
  }),
  reply: memberDues,
  errors: ['not_found', 'forbidden', 'club_inactive', 'invalid_input'],
});

const reminded = text().max(40);

export const previewDuesReminder = endpoint({
  ...officer,
  name: 'dues.preview-reminder',
  summary: 'Preview a dues reminder',
  description: `Returns the members whose dues are unpaid and who weren’t reminded in the last ${limits.reminderHours} hours.`,
  method: 'GET',
  path: '/api/v1/clubs/{id}/dues-reminder',
  params: id,
  reply: z.object({
    count,
    people: z.array(face).describe(`The first ${limits.preview} by name.`),
  }),
  errors: ['not_found', 'forbidden'],
});

export const remindOfDues = endpoint({
  ...officer,
  name: 'dues.remind',
  summary: 'Send a dues reminder',
  description: `Notifies the members whose dues are unpaid. Skips those who were reminded in the last ${limits.reminderHours} hours.`,
  method: 'POST',
  path: '/api/v1/clubs/{id}/dues-reminder',
  params: id,
  body: z.strictObject({
    people: z
      .array(reminded)
      .max(500)
      .optional()
      .describe('uids of the members to remind. If omitted, all whose dues are unpaid.'),
  }),
  reply: z.object({ count: count.describe('Number of reminded members.') }),
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

export const exportDues = endpoint({
  ...officer,
  name: 'dues.export',
  summary: 'Export members’ dues',
  description: 'Returns all members with their dues as CSV in UTF-8.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/dues-export',
  recordsReads: true,
  params: id,
  reply: z.object({ name: z.string(), csv: z.string() }),
  errors: ['not_found', 'forbidden'],
});
