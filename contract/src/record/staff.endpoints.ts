import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { badge, named } from './endpoints.ts';
import {
  badgeBases,
  badgeIcons,
  documentKinds,
  entryStates,
  kindSources,
  publicReasons,
  recordLimits as limits,
} from './limits.ts';
import { text } from '../text.ts';

/* What staff do with co-curricular records. */

const staff = { access: 'staff', permission: 'record.manage', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });
const version = wholeNumber.describe('Counts its changes');
const name = text().min(1).max(limits.name);
const publicReason = z
  .enum(publicReasons)
  .default('rules')
  .describe('What the page that verifies it says to anybody; `reason` is for its holder alone');
const description = text().max(limits.description).default('');

export const managedKind = named.extend({
  description: z.string(),
  source: z.enum(kindSources).nullable(),
  verifiers: z.array(face),
  entries: wholeNumber.describe('Experiences of this kind'),
  version,
});
export type ManagedKind = z.output<typeof managedKind>;

export const managedBadge = badge.extend({
  awards: wholeNumber,
  settling: z
    .object({ done: wholeNumber, total: wholeNumber })
    .nullable()
    .describe(
      'It is new or changed: for how many of how many people it has been looked whether they reach it',
    ),
  version,
});
export type ManagedBadge = z.output<typeof managedBadge>;

const setup = z.object({
  kinds: z.array(managedKind),
  competencies: z.array(named),
  badges: z.array(managedBadge),
  keys: z.array(
    z.object({ id: z.string(), createdAt: z.string(), retiredAt: z.string().nullable() }),
  ),
});
export type RecordSetup = z.output<typeof setup>;

export const getRecordSetup = endpoint({
  ...staff,
  name: 'record.setup',
  summary: 'Kinds of experiences, competencies and badges of the school, and its signing keys.',
  method: 'GET',
  path: '/api/v1/school/record',
  reply: setup,
});

const kindSettings = {
  name,
  description,
  source: z
    .enum(kindSources)
    .nullable()
    .default(null)
    .describe('What the platform adds to it by itself; one kind a source'),
  verifiers: z.array(z.string().max(40)).max(limits.verifiers).default([]).describe('Uids'),
};

export const createKind = endpoint({
  ...staff,
  name: 'record.create-kind',
  summary:
    'Add a kind of experience. At most 30. A repeated `clientId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/school/record/kinds',
  keepsReply: 'always',
  body: z.strictObject({ clientId: clientId.optional(), ...kindSettings }),
  reply: setup,
  errors: ['record_name_taken', 'record_setup_full'],
});

export const updateKind = endpoint({
  ...staff,
  name: 'record.update-kind',
  summary: 'Change a kind, as it was read at `version`. Verifiers apply to later requests.',
  method: 'PATCH',
  path: '/api/v1/school/record/kinds/{id}',
  params: id,
  body: z.strictObject({ ...kindSettings, version }),
  reply: setup,
  errors: ['not_found', 'record_name_taken', 'record_setup_changed'],
});

export const deleteKind = endpoint({
  ...staff,
  name: 'record.delete-kind',
  summary: 'Delete a kind that no experience and no badge has.',
  method: 'DELETE',
  path: '/api/v1/school/record/kinds/{id}',
  params: id,
  reply: setup,
  errors: ['not_found', 'record_kind_used'],
});

export const replaceCompetencies = endpoint({
  ...staff,
  name: 'record.competencies',
  summary:
    'Replace the list of competencies. One that keeps its id is renamed where it stands; one that is left out is taken from all experiences, but not from issued documents.',
  method: 'PUT',
  path: '/api/v1/school/record/competencies',
  body: z.strictObject({
    items: z
      .array(z.strictObject({ id: z.string().max(40).nullable(), name }))
      .max(limits.competencies),
  }),
  reply: setup,
  errors: ['record_name_taken'],
});

const badgeSettings = {
  name,
  description,
  icon: z.enum(badgeIcons),
  color: wholeNumber.max(5),
  basis: z.enum(badgeBases),
  kind: z.string().max(40).nullable().default(null),
  goal: wholeNumber
    .min(1)
    .max(limits.goal)
    .describe('Hours or experiences; a path counts its badges'),
  steps: z.array(z.string().max(40)).max(limits.badges).default([]).describe('Of a path: badges'),
};

export const createBadge = endpoint({
  ...staff,
  name: 'record.create-badge',
  summary:
    'Add a badge. Whoever has reached its goal gets it in the background. At most 100. A repeated `clientId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/school/record/badges',
  keepsReply: 'always',
  body: z.strictObject({ clientId: clientId.optional(), ...badgeSettings }),
  reply: setup,
  errors: ['record_name_taken', 'record_setup_full', 'record_kind_unknown'],
});

export const updateBadge = endpoint({
  ...staff,
  name: 'record.update-badge',
  summary:
    'Change a badge, as it was read at `version`. Whoever reaches its goal now gets it in the background; nobody loses it.',
  method: 'PATCH',
  path: '/api/v1/school/record/badges/{id}',
  params: id,
  body: z.strictObject({ ...badgeSettings, version }),
  reply: setup,
  errors: ['not_found', 'record_name_taken', 'record_setup_changed', 'record_kind_unknown'],
});

export const awardBadge = endpoint({
  ...staff,
  name: 'record.award',
  summary: 'Award a badge to somebody by hand. Doing it twice changes nothing.',
  method: 'PUT',
  path: '/api/v1/school/record/badges/{id}/awards/{uid}',
  params: id.extend({ uid: z.string().max(40) }),
  reply: done,
  errors: ['not_found'],
});

export const awardPeople = endpoint({
  ...staff,
  name: 'record.award-people',
  summary: `Award a badge to several people by hand, at most ${limits.awards} at once. Whoever has it already keeps it as it was; with somebody unknown nobody gets it.`,
  method: 'POST',
  path: '/api/v1/school/record/badges/{id}/awards',
  params: id,
  body: z.strictObject({ uids: z.array(z.string().max(40)).min(1).max(limits.awards) }),
  reply: z.object({ awarded: wholeNumber.describe('People who did not have it before') }),
  errors: ['not_found', 'person_not_found'],
});

/** Somebody who has a badge. */
export const badgeHolder = z.object({
  person: face,
  awardedAt: z.string(),
  isByHand: z.boolean(),
  awardedBy: z.string().describe('By hand: who did; empty where their account was erased'),
});
export type BadgeHolder = z.output<typeof badgeHolder>;

export const listAwards = endpoint({
  ...staff,
  name: 'record.awards',
  summary: 'Who has a badge, those who got it last first. Reading them is recorded.',
  method: 'GET',
  path: '/api/v1/school/record/badges/{id}/awards',
  recordsReads: true,
  params: id,
  query: cursorQuery,
  reply: pageOf(badgeHolder),
  errors: ['not_found', 'bad_cursor'],
});

export const revokeAward = endpoint({
  ...staff,
  name: 'record.revoke-award',
  summary: 'Take a badge back: credentials issued of it are revoked.',
  method: 'DELETE',
  path: '/api/v1/school/record/badges/{id}/awards/{uid}',
  params: id.extend({ uid: z.string().max(40) }),
  query: z.strictObject({ reason: text().max(limits.reason).default(''), publicReason }),
  reply: done,
  errors: ['not_found'],
});

/** What staff see of an experience that was verified. Reflections are the person's own. */
export const verifiedEntry = z.object({
  id: z.string(),
  person: face,
  kind: z.string(),
  title: z.string(),
  organization: z.string(),
  minutes: wholeNumber,
  state: z.enum(entryStates),
  verifiedBy: z.string(),
  verifiedAt: z.string(),
  reason: z.string(),
});
export type VerifiedEntry = z.output<typeof verifiedEntry>;

export const listVerified = endpoint({
  ...staff,
  name: 'record.verified',
  summary:
    'Experiences that were verified, newest first, with those revoked since. Reading them is recorded in the audit log.',
  method: 'GET',
  path: '/api/v1/school/record/entries',
  recordsReads: true,
  query: cursorQuery.extend({
    search: text().max(100).default('').describe('Beginning of the person’s first or last name'),
  }),
  reply: pageOf(verifiedEntry),
  errors: ['bad_cursor'],
});

export const revokeEntry = endpoint({
  ...staff,
  name: 'record.revoke-entry',
  summary:
    'Revoke the verification of an experience. The pages of documents that name it say so at once, and badges that depend on it go.',
  method: 'PUT',
  path: '/api/v1/school/record/entries/{id}/revocation',
  params: id,
  body: z.strictObject({ reason: text().min(1).max(limits.reason) }),
  reply: done,
  errors: ['not_found'],
});

export const listIssued = endpoint({
  ...staff,
  name: 'record.issued',
  summary: 'Documents that people were issued, newest first. Reading them is recorded.',
  method: 'GET',
  path: '/api/v1/school/record/documents',
  recordsReads: true,
  query: cursorQuery,
  reply: pageOf(
    z.object({
      id: z.string(),
      person: face,
      kind: z.enum(documentKinds),
      code: z.string(),
      issuedAt: z.string(),
      revokedAt: z.string().nullable(),
    }),
  ),
  errors: ['bad_cursor'],
});

export const revokeIssued = endpoint({
  ...staff,
  name: 'record.revoke-issued',
  summary: 'Revoke a document in the name of the school.',
  method: 'PUT',
  path: '/api/v1/school/record/documents/{id}/revocation',
  params: id,
  body: z.strictObject({ reason: text().min(1).max(limits.reason), publicReason }),
  reply: done,
  errors: ['not_found'],
});

export const renewKey = endpoint({
  ...staff,
  name: 'record.renew-key',
  summary:
    'Sign with a new pair of keys from now on. The public half of the old one stays in /.well-known/did.json, so that what it signed still verifies.',
  method: 'POST',
  path: '/api/v1/school/record/keys',
  reply: setup,
});
