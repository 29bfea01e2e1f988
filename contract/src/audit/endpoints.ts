import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumberText } from '../whole-number.ts';

export const auditEntry = z.object({
  number: z
    .number()
    .int()
    .describe('Rises by one within the school; a gap is a break of the chain'),
  at: z.string().describe('Instant, ISO 8601'),
  actor: face.nullable().describe('null: the operator, or somebody who is no longer here'),
  kind: z.string(),
  people: z.array(face).describe('Whom it was about, at most 20 of them'),
  peopleCount: z.number().int(),
  fields: z.array(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  name: 'audit.list',
  summary: 'What those who run the campus did, and which protected fields were read; newest first.',
  method: 'GET',
  path: '/api/v1/audit',
  access: 'staff',
  permission: 'audit.read',
  credential: 'bearer',
  query: z.strictObject({
    before: wholeNumberText.min(1).optional().describe('Entries with a smaller number'),
    size: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    entries: z.array(auditEntry),
    brokenAt: z
      .number()
      .int()
      .nullable()
      .describe('Number of the first entry in this window whose seal does not fit, or null'),
  }),
});
