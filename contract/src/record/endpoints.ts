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

/* The co-curricular record of the person who is signed in (decision 063). Hours are whole minutes on the wire: 90 is an hour and a half. */

const member = { access: 'member', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });
export const named = z.object({ id: z.string(), name: z.string() });

/** A kind of experience as those see it who add one. */
const kind = named.extend({
  description: z.string(),
  source: z.enum(kindSources).nullable(),
  isVerifiedBy: z
    .array(z.string())
    .describe('Names of those who verify it; empty: the school’s approval steps decide'),
});
export type RecordKind = z.output<typeof kind>;

export const recordEntry = z.object({
  id: z.string(),
  kind: named,
  title: z.string().describe('What the person did, such as a role'),
  organization: z.string(),
  club: z
    .object({ id: z.string(), name: z.string(), logoUrl: z.string().nullable() })
    .nullable()
    .describe('The club it took place in, where the platform knows it'),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable().describe('null: it goes on'),
  minutes: wholeNumber,
  summary: z.string(),
  reflection: z.string(),
  competencies: z.array(named),
  files: z.array(uploadedFile).describe('Evidence; addresses end after a day'),
  source: z.enum(entrySources),
  state: z.enum(entryStates),
  verifiedBy: z.string().describe('Empty: by the school’s own data, or not verified'),
  verifiedAt: z.string().nullable(),
  reason: z.string().describe('Why it was sent back, denied or revoked'),
  submission: z.string().nullable().describe('Where it waits for verification, under Approvals'),
  remindAt: z
    .string()
    .nullable()
    .describe('While it waits: from when on the call of approvals can remind its verifiers'),
  waitsFor: z.array(z.string()).describe('Names of those it waits for, at most three'),
  version: wholeNumber,
  can: z.object({
    update: z.boolean(),
    delete: z.boolean(),
    submit: z.boolean(),
    withdraw: z.boolean(),
  }),
});
export type RecordEntry = z.output<typeof recordEntry>;

export const badge = named.extend({
  description: z.string(),
  icon: z.enum(badgeIcons),
  color: wholeNumber.describe('0 to 5: a kind of color'),
  basis: z.enum(badgeBases),
  kind: named.nullable().describe('Counts experiences of this kind only'),
  goal: wholeNumber.describe('Hours, experiences or badges'),
  steps: z.array(named).describe('Of a path: the badges it counts'),
});
export type Badge = z.output<typeof badge>;

/** A badge with how far the person is. */
const ownBadge = badge.extend({
  progress: wholeNumber.describe('Whole hours, experiences or badges so far, at most the goal'),
  award: z.object({ id: z.string(), at: z.string() }).nullable(),
  takenBack: z
    .object({ at: z.string(), reason: z.string() })
    .nullable()
    .describe('Staff took it back'),
});
export type OwnBadge = z.output<typeof ownBadge>;

export const recordDocument = z.object({
  id: z.string(),
  kind: z.enum(documentKinds),
  award: z.string().nullable().describe('Of one badge: the award that it is of'),
  title: z.string(),
  code: z.string().describe('Ten letters and digits; opens the page that verifies it'),
  url: z.string().describe('That page'),
  issuedAt: z.string(),
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
  revokedAt: z.string().nullable(),
  isRevokedBySchool: z.boolean(),
  isBadgeLost: z
    .boolean()
    .describe('Revoked because what the badge counted has changed; nobody took it back'),
  reason: z.string().describe('Why the school revoked it'),
  opened: wholeNumber.describe('How often its page was opened'),
  openedAt: z.string().nullable(),
});
export type RecordDocument = z.output<typeof recordDocument>;

export const getRecord = endpoint({
  ...member,
  name: 'record.overview',
  summary:
    'The caller’s co-curricular record without its entries: figures of what is verified, badges with progress, issued documents, and the kinds and competencies to choose from.',
  method: 'GET',
  path: '/api/v1/cct',
  reply: z.object({
    figures: z.object({
      minutes: wholeNumber.describe('Verified'),
      experiences: wholeNumber.describe('Verified'),
      badges: wholeNumber,
      competencies: wholeNumber.describe('Named in verified experiences'),
    }),
    kinds: z.array(kind),
    competencies: z.array(named),
    badges: z.array(ownBadge).describe('Those that were reached first'),
    documents: z.array(recordDocument).describe('Newest first'),
    hasReflections: z.boolean().describe('Whether transcripts of the school show reflections'),
  }),
});
export type RecordOverview = z.output<typeof getRecord.reply>;

export const listExperiences = endpoint({
  ...member,
  name: 'record.list',
  summary:
    'All experiences of the caller, those that began last first: entered by hand, positions held in clubs, and events attended. At most 500 by hand.',
  method: 'GET',
  path: '/api/v1/cct/entries',
  reply: z.object({ items: z.array(recordEntry) }),
});

export const getExperience = endpoint({
  ...member,
  name: 'record.get',
  summary:
    'One experience: of the caller, or of somebody who asked the caller to verify it. 404 to anybody else.',
  method: 'GET',
  path: '/api/v1/cct/entries/{id}',
  params: id,
  reply: recordEntry.extend({
    person: z
      .object({ uid: z.string(), name: z.string() })
      .nullable()
      .describe('Whose it is; null: the caller’s'),
  }),
  errors: ['not_found'],
});

const entryFields = {
  kind: z.string().max(40),
  title: text().min(1).max(limits.title),
  organization: text().max(limits.organization).default(''),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable().default(null),
  minutes: wholeNumber.max(limits.hours * 60).describe('0: no hours are claimed'),
  summary: text().max(limits.summary).default(''),
  reflection: text().max(limits.reflection).default(''),
  competencies: z.array(z.string().max(40)).max(limits.competenciesOfEntry).default([]),
  files: z.array(z.string().max(40)).max(limits.files).default([]).describe('Ids of uploads'),
};

export const createExperience = endpoint({
  ...member,
  name: 'record.create',
  summary:
    'Add an experience. It is self-reported until it is submitted and verified. A repeated `clientId` answers the one that was added.',
  method: 'POST',
  path: '/api/v1/cct/entries',
  body: z.strictObject({ clientId, ...entryFields }),
  reply: recordEntry,
  errors: ['record_kind_unknown', 'record_dates', 'too_many_record_entries'],
});

export const updateExperience = endpoint({
  ...member,
  name: 'record.update',
  summary:
    'Change an experience, as it was read at `version`. One that was verified becomes self-reported again; documents that name it then say that it was corrected. One that waits has to be withdrawn first. Of one that comes from the school’s data only the reflection, competencies and evidence change.',
  method: 'PATCH',
  path: '/api/v1/cct/entries/{id}',
  params: id,
  body: z.strictObject({ ...entryFields, version: wholeNumber }),
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
  ...member,
  name: 'record.delete',
  summary: 'Delete an experience that was entered by hand. Documents that name it then say so.',
  method: 'DELETE',
  path: '/api/v1/cct/entries/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'record_entry_fixed', 'record_entry_source'],
});

export const submitExperience = endpoint({
  ...member,
  name: 'record.submit',
  summary:
    'Ask for an experience to be verified, again after it was sent back or denied. Those whom its kind names are asked; where it names nobody, the school’s approval steps apply.',
  method: 'POST',
  path: '/api/v1/cct/entries/{id}/submission',
  params: id,
  reply: recordEntry,
  errors: ['not_found', 'record_entry_fixed', 'record_entry_source', 'submission_open'],
});

export const withdrawExperience = endpoint({
  ...member,
  name: 'record.withdraw',
  summary: 'Take back the request to verify an experience. It is self-reported again.',
  method: 'DELETE',
  path: '/api/v1/cct/entries/{id}/submission',
  params: id,
  reply: recordEntry,
  errors: ['not_found', 'record_entry_fixed', 'submission_changed'],
});

export const createDocument = endpoint({
  ...member,
  name: 'record.issue',
  summary:
    'Issue a document that anybody can verify by its code: a transcript (PDF) of chosen verified experiences and badges, one badge as an Open Badges 3.0 credential, or the whole as a Comprehensive Learner Record 2.0 (both as signed JSON Web Tokens). Only what is verified is named. A repeated `clientId` answers the one that was issued. At most 50.',
  method: 'POST',
  path: '/api/v1/cct/documents',
  body: z.strictObject({
    clientId,
    kind: z.enum(documentKinds),
    entries: z
      .array(z.string().max(40))
      .max(limits.entries)
      .optional()
      .describe('Of a transcript: what it names; all that is verified where left out'),
    badges: z
      .array(z.string().max(40))
      .max(limits.badges)
      .optional()
      .describe('Awards that it names; all where left out'),
    award: z.string().max(40).optional().describe('Of a badge: which'),
    withReflections: z
      .boolean()
      .default(false)
      .describe('Of a transcript; ignored where the school’s layout leaves them out'),
    language: z.enum(documentLanguages).default('en'),
    expiresOn: z.iso.date().nullable().default(null).describe('Its page shows it up to this day'),
  }),
  reply: recordDocument,
  errors: ['record_document_empty', 'too_many_record_documents', 'record_dates', 'not_found'],
});

export const getDocumentFile = endpoint({
  ...member,
  name: 'record.file',
  summary: 'The file of an issued document, byte by byte as it was issued.',
  method: 'GET',
  path: '/api/v1/cct/documents/{id}/file',
  params: id,
  reply: z.object({ name: z.string(), type: z.string(), base64: z.base64() }),
  errors: ['not_found'],
});

export const revokeDocument = endpoint({
  ...member,
  name: 'record.revoke',
  summary: 'Revoke an own document: its page says so from then on. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/cct/documents/{id}',
  params: id,
  reply: recordDocument,
  errors: ['not_found'],
});
