import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import {
  badgeBases,
  badgeIcons,
  documentKinds,
  documentLanguages,
  entrySources,
  entryStates,
  kindSources,
  recordLimits as limits,
} from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/*
 * The co-curricular record of the signed-in person (decision 063). Hours are whole minutes on the wire: 90 is an hour and a half.
 */

const signedIn = { access: 'member', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });
export const named = z.object({ id: z.string(), name: z.string() });

/** A type of experience as people see it when they add one. */
const kind = named.extend({
  description: z.string(),
  source: z
    .enum(kindSources)
    .nullable()
    .describe('Source that adds experiences automatically, or null.'),
  isVerifiedBy: z
    .array(z.string())
    .describe('Names of the verifiers. If empty, the school’s approval steps apply.'),
});
export type RecordKind = z.output<typeof kind>;

export const recordEntry = z.object({
  id: z.string(),
  kind: named,
  title: z.string().describe('Role or activity of the person.'),
  organization: z.string(),
  club: z
    .object({ id: z.string(), name: z.string(), logoUrl: z.string().nullable() })
    .nullable()
    .describe('Club where it took place, or null if unknown.'),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable().describe('Last day, or null if it is ongoing.'),
  minutes: wholeNumber.describe('Minutes spent. 0 if no hours are claimed.'),
  summary: z.string(),
  reflection: z.string(),
  competencies: z.array(named),
  files: z.array(uploadedFile).describe('Evidence. The addresses expire after a day.'),
  source: z.enum(entrySources),
  state: z.enum(entryStates),
  verifiedBy: z
    .string()
    .describe('Name of the verifier. Empty if verified by the school’s own data, or not verified.'),
  verifiedAt: z.string().nullable().describe('Time of verification, or null.'),
  reason: z.string().describe('Reason for returning, denying or revoking it.'),
  submission: z
    .string()
    .nullable()
    .describe('ID of the submission that is waiting for verification, under Approvals, or null.'),
  remindAt: z
    .string()
    .nullable()
    .describe(
      'Time from which the approvals call can remind the verifiers, or null if it isn’t waiting.',
    ),
  waitsFor: z
    .array(z.string())
    .describe('Names of the verifiers it is waiting for, at most three.'),
  version: wholeNumber,
  can: z.object({
    update: z.boolean(),
    delete: z.boolean(),
    submit: z.boolean(),
    withdraw: z.boolean(),
  }),
});
schemaNames.add(recordEntry, { id: 'Experience' });
export type RecordEntry = z.output<typeof recordEntry>;

export const badge = named.extend({
  description: z.string(),
  icon: z.enum(badgeIcons),
  color: wholeNumber.describe('Color number from 0 to 5.'),
  basis: z.enum(badgeBases),
  kind: named.nullable().describe('Type of experience that it counts, or null for all types.'),
  goal: wholeNumber.describe('Goal in hours, experiences or badges.'),
  steps: z.array(named).describe('Badges that a path counts.'),
});
schemaNames.add(badge, { id: 'Badge' });
export type Badge = z.output<typeof badge>;

/** A badge with the person's progress. */
const ownBadge = badge.extend({
  progress: wholeNumber.describe('Whole hours, experiences or badges so far, at most the goal.'),
  award: z
    .object({ id: z.string(), at: z.string() })
    .nullable()
    .describe('Award, or null if the goal isn’t reached.'),
  revoked: z
    .object({ at: z.string(), reason: z.string() })
    .nullable()
    .describe('Revocation by staff, or null.'),
});
schemaNames.add(ownBadge, { id: 'OwnBadge' });
export type OwnBadge = z.output<typeof ownBadge>;

export const recordDocument = z.object({
  id: z.string(),
  kind: z.enum(documentKinds),
  award: z.string().nullable().describe('ID of the award, for a document of one badge, or null.'),
  title: z.string(),
  code: z
    .string()
    .describe('Verification code: ten letters and digits. It opens the verification page.'),
  url: z.string().describe('Address of the verification page.'),
  issuedAt: z.string(),
  expiresAt: z.string().nullable().describe('Expiry, or null if it doesn’t expire.'),
  isExpired: z.boolean(),
  revokedAt: z.string().nullable().describe('Time of revocation, or null.'),
  isRevokedBySchool: z.boolean(),
  isBadgeLost: z
    .boolean()
    .describe('True if it was revoked because the counted experiences changed, not by a person.'),
  reason: z.string().describe('Reason why the school revoked it.'),
  opened: wholeNumber.describe('Number of times its page was opened.'),
  openedAt: z.string().nullable().describe('Time when its page was last opened, or null.'),
});
schemaNames.add(recordDocument, { id: 'RecordDocument' });
export type RecordDocument = z.output<typeof recordDocument>;

export const getRecord = endpoint({
  ...signedIn,
  name: 'record.overview',
  summary: 'Get your co-curricular record',
  description:
    'Returns everything except the experiences: verified totals, badges with progress, issued documents, and the available types and competencies.',
  method: 'GET',
  path: '/api/v1/cct',
  reply: z.object({
    figures: z.object({
      minutes: wholeNumber.describe('Verified minutes.'),
      experiences: wholeNumber.describe('Number of verified experiences.'),
      badges: wholeNumber,
      competencies: wholeNumber.describe('Number of competencies in verified experiences.'),
    }),
    kinds: z.array(kind),
    competencies: z.array(named),
    badges: z.array(ownBadge).describe('Badges, most recently earned first.'),
    documents: z.array(recordDocument).describe('Documents, newest first.'),
    hasReflections: z.boolean().describe('True if the school’s transcripts show reflections.'),
  }),
});
export type RecordOverview = z.output<typeof getRecord.reply>;

export const listExperiences = endpoint({
  ...signedIn,
  name: 'record.list',
  summary: 'List your experiences',
  description:
    'Returns experiences entered manually, positions held in clubs, and events attended. Latest start first. Limit: 500 entered manually.',
  method: 'GET',
  path: '/api/v1/cct/entries',
  reply: z.object({ items: z.array(recordEntry) }),
});

export const getExperience = endpoint({
  ...signedIn,
  name: 'record.get',
  summary: 'Get an experience',
  description: 'Visible to its owner and to people asked to verify it. Returns 404 to anyone else.',
  method: 'GET',
  path: '/api/v1/cct/entries/{id}',
  params: id,
  reply: recordEntry.extend({
    person: z
      .object({ uid: z.string(), name: z.string() })
      .nullable()
      .describe('Owner, or null for the caller.'),
  }),
  errors: ['not_found'],
});

const entryFields = {
  kind: z.string().max(40),
  title: text().min(1).max(limits.title),
  organization: text().max(limits.organization).default(''),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable().default(null).describe('Last day, or null if it is ongoing.'),
  minutes: wholeNumber.max(limits.hours * 60).describe('Minutes. 0 if no hours are claimed.'),
  summary: text().max(limits.summary).default(''),
  reflection: text().max(limits.reflection).default(''),
  competencies: z.array(z.string().max(40)).max(limits.competenciesOfEntry).default([]),
  files: z.array(z.string().max(40)).max(limits.files).default([]).describe('IDs of uploads.'),
};

export const createExperience = endpoint({
  ...signedIn,
  name: 'record.create',
  summary: 'Add an experience',
  description: 'It is self-reported until it is submitted and verified. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/cct/entries',
  body: z.strictObject({ clientId, ...entryFields }),
  reply: recordEntry,
  errors: ['record_kind_unknown', 'record_dates', 'too_many_record_entries'],
});

export const updateExperience = endpoint({
  ...signedIn,
  name: 'record.update',
  summary: 'Update an experience',
  description:
    'Send the `version` you read. A verified experience becomes self-reported again, and documents that contain it show that it was corrected. Withdraw a submitted experience first. For an experience from the school’s data, only the reflection, competencies and evidence can change.',
  method: 'PATCH',
  path: '/api/v1/cct/entries/{id}',
  params: id,
  body: z.strictObject({ ...entryFields, version: wholeNumber.describe('Version you read.') }),
  reply: recordEntry,
  errors: [
    'not_found',
    'record_kind_unknown',
    'record_dates',
    'record_entry_changed',
    'record_entry_fixed',
  ],
});

export const deleteExperience = endpoint({
  ...signedIn,
  name: 'record.delete',
  summary: 'Delete an experience',
  description:
    'It must have been entered manually. Documents that contain it show that it was deleted.',
  method: 'DELETE',
  path: '/api/v1/cct/entries/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'record_entry_fixed', 'record_entry_source'],
});

export const submitExperience = endpoint({
  ...signedIn,
  name: 'record.submit',
  summary: 'Submit an experience for verification',
  description:
    'Also resubmits one that was returned or denied. Asks the verifiers of its type; if there are none, the school’s approval steps apply.',
  method: 'POST',
  path: '/api/v1/cct/entries/{id}/submission',
  params: id,
  reply: recordEntry,
  errors: ['not_found', 'record_entry_fixed', 'record_entry_source', 'submission_open'],
});

export const withdrawExperience = endpoint({
  ...signedIn,
  name: 'record.withdraw',
  summary: 'Withdraw a verification request',
  description: 'It becomes self-reported again.',
  method: 'DELETE',
  path: '/api/v1/cct/entries/{id}/submission',
  params: id,
  reply: recordEntry,
  errors: ['not_found', 'record_entry_fixed', 'submission_changed'],
});

export const createDocument = endpoint({
  ...signedIn,
  name: 'record.issue',
  summary: 'Issue a record document',
  description:
    'Anyone can verify it by its code. Types: a transcript (PDF) of chosen verified experiences and badges, one badge as an Open Badges 3.0 credential, or the whole record as a Comprehensive Learner Record 2.0 (both as signed JSON Web Tokens). Includes only verified content. Idempotent by `clientId`. Limit: 50 documents.',
  method: 'POST',
  path: '/api/v1/cct/documents',
  body: z.strictObject({
    clientId,
    kind: z.enum(documentKinds),
    entries: z
      .array(z.string().max(40))
      .max(limits.entries)
      .optional()
      .describe('IDs of experiences in a transcript. Defaults to all verified ones.'),
    badges: z
      .array(z.string().max(40))
      .max(limits.badges)
      .optional()
      .describe('IDs of awards to include. Defaults to all.'),
    award: z.string().max(40).optional().describe('ID of the award, for a badge.'),
    withReflections: z
      .boolean()
      .default(false)
      .describe(
        'True to include reflections in a transcript. Ignored if the school’s layout leaves them out.',
      ),
    language: z.enum(documentLanguages).default('en'),
    expiresOn: z.iso
      .date()
      .nullable()
      .default(null)
      .describe('Last day on which its page shows it, or null.'),
  }),
  reply: recordDocument,
  errors: ['record_document_empty', 'too_many_record_documents', 'record_dates', 'not_found'],
});

export const getDocumentFile = endpoint({
  ...signedIn,
  name: 'record.file',
  summary: 'Download a record document',
  description: 'Returns the exact bytes that were issued.',
  method: 'GET',
  path: '/api/v1/cct/documents/{id}/file',
  params: id,
  reply: z.object({ name: z.string(), type: z.string(), base64: z.base64() }),
  errors: ['not_found'],
});

export const revokeDocument = endpoint({
  ...signedIn,
  name: 'record.revoke',
  summary: 'Revoke your record document',
  description: 'Its page shows this immediately. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/cct/documents/{id}',
  params: id,
  reply: recordDocument,
  errors: ['not_found'],
});
