import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumberText } from '../whole-number.ts';
import { schemaNames } from '../schema-names.ts';

export const auditEntry = z.object({
  number: z
    .number()
    .int()
    .describe('Sequence number within the school. A gap means that the chain is broken.'),
  at: z.string().describe('Instant in ISO 8601.'),
  actor: face
    .nullable()
    .describe('Person who acted, or null for the operator and for deleted users.'),
  kind: z.string(),
  people: z.array(face).describe('People concerned, at most 20.'),
  peopleCount: z
    .number()
    .int()
    .describe('Number of people concerned, including those not in `people`.'),
  fields: z.array(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
schemaNames.add(auditEntry, { id: 'ActivityLogEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  name: 'audit.list',
  summary: 'List activity log entries',
  description: 'Returns admin and staff actions, and reads of protected fields. Newest first.',
  method: 'GET',
  path: '/api/v1/audit',
  access: 'staff',
  permission: 'audit.read',
  credential: 'bearer',
  query: z.strictObject({
    before: wholeNumberText
      .min(1)
      .optional()
      .describe('Upper bound: returns entries with a smaller number.'),
    person: z
      .string()
      .max(40)
      .optional()
      .describe('ID of a person: returns only entries by and about this person.'),
    size: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    entries: z.array(auditEntry),
    brokenAt: z
      .number()
      .int()
      .nullable()
      .describe('Number of the first entry in this window with a wrong seal, or null.'),
  }),
});
