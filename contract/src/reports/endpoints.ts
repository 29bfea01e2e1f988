import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { reportKinds, reportReasons, reportStates } from './kinds.ts';
import { text } from '../text.ts';

const target = z.strictObject({
  kind: z.enum(reportKinds),
  id: z
    .string()
    .min(1)
    .max(80)
    .describe('`person`: the uid. `message`: `{conversation}:{seq}`, as in `1234:7`'),
});

export const createReport = endpoint({
  name: 'reports.create',
  summary:
    'Tell the school’s moderators about something the caller sees. A person can be reported whoever blocked whom; of a message the moderators also read the ten before it. Whom it is about is not told who reported. 20 a day. Reporting the same message again, while nobody has decided, changes nothing.',
  method: 'POST',
  path: '/api/v1/reports',
  access: 'member',
  credential: 'bearer',
  body: z
    .strictObject({
      clientId: clientId
        .optional()
        .describe('Chosen by the client; sending the same report again stores it once'),
      target,
      reason: z.enum(reportReasons),
      note: text()
        .max(2_000)
        .default('')
        .describe('In the reporter’s words; required where the reason is `other`'),
    })
    .refine(({ reason, note }) => reason !== 'other' || note !== '', {
      path: ['note'],
      message: 'say in words what it is about',
    }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'person_not_found', 'own_content'],
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

/** What was reported, as it is now. */
export const reportedSubject = z.object({
  text: z.string(),
  post: z.string().nullable().describe('The post to open it in'),
  club: z.string().nullable().describe('The club it is, or stands in'),
  isHidden: z.boolean(),
  isClosed: z.boolean().describe('It takes no more comments'),
  isDeleted: z.boolean(),
  can: z
    .object({ hide: z.boolean(), close: z.boolean() })
    .describe('What the caller may switch on it, by the calls of its feature'),
});
export type ReportedSubject = z.output<typeof reportedSubject>;

export const report = z.object({
  id: z.string(),
  state: z.enum(reportStates),
  reason: z.enum(reportReasons),
  note: z.string(),
  at: z.string().describe('Instant, ISO 8601'),
  reporter: face.nullable().describe('null: the school’s word list; `note` are the words it found'),
  target: target.extend({
    title: z.string().describe('What it is called; empty where `person` says it'),
  }),
  person: face
    .nullable()
    .describe('Whom it is about: the person, or the author of the message; null where nobody is'),
  subject: reportedSubject
    .nullable()
    .describe('null: it is gone for good, or the report is of a person or a message'),
  earlier: z.number().int().describe('Other reports about the same person, or the same target'),
  evidence: reportedMessages.nullable().describe('null: the report is not of a message'),
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
  name: 'reports.list',
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

export const updateReport = endpoint({
  name: 'reports.update',
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
    note: text().max(2_000).default(''),
  }),
  reply: report,
  errors: ['not_found', 'report_changed'],
});
