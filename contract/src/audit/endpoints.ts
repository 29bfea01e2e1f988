import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumberText } from '../whole-number.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { auditLimits as limits } from './limits.ts';

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

/** Which entries to return. */
const filter = {
  person: z
    .string()
    .max(40)
    .optional()
    .describe('ID of a person: returns only entries by and about this person.'),
  kind: z.string().max(60).optional().describe('Type of the entries.'),
  act: z
    .string()
    .max(60)
    .optional()
    .describe('Action, for types that have more than one. Ignored without `kind`.'),
  search: text()
    .max(limits.search)
    .optional()
    .describe('Part of a detail, such as a club’s name, or of a person’s name.'),
  from: z.iso.datetime().optional().describe('Earliest time.'),
  until: z.iso.datetime().optional().describe('Time before which the entries were written.'),
};

export const listAudit = endpoint({
  name: 'audit.list',
  summary: 'List activity log entries',
  description: `Returns admin and staff actions, and reads of protected fields. Newest first. With a filter, a page reads at most ${limits.scanned} entries, so it can have fewer than \`size\` entries even if \`next\` isn’t null.`,
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
    ...filter,
    size: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    entries: z.array(auditEntry),
    next: z
      .number()
      .int()
      .nullable()
      .describe('`before` of the next page, or null after the last.'),
    brokenAt: z
      .number()
      .int()
      .nullable()
      .describe('Number of the first entry in this window with a wrong seal, or null.'),
  }),
});

export const exportAudit = endpoint({
  name: 'audit.export',
  summary: 'Export the activity log',
  description: `Returns the entries that match the filter as CSV in UTF-8, newest first. Limit: ${limits.exported} entries; with a filter, among the newest ${limits.exportedPages * limits.scanned}. Each export is recorded in the activity log.`,
  method: 'GET',
  path: '/api/v1/audit-export',
  access: 'staff',
  permission: 'audit.read',
  credential: 'bearer',
  recordsReads: true,
  query: z.strictObject(filter),
  reply: z.object({
    name: z.string(),
    csv: z.string(),
    isTruncated: z.boolean().describe('True if the limit left out earlier entries.'),
  }),
});
