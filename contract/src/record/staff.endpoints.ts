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
import { schemaNames } from '../schema-names.ts';

const staff = { access: 'staff', permission: 'record.manage', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });
const version = wholeNumber.describe('Number of changes so far. Send the one you read.');
const name = text().min(1).max(limits.name);
const publicReason = z
  .enum(publicReasons)
  .default('rules')
  .describe(
    'Public reason, shown to anyone on the verification page. `reason` is only for the holder.',
  );
const description = text().max(limits.description).default('');

export const managedKind = named.extend({
  description: z.string(),
  source: z
    .enum(kindSources)
    .nullable()
    .describe('Source that adds experiences automatically, or null.'),
  verifiers: z.array(face),
  entries: wholeNumber.describe('Number of experiences of this type.'),
  version,
});
schemaNames.add(managedKind, { id: 'ExperienceType' });
export type ManagedKind = z.output<typeof managedKind>;

export const managedBadge = badge.extend({
  awards: wholeNumber.describe('Number of people who have it.'),
  settling: z
    .object({
      done: wholeNumber.describe('Number of people checked so far.'),
      total: wholeNumber.describe('Number of people to check.'),
    })
    .nullable()
    .describe('Progress of checking people for a new or changed badge, or null if done.'),
  version,
});
schemaNames.add(managedBadge, { id: 'ManagedBadge' });
export type ManagedBadge = z.output<typeof managedBadge>;

const setup = z.object({
  kinds: z.array(managedKind),
  competencies: z.array(named),
  badges: z.array(managedBadge),
  keys: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      retiredAt: z
        .string()
        .nullable()
        .describe('Time when the key was replaced, or null for the current key.'),
    }),
  ),
});
schemaNames.add(setup, { id: 'RecordSettings' });
export type RecordSetup = z.output<typeof setup>;

export const getRecordSetup = endpoint({
  ...staff,
  name: 'record.setup',
  summary: 'Get the record settings',
  description: 'Returns the school’s types of experience, competencies, badges, and signing keys.',
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
    .describe(
      'Source that adds experiences automatically, or null. Each source can have one type.',
    ),
  verifiers: z
    .array(z.string().max(40))
    .max(limits.verifiers)
    .default([])
    .describe('User IDs of the verifiers.'),
};

export const createKind = endpoint({
  ...staff,
  name: 'record.create-kind',
  summary: 'Create a type of experience',
  description: 'Limit: 30 types. Idempotent by `clientId`.',
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
  summary: 'Update a type of experience',
  description: 'Send the `version` you read. Changed verifiers apply to later requests.',
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
  summary: 'Delete a type of experience',
  description: 'No experience and no badge may use it.',
  method: 'DELETE',
  path: '/api/v1/school/record/kinds/{id}',
  params: id,
  reply: setup,
  errors: ['not_found', 'record_kind_used'],
});

export const replaceCompetencies = endpoint({
  ...staff,
  name: 'record.competencies',
  summary: 'Replace the competencies',
  description:
    'Items that keep their ID are renamed everywhere. Items you leave out are removed from all experiences, but not from issued documents.',
  method: 'PUT',
  path: '/api/v1/school/record/competencies',
  body: z.strictObject({
    items: z
      .array(
        z.strictObject({
          id: z
            .string()
            .max(40)
            .nullable()
            .describe('ID of an existing competency, or null for a new one.'),
          name,
        }),
      )
      .max(limits.competencies),
  }),
  reply: setup,
  errors: ['record_name_taken'],
});

const badgeSettings = {
  name,
  description,
  icon: z.enum(badgeIcons),
  color: wholeNumber.max(5).describe('Color number from 0 to 5.'),
  basis: z.enum(badgeBases),
  kind: z
    .string()
    .max(40)
    .nullable()
    .default(null)
    .describe('ID of the type of experience that it counts, or null for all.'),
  goal: wholeNumber
    .min(1)
    .max(limits.goal)
    .describe('Goal in hours or experiences. A path counts its badges.'),
  steps: z
    .array(z.string().max(40))
    .max(limits.badges)
    .default([])
    .describe('IDs of the badges in a path.'),
};

export const createBadge = endpoint({
  ...staff,
  name: 'record.create-badge',
  summary: 'Create a badge',
  description:
    'People who have reached its goal get it in the background. Limit: 100 badges. Idempotent by `clientId`.',
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
  summary: 'Update a badge',
  description:
    'Send the `version` you read. People who now reach its goal get it in the background; no one loses it.',
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
  summary: 'Award a badge to a person',
  description: 'Idempotent.',
  method: 'PUT',
  path: '/api/v1/school/record/badges/{id}/awards/{uid}',
  params: id.extend({ uid: z.string().max(40) }),
  reply: done,
  errors: ['not_found'],
});

export const awardPeople = endpoint({
  ...staff,
  name: 'record.award-people',
  summary: 'Award a badge to several people',
  description: `Limit: ${limits.awards} people per call. People who have it already keep their award. If someone is unknown, no one gets it.`,
  method: 'POST',
  path: '/api/v1/school/record/badges/{id}/awards',
  params: id,
  body: z.strictObject({ uids: z.array(z.string().max(40)).min(1).max(limits.awards) }),
  reply: z.object({
    awarded: wholeNumber.describe('Number of people who did not have it before.'),
  }),
  errors: ['not_found', 'person_not_found'],
});

/** A person who has a badge. */
export const badgeHolder = z.object({
  person: face,
  awardedAt: z.string(),
  isByHand: z.boolean(),
  awardedBy: z
    .string()
    .describe('Name of the person who awarded it manually. Empty if their account was deleted.'),
});
schemaNames.add(badgeHolder, { id: 'BadgeHolder' });
export type BadgeHolder = z.output<typeof badgeHolder>;

export const listAwards = endpoint({
  ...staff,
  name: 'record.awards',
  summary: 'List people with a badge',
  description: 'Latest award first. The activity log records each read.',
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
  summary: 'Revoke a badge from a person',
  description: 'Also revokes credentials issued for it.',
  method: 'DELETE',
  path: '/api/v1/school/record/badges/{id}/awards/{uid}',
  params: id.extend({ uid: z.string().max(40) }),
  query: z.strictObject({ reason: text().max(limits.reason).default(''), publicReason }),
  reply: done,
  errors: ['not_found'],
});

/** A verified experience as staff see it. Reflections stay private. */
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
schemaNames.add(verifiedEntry, { id: 'VerifiedExperience' });
export type VerifiedEntry = z.output<typeof verifiedEntry>;

export const listVerified = endpoint({
  ...staff,
  name: 'record.verified',
  summary: 'List verified experiences',
  description: 'Newest first, including those revoked since. The activity log records each read.',
  method: 'GET',
  path: '/api/v1/school/record/entries',
  recordsReads: true,
  query: cursorQuery.extend({
    search: text().max(100).default('').describe('Start of the person’s first or last name.'),
  }),
  reply: pageOf(verifiedEntry),
  errors: ['bad_cursor'],
});

export const revokeEntry = endpoint({
  ...staff,
  name: 'record.revoke-entry',
  summary: 'Revoke the verification of an experience',
  description:
    'Documents that contain it show this immediately, and badges that depend on it are revoked.',
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
  summary: 'List issued documents',
  description: 'Newest first. The activity log records each read.',
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
      revokedAt: z.string().nullable().describe('Time of revocation, or null.'),
    }),
  ),
  errors: ['bad_cursor'],
});

export const revokeIssued = endpoint({
  ...staff,
  name: 'record.revoke-issued',
  summary: 'Revoke a document for the school',
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
  summary: 'Renew the record’s signing key',
  description:
    'New documents are signed with a new key pair. The old public key stays in /.well-known/did.json so that older documents still verify.',
  method: 'POST',
  path: '/api/v1/school/record/keys',
  reply: setup,
});
