import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { face } from './people.ts';

const params = z.strictObject({ uid: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });

/** Somebody whom the caller has blocked. The block can be taken back and the person reported, shown or not. */
export const blocked = face.extend({
  since: z.string().describe('Instant, ISO 8601'),
  isShown: z
    .boolean()
    .describe(
      'false: beside the block, too, the caller would not see the person now (held, or no longer at school); names are empty and there is no picture',
    ),
});
export type Blocked = z.output<typeof blocked>;

export const listBlocks = endpoint({
  name: 'safety.blocks',
  summary: 'People the caller has blocked, newest first, at most 500.',
  method: 'GET',
  path: '/api/v1/blocks',
  access: 'member',
  credential: 'bearer',
  reply: z.object({ items: z.array(blocked) }),
});

export const blockPerson = endpoint({
  name: 'safety.block',
  summary:
    'Block a person: the two vanish for each other everywhere and their connection ends. Doing it twice changes nothing.',
  method: 'PUT',
  path: '/api/v1/blocks/{uid}',
  access: 'member',
  credential: 'bearer',
  params,
  reply: done,
  errors: ['person_not_found', 'cannot_block'],
});

export const unblockPerson = endpoint({
  name: 'safety.unblock',
  summary: 'Take a block back. A connection that ended with it does not come back.',
  method: 'DELETE',
  path: '/api/v1/blocks/{uid}',
  access: 'member',
  credential: 'bearer',
  params,
  reply: done,
});

/** Why somebody is reported. */
export const reportReasons = ['harassment', 'impersonation', 'spam', 'harm', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
/** Where a report stands. `open` waits for a moderator; the last two are ends, and can be opened again. */
export const reportStates = ['open', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportState = (typeof reportStates)[number];

export const reportPerson = endpoint({
  name: 'safety.report',
  summary:
    'Tell the school’s moderators about a person whom the caller sees, or would see without a block, whoever blocked whom, or has blocked. The person is not told who did. 20 a day.',
  method: 'POST',
  path: '/api/v1/reports',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    uid: z.string().max(40),
    reason: z.enum(reportReasons),
    note: z.string().trim().max(2_000).default('').describe('In the reporter’s words'),
  }),
  reply: done,
  errors: ['person_not_found'],
});

/** Messages as they stood when one of them was reported: that one last, with up to ten before it. */
export const reportedMessages = z.object({
  conversation: z.string(),
  seq: z.number().int(),
  messages: z.array(
    z.object({
      seq: z.number().int(),
      author: z.string().describe('uid'),
      name: z.string(),
      sentAt: z.string(),
      text: z.string(),
      files: z.array(z.string()).describe('Names of its files'),
      fileIds: z
        .array(z.string())
        .optional()
        .describe('Their ids, in the same order; not of reports from before they were kept'),
      before: z
        .array(z.string())
        .describe('What it said before it was edited or deleted, oldest first'),
    }),
  ),
});
export type ReportedMessages = z.output<typeof reportedMessages>;

export const report = z.object({
  id: z.string(),
  state: z.enum(reportStates),
  reason: z.enum(reportReasons),
  note: z.string(),
  at: z.string().describe('Instant, ISO 8601'),
  reporter: face,
  person: face,
  earlier: z.number().int().describe('Other reports about the same person'),
  evidence: reportedMessages
    .nullable()
    .describe('null: the report is of a person, not of a message'),
  files: z
    .record(
      z.string(),
      z.object({
        url: z.string(),
        small: z.string().nullable().describe('Of a picture: a small one'),
      }),
    )
    .describe(
      'Where files of the evidence are opened, by id. They are kept for the moderators whatever becomes of the message',
    ),
  notes: z.array(
    z.object({
      author: face.nullable(),
      text: z.string(),
      from: z.enum(reportStates),
      to: z.enum(reportStates),
      at: z.string(),
    }),
  ),
});
export type Report = z.output<typeof report>;

export const listReports = endpoint({
  name: 'safety.reports',
  summary:
    'The moderators’ queue: reports in one state, oldest waiting first, ended ones newest first.',
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

export const changeReport = endpoint({
  name: 'safety.change-report',
  summary:
    'Move a report to another state, or add a note to it. `from` must be the state it is in: two moderators cannot overrule each other unseen.',
  method: 'PATCH',
  path: '/api/v1/reports/{id}',
  access: 'staff',
  permission: 'reports.manage',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(40) }),
  body: z.strictObject({
    from: z.enum(reportStates),
    to: z.enum(reportStates),
    note: z.string().trim().max(2_000).default(''),
  }),
  reply: report,
  errors: ['not_found', 'report_changed'],
});
