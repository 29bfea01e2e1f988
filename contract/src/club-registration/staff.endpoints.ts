import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { formDefinition } from '../forms/definition.ts';
import { formLimits } from '../forms/limits.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { wholeNumber } from '../whole-number.ts';
import { applicationLimits as limits, registrants, renewalStates } from './limits.ts';
import { text } from '../text.ts';

const staff = { access: 'staff', permission: 'clubs.manage', credential: 'bearer' } as const;
const version = wholeNumber.describe('The one that was read; 0 before the first change');

export const registrationSetup = z.object({
  version,
  registrants: z.enum(registrants),
  positions: z.array(z.object({ id: z.string(), name: z.string(), isRequired: z.boolean() })),
  shownQuestions: z.array(z.string()).describe('Questions whose answers stand on the club’s page'),
  form: z.object({ version: wholeNumber, definition: formDefinition }),
  window: z
    .object({
      name: z.string(),
      opensAt: z.string(),
      closesAt: z.string(),
      isClosed: z.boolean(),
    })
    .nullable()
    .describe('The newest renewal'),
});
export type RegistrationSetup = z.output<typeof registrationSetup>;

export const getSetup = endpoint({
  ...staff,
  name: 'club-registrations.setup',
  summary: 'How clubs register and renew: who may, what is asked, and when.',
  method: 'GET',
  path: '/api/v1/school/club-registration',
  reply: registrationSetup,
});

export const updateSetup = endpoint({
  ...staff,
  name: 'club-registrations.setup-update',
  summary:
    'Change who may register a club, which positions it must fill, and which answers its page shows.',
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
  summary:
    'Replace the questions of registrations and renewals. What has been submitted keeps the questions it had.',
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
  summary:
    'Set when clubs renew. While the newest renewal is not closed this changes it; afterwards it begins the next one. When it closes, clubs that have not renewed are frozen.',
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
  application: z.string().nullable().describe('Its renewal, or else its registration'),
  submission: z.string().nullable().describe('Where that is reviewed'),
  since: z.string().nullable().describe('When it was submitted or approved last'),
});
export type OverviewItem = z.output<typeof overviewItem>;

export const listRenewals = endpoint({
  ...staff,
  name: 'club-registrations.overview',
  summary:
    'Where active and frozen clubs stand in the newest renewal, by name, with counts of each state.',
  method: 'GET',
  path: '/api/v1/school/club-registration/clubs',
  query: cursorQuery.extend({
    state: z.enum(renewalStates).optional(),
    search: text().max(120).default(''),
  }),
  reply: pageOf(overviewItem).extend({
    counts: z.record(z.enum(renewalStates), z.int()),
    registrations: z.int().describe('Registrations that wait for a decision'),
  }),
  errors: ['bad_cursor'],
});

export const exportRenewals = endpoint({
  ...staff,
  name: 'club-registrations.export',
  summary: 'The same as CSV in UTF-8.',
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
  summary:
    'Freeze clubs that have not renewed, before or after the renewal closes. Only active ones that are due or late; the others stay as they are. Their officers are told. Recorded.',
  method: 'POST',
  path: '/api/v1/school/club-registration/freeze',
  body: z.strictObject({ clubs: clubIds }),
  reply: z.object({ clubs: z.array(z.string()).describe('Those that are frozen by it') }),
});

export const thawClubs = endpoint({
  ...staff,
  name: 'club-registrations.thaw',
  summary: 'Make frozen clubs active again. Recorded.',
  method: 'POST',
  path: '/api/v1/school/club-registration/thaw',
  body: z.strictObject({ clubs: clubIds }),
  reply: z.object({ clubs: z.array(z.string()).describe('Those that are active by it') }),
});
