import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { runStates } from '../imports/limits.ts';
import { schemaNames } from '../schema-names.ts';
import { overviewDays, overviewWeeks } from './limits.ts';

const count = z.number().int().min(0);
const instant = z.string().describe('Instant in RFC 3339.');
const waiting = z.object({
  count,
  oldestAt: instant
    .nullable()
    .describe('Time when the longest wait started, or null if nothing is waiting.'),
});

export const overview = z.object({
  people: z
    .object({
      total: count.describe('People whose account isn’t suspended or deactivated.'),
      active: count.describe(`People who visited in the last ${overviewDays} days.`),
      weeks: z
        .array(
          z.object({
            start: z.string().describe('Monday of the week, as a date.'),
            people: count.describe('People who visited in this week, up to now.'),
          }),
        )
        .describe(
          `The last ${overviewWeeks} weeks with data, oldest first. The current week is last.`,
        ),
      added: count.describe(`Accounts added in the last ${overviewDays} days.`),
      new: count.describe('People in `total` who haven’t signed in yet.'),
      invitable: count.describe('People in `new` who have an email address.'),
      suspended: count,
    })
    .nullable(),
  reports: waiting.nullable().describe('Reports waiting for a moderator, or null.'),
  approvals: waiting.describe('Submissions waiting for the caller’s approval, at most 100.'),
  mail: z
    .object({
      notifications: count,
      newsletters: count,
      invitations: count,
    })
    .nullable()
    .describe(`Emails of the last ${overviewDays} days that couldn’t be delivered.`),
  imports: z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(['import', 'undo']),
        source: z.string().describe('Name of the ZIP file or of the uploaded files.'),
        state: z.enum(runStates),
        at: instant.describe('Time when it ended, or when its current stage started.'),
      }),
    )
    .nullable()
    .describe('The latest imports, newest first, at most 3.'),
  finances: z
    .object({
      overdue: count.describe('Accounts with an amount due now.'),
      holds: count.describe('Active holds.'),
    })
    .nullable(),
  teaching: z
    .object({ toGrade: count.describe('Ungraded submissions in the caller’s courses.') })
    .nullable()
    .describe('Grading work in the caller’s current courses. Null if the caller teaches none.'),
  storage: z
    .object({
      used: count.describe('Bytes.'),
      limit: count.nullable().describe('Bytes, or null if the school has no limit.'),
    })
    .nullable(),
  webhooks: z
    .object({
      total: count,
      failing: count.describe(
        'Webhooks whose last deliveries failed, and those turned off for it.',
      ),
      since: instant
        .nullable()
        .describe(
          'Time of the first failure of the webhook that has been failing longest, or null if none is failing.',
        ),
    })
    .nullable(),
});
schemaNames.add(overview, { id: 'SchoolOverview' });
export type Overview = z.output<typeof overview>;

export const getSchoolOverview = endpoint({
  name: 'admin.overview',
  summary: 'Get the school’s overview',
  description:
    'Returns the school’s figures and waiting tasks. Parts that the caller has no permission for are null. Contains no names.',
  method: 'GET',
  path: '/api/v1/admin/overview',
  access: 'member',
  credential: 'bearer',
  reply: overview,
});
