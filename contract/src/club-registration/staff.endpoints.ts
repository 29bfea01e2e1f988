import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { formDefinition } from '../forms/definition.ts';
import { formLimits } from '../forms/limits.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { wholeNumber } from '../whole-number.ts';
import { applicationLimits as limits, registrants, renewalStates } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const staff = { access: 'staff', permission: 'clubs.manage', credential: 'bearer' } as const;
const version = wholeNumber.describe('Version you read, or 0 before the first change.');

export const registrationSetup = z.object({
  version,
  registrants: z.enum(registrants),
  positions: z.array(z.object({ id: z.string(), name: z.string(), isRequired: z.boolean() })),
  shownQuestions: z
    .array(z.string())
    .describe('IDs of the questions whose answers are shown on the club’s page.'),
  form: z.object({ version: wholeNumber, definition: formDefinition }),
  window: z
    .object({
      name: z.string(),
      opensAt: z.string(),
      closesAt: z.string(),
      isClosed: z.boolean(),
    })
    .nullable()
    .describe('Newest renewal period, or null.'),
});
schemaNames.add(registrationSetup, { id: 'ClubRegistrationSettings' });
export type RegistrationSetup = z.output<typeof registrationSetup>;

export const getSetup = endpoint({
  ...staff,
  name: 'club-registrations.setup',
  summary: 'Get club registration settings',
  description: 'Returns who can register a club, the questions, and the renewal period.',
  method: 'GET',
  path: '/api/v1/school/club-registration',
  reply: registrationSetup,
});

export const updateSetup = endpoint({
  ...staff,
  name: 'club-registrations.setup-update',
  summary: 'Update club registration settings',
  description:
    'Sets who can register a club, the required positions, and the answers shown on club pages. Send only the fields to change.',
  method: 'PATCH',
  path: '/api/v1/school/club-registration',
  body: z
    .strictObject({
      registrants: z.enum(registrants),
      requiredPositions: z.array(z.string().max(40)).max(limits.officers),
      shownQuestions: z.array(z.string().max(12)).max(formLimits.questions),
    })
    .partial()
    .extend({ version }),
  reply: registrationSetup,
  errors: ['club_registration_changed', 'club_positions_unknown'],
});

export const updateRegistrationForm = endpoint({
  ...staff,
  name: 'club-registrations.form-update',
  summary: 'Replace the registration questions',
  description: 'Applies to registrations and renewals. Submitted ones keep their questions.',
  method: 'PUT',
  path: '/api/v1/school/club-registration/form',
  body: z.strictObject({ version, definition: formDefinition }),
  reply: registrationSetup,
  errors: [
    'form_changed',
    'form_incomplete',
    'form_ids_repeated',
    'form_condition_forward',
    'form_condition_unknown',
    'form_range',
  ],
});

export const updateWindow = endpoint({
  ...staff,
  name: 'club-registrations.window-update',
  summary: 'Set the renewal period',
  description:
    'Changes the newest renewal period until it closes; after that, starts the next one. When it closes, clubs that haven’t renewed are frozen.',
  method: 'PUT',
  path: '/api/v1/school/club-registration/window',
  body: z.strictObject({
    name: text().min(1).max(limits.windowName),
    opensAt: z.iso.datetime(),
    closesAt: z.iso.datetime(),
  }),
  reply: registrationSetup,
  errors: ['club_window_times'],
});

const overviewItem = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(renewalStates),
  members: z.int(),
  application: z
    .string()
    .nullable()
    .describe('ID of the renewal, or else of the registration, or null.'),
  submission: z.string().nullable().describe('ID of its submission, or null.'),
  since: z.string().nullable().describe('Time of the last submission or approval, or null.'),
});
schemaNames.add(overviewItem, { id: 'ClubRenewal' });
export type OverviewItem = z.output<typeof overviewItem>;

export const listRenewals = endpoint({
  ...staff,
  name: 'club-registrations.overview',
  summary: 'List clubs’ renewal states',
  description:
    'Returns active and frozen clubs by name, with their state in the newest renewal, and counts for each state.',
  method: 'GET',
  path: '/api/v1/school/club-registration/clubs',
  query: cursorQuery.extend({
    state: z.enum(renewalStates).optional(),
    search: text().max(120).default(''),
  }),
  reply: pageOf(overviewItem).extend({
    counts: z.record(z.enum(renewalStates), z.int()),
    registrations: z.int().describe('Number of registrations waiting for a decision.'),
  }),
  errors: ['bad_cursor'],
});

export const exportRenewals = endpoint({
  ...staff,
  name: 'club-registrations.export',
  summary: 'Export clubs’ renewal states',
  description: 'Returns CSV in UTF-8.',
  method: 'GET',
  path: '/api/v1/school/club-registration/clubs/export',
  recordsReads: true,
  query: z.strictObject({ state: z.enum(renewalStates).optional() }),
  reply: z.object({ name: z.string(), csv: z.string() }),
});

const clubIds = z.array(z.string().max(40)).min(1).max(limits.frozenAtOnce);

export const freezeUnrenewed = endpoint({
  ...staff,
  name: 'club-registrations.freeze',
  summary: 'Freeze clubs that haven’t renewed',
  description:
    'Works before and after the renewal closes. Freezes only active clubs that are due or late; others are skipped. Notifies their officers. Recorded in the activity log.',
  method: 'POST',
  path: '/api/v1/school/club-registration/freeze',
  body: z.strictObject({ clubs: clubIds }),
  reply: z.object({
    clubs: z.array(z.string()).describe('IDs of the clubs that this call froze.'),
  }),
});

export const unfreezeClubs = endpoint({
  ...staff,
  name: 'club-registrations.unfreeze',
  summary: 'Unfreeze clubs in bulk',
  description: 'Recorded in the activity log.',
  method: 'POST',
  path: '/api/v1/school/club-registration/unfreeze',
  body: z.strictObject({ clubs: clubIds }),
  reply: z.object({
    clubs: z.array(z.string()).describe('IDs of the clubs that this call unfroze.'),
  }),
});
