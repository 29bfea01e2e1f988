import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { wholeNumber } from '../whole-number.ts';
import { documentKinds, issuedStatuses, publicReasons } from './limits.ts';

/** An entry as it was issued, and what became of it. */
const issuedEntry = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  organization: z.string(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  minutes: wholeNumber,
  summary: z.string(),
  reflection: z.string(),
  competencies: z.array(z.string()),
  verifiedBy: z.string(),
  verifiedOn: z.string(),
});
const issuedBadge = z.object({
  id: z.string().describe('Of the award to this holder'),
  badge: z.string().optional().describe('Of the badge; what was issued earlier does not name it'),
  name: z.string(),
  description: z.string(),
  awardedOn: z.string(),
});

/** What a document says, as it is stored. Nothing in it changes once it is issued. */
export const documentContent = z.object({
  holder: z.string(),
  program: z.string(),
  yearOfGraduation: z.string(),
  entries: z.array(issuedEntry),
  badges: z.array(issuedBadge),
});
export type DocumentContent = z.output<typeof documentContent>;
export type IssuedEntry = z.output<typeof issuedEntry>;

const issuedStatus = z.enum(issuedStatuses);

export const publicDocument = documentContent.extend({
  kind: z.enum(documentKinds),
  code: z.string(),
  status: z.enum(['valid', 'revoked', 'expired']),
  isRevokedBySchool: z.boolean(),
  isBadgeLost: z
    .boolean()
    .describe('Revoked because what the badge counted has changed; nobody took it back'),
  reason: z.string().describe('Of what was revoked before there were public reasons; else empty'),
  publicReason: z.enum(publicReasons).nullable().describe('Why the school revoked it'),
  issuedAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  sha256: z.string().describe('Of the file that was issued, in hexadecimal'),
  entries: z.array(issuedEntry.extend({ status: issuedStatus })),
  badges: z.array(issuedBadge.extend({ status: issuedStatus })),
});
export type PublicDocument = z.output<typeof publicDocument>;

export const getPublicDocument = endpoint({
  name: 'record.public',
  summary:
    'What an issued document says and whether it stands today, for anybody who has its code. Of one that is revoked or has expired it says only that. Counts with the public profiles: at most 600 an hour from one address.',
  method: 'GET',
  path: '/api/v1/public/record',
  access: 'visitor',
  credential: 'open',
  query: z.strictObject({
    code: z.string().max(40).describe('In any case, with or without hyphens'),
  }),
  reply: z.object({ document: publicDocument, isIndexed: z.literal(false) }),
  errors: ['record_document_unknown', 'too_many_requests'],
});
