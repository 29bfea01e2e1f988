import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { money } from '../finances/shapes.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { wholeNumber } from '../whole-number.ts';
import { paymentLimits as limits } from './limits.ts';
import { id, idText, moneyInput } from './shapes.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;

export const donations = z.object({
  isOn: z.boolean().describe('True if the club accepts donations.'),
  purpose: z.string().describe('Purpose of the donations. Can be empty.'),
  suggested: z.array(money),
  min: money,
  max: money.nullable().describe('Maximum amount, or null for no limit.'),
  account: z
    .string()
    .nullable()
    .describe(
      'ID of the ledger account. Null for the main account, or if the caller can’t manage donations.',
    ),
  accounts: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Accounts to choose from. Empty if the caller can’t manage donations.'),
  version: wholeNumber.describe('Version of the settings. 0 until the club changes them.'),
  can: z.object({ donate: z.boolean(), manage: z.boolean() }),
});
schemaNames.add(donations, { id: 'Donations' });
export type Donations = z.output<typeof donations>;

export const getDonations = endpoint({
  ...signedIn,
  name: 'payments.donations',
  summary: 'Get a club’s donation settings',
  method: 'GET',
  path: '/api/v1/clubs/{id}/donations',
  scope: 'read',
  params: id,
  reply: donations,
  errors: ['not_found'],
});

export const updateDonations = endpoint({
  ...signedIn,
  inClub: 'store.manage',
  name: 'payments.update-donations',
  summary: 'Update a club’s donation settings',
  description: 'Replaces all settings. Send the `version` that you read. Doesn’t change orders.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/donations',
  params: id,
  body: z.strictObject({
    version: wholeNumber,
    isOn: z.boolean(),
    purpose: text().max(limits.donationPurpose).default(''),
    suggested: z
      .array(moneyInput)
      .max(limits.suggestedDonations)
      .default([])
      .describe('Suggested amounts. Donors can also enter another amount.'),
    min: moneyInput,
    max: moneyInput.nullable().default(null),
    account: idText
      .nullable()
      .default(null)
      .describe('ID of the ledger account, or null for the main account.'),
  }),
  reply: donations,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'amount_invalid',
    'currency_differs',
    'account_archived',
    'donation_settings_changed',
    'donation_amount',
  ],
});
