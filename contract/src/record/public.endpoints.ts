import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { wholeNumber } from '../whole-number.ts';
import { documentKinds, issuedStatuses, publicReasons } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

/** An experience as issued, with its current status. */
const issuedEntry = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  organization: z.string(),
  startsOn: z.string(),
  endsOn: z.string().nullable().describe('Last day, or null if it was ongoing.'),
  minutes: wholeNumber,
  summary: z.string(),
  reflection: z.string(),
  competencies: z.array(z.string()),
  verifiedBy: z.string(),
  verifiedOn: z.string(),
});
schemaNames.add(issuedEntry, { id: 'IssuedExperience' });
const issuedBadge = z.object({
  id: z.string().describe('ID of the award to this holder.'),
  badge: z.string().optional().describe('ID of the badge. Missing in older documents.'),
  name: z.string(),
  description: z.string(),
  awardedOn: z.string(),
});
schemaNames.add(issuedBadge, { id: 'IssuedBadge' });

/** The stored content of a document. It never changes after the document is issued. */
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
    .describe('True if it was revoked because the counted experiences changed, not by a person.'),
  reason: z
    .string()
    .describe('Reason, for documents revoked before public reasons existed. Otherwise empty.'),
  publicReason: z
    .enum(publicReasons)
    .nullable()
    .describe('Reason why the school revoked it, or null.'),
  issuedAt: z.string(),
  expiresAt: z.string().nullable().describe('Expiry, or null if it doesn’t expire.'),
  revokedAt: z.string().nullable().describe('Time of revocation, or null.'),
  sha256: z.string().describe('SHA-256 of the issued file in hexadecimal.'),
  entries: z.array(issuedEntry.extend({ status: issuedStatus })),
  badges: z.array(issuedBadge.extend({ status: issuedStatus })),
});
schemaNames.add(publicDocument, { id: 'PublicRecordDocument' });
export type PublicDocument = z.output<typeof publicDocument>;

export const getPublicDocument = endpoint({
  name: 'record.public',
  summary: 'Verify a record document',
  description:
    'Returns an issued document’s content and current status to anyone with its code. For a revoked or expired document, returns only the status. Rate limit: 600 per hour from one address, shared with public profiles.',
  method: 'GET',
  path: '/api/v1/public/record',
  access: 'visitor',
  credential: 'open',
  query: z.strictObject({
    code: z
      .string()
      .max(40)
      .describe('Verification code, in upper or lower case, with or without hyphens.'),
  }),
  reply: z.object({ document: publicDocument, isIndexed: z.literal(false) }),
  errors: ['record_document_unknown', 'too_many_requests'],
});
