import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { reportKinds, reportReasons, reportStates } from './kinds.ts';
import { text } from '../text.ts';
import { warningMax } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

const target = z.strictObject({
  kind: z.enum(reportKinds),
  id: z
    .string()
    .min(1)
    .max(80)
    .describe(
      'ID of the target. `person`: the user ID. `message`: `{conversation}:{seq}`, as in `1234:7`.',
    ),
});

export const createReport = endpoint({
  name: 'reports.create',
  summary: 'Report content to the moderators',
  description:
    'The caller must be able to see the content. A person can be reported even if there is a block between the two people. With a message, moderators also see the ten messages before it. The reported person isn’t told who reported them. Reporting a message again before a decision changes nothing. Rate limit: 20 per day.',
  method: 'POST',
  path: '/api/v1/reports',
  access: 'member',
  credential: 'bearer',
  body: z
    .strictObject({
      clientId: clientId
        .optional()
        .describe('ID for retries, chosen by the client. A repeated report is stored once.'),
      target,
      reason: z.enum(reportReasons),
      note: text()
        .max(2_000)
        .default('')
        .describe('Reporter’s description. Required if the reason is `other`.'),
    })
    .refine(({ reason, note }) => reason !== 'other' || note !== '', {
      path: ['note'],
      message: 'Describe the problem.',
    }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'person_not_found', 'own_content'],
});

/** Messages at the time of the report: the reported one last, with up to ten before it. */
export const reportedMessages = z.object({
  conversation: z.string(),
  seq: z.number().int(),
  messages: z.array(
    z.object({
      seq: z.number().int(),
      author: z.string().describe('User ID of the author.'),
      name: z.string(),
      sentAt: z.string(),
      text: z.string(),
      files: z.array(z.string()).describe('Names of its files.'),
      fileIds: z
        .array(z.string())
        .optional()
        .describe('IDs of its files, in the same order. Missing in older reports.'),
      before: z.array(z.string()).describe('Texts before it was edited or deleted, oldest first.'),
    }),
  ),
});
schemaNames.add(reportedMessages, { id: 'ReportedMessages' });
export type ReportedMessages = z.output<typeof reportedMessages>;

/** The current state of the reported content. */
export const reportedSubject = z.object({
  text: z.string(),
  post: z.string().nullable().describe('ID of the post to open it in, or null.'),
  club: z.string().nullable().describe('ID of the club that it is or belongs to, or null.'),
  isHidden: z.boolean(),
  isClosed: z.boolean().describe('True if comments are off.'),
  isDeleted: z.boolean(),
  can: z
    .object({ hide: z.boolean(), close: z.boolean() })
    .describe('Changes that the caller can make with the content’s own calls.'),
});
schemaNames.add(reportedSubject, { id: 'ReportedContent' });
export type ReportedSubject = z.output<typeof reportedSubject>;

export const report = z.object({
  id: z.string(),
  state: z.enum(reportStates),
  reason: z.enum(reportReasons),
  note: z.string(),
  at: z.string().describe('Instant in ISO 8601.'),
  reporter: face
    .nullable()
    .describe('Reporter, or null for the school’s word list; `note` then has the words found.'),
  target: target.extend({
    title: z.string().describe('Title of the content. Empty if `person` identifies it.'),
  }),
  person: face.nullable().describe('Person reported, or the message’s author, or null.'),
  isSuspended: z.boolean().describe('True if the account of `person` is suspended.'),
  subject: reportedSubject
    .nullable()
    .describe(
      'Current state of the content. Null if it is permanently gone or the report is about a person or a message.',
    ),
  earlier: z
    .number()
    .int()
    .describe('Number of other reports about the same person or the same target.'),
  evidence: reportedMessages
    .nullable()
    .describe('Reported messages, or null if the report isn’t about a message.'),
  files: z
    .record(
      z.string(),
      z.object({
        url: z.string(),
        small: z
          .string()
          .nullable()
          .describe('Address of a thumbnail, or null if it isn’t a picture.'),
      }),
    )
    .describe(
      'Addresses of the evidence files, by ID. Files are kept for moderators even if the message is deleted.',
    ),
  notes: z.array(
    z.object({
      author: face.nullable().describe('Moderator, or null if their account was deleted.'),
      text: z.string(),
      from: z.enum(reportStates),
      to: z.enum(reportStates),
      at: z.string(),
    }),
  ),
});
schemaNames.add(report, { id: 'Report' });
export type Report = z.output<typeof report>;

export const listReports = endpoint({
  name: 'reports.list',
  summary: 'List reports',
  description: 'Returns reports in one state, longest wait first; closed reports newest first.',
  method: 'GET',
  path: '/api/v1/reports',
  access: 'staff',
  permission: 'reports.manage',
  credential: 'bearer',
  query: z.strictObject({ state: z.enum(reportStates).default('open') }),
  reply: z.object({
    items: z.array(report),
    counts: z.object(Object.fromEntries(reportStates.map((state) => [state, z.number().int()]))),
  }),
});

export const updateReport = endpoint({
  name: 'reports.update',
  summary: 'Update a report',
  description:
    'Changes the state of a report, or adds a note. `from` must be the current state, so that moderators don’t overwrite each other’s decisions.',
  method: 'PATCH',
  path: '/api/v1/reports/{id}',
  access: 'staff',
  permission: 'reports.manage',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(40) }),
  body: z.strictObject({
    from: z.enum(reportStates),
    to: z.enum(reportStates),
    note: text().max(2_000).default(''),
  }),
  reply: report,
  errors: ['not_found', 'report_changed'],
});

const hiding = {
  path: '/api/v1/reports/{id}/hidden',
  access: 'staff',
  permission: 'reports.manage',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(40) }),
  reply: report,
  errors: ['not_found'],
} as const;

export const hideReported = endpoint({
  ...hiding,
  name: 'reports.hide',
  summary: 'Hide reported content',
  description:
    'Supports events, jobs and club files. Other content has its own endpoints. Notifies the author. Idempotent.',
  method: 'PUT',
});

export const unhideReported = endpoint({
  ...hiding,
  name: 'reports.unhide',
  summary: 'Unhide reported content',
  description: 'Idempotent.',
  method: 'DELETE',
});

export const warnReported = endpoint({
  name: 'reports.warn',
  summary: 'Warn a reported person',
  description:
    'Sends the person a notification with the text from the school, without the moderator’s name. Adds the text to the report’s notes, and records the warning in the activity log. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/reports/{id}/warning',
  access: 'staff',
  permission: 'reports.manage',
  credential: 'bearer',
  keepsReply: 'always',
  params: z.strictObject({ id: z.string().max(40) }),
  body: z.strictObject({
    clientId,
    text: text()
      .min(1)
      .max(warningMax)
      .describe('Message to the person about what they did and need to change.'),
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'report_changed'],
});
