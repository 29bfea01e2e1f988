import { z } from 'zod';
import { meetingKinds, sectionRoles } from '../courses/kinds.ts';
import { endpoint } from '../endpoint.ts';
import { rangeWindow } from '../paging.ts';
import { face } from '../people/endpoints.ts';
import { freeHoursAudiences, scheduleFilters, scheduleLimits as limits } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const instant = z.string().describe('Instant in RFC 3339.');

export const scheduleItem = z.object({
  id: z.string().describe('ID, the same for every occurrence of a class.'),
  title: z.string(),
  dateStart: instant,
  dateEnd: instant,
  isAllDay: z.boolean(),
  timeZone: z.string().describe('IANA time zone of the class.'),
  kind: z.enum(meetingKinds),
  location: z.string().nullable(),
  course: z.object({ code: z.string(), number: z.string(), title: z.string() }),
  section: z.object({
    code: z.string(),
    name: z.string().nullable().describe('Name of the section, or null.'),
  }),
  term: z.object({ code: z.string(), name: z.string() }),
  role: z.enum(sectionRoles),
});
schemaNames.add(scheduleItem, { id: 'Class' });
export type ScheduleItem = z.output<typeof scheduleItem>;

export const getSchedule = endpoint({
  ...signedIn,
  name: 'schedule.list',
  summary: 'List your classes',
  description: `Returns every occurrence. \`range\` is the offset and \`limit\` is the end index. \`filters\` is a JSON object with \`from\` and \`to\` (days; by default today and ${limits.days} days ahead, at most ${limits.daysMax}), and the lists \`terms\`, \`courses\` and \`kinds\`, each replacing the person’s own filter of that name. \`order\`: DateStartAsc (default), DateStartDesc, TitleAsc, TitleDesc, CourseAsc, CourseDesc, separated by commas.`,
  method: 'GET',
  path: '/api/v1/schedule',
  query: z.strictObject({
    ...rangeWindow,
    filters: z.string().max(20_000).optional(),
    order: z.string().max(200).optional(),
  }),
  reply: z.object({
    data: z.array(scheduleItem),
    _metadata: z.object({
      total: z.number().int(),
      range: z.number().int(),
      limit: z.number().int(),
    }),
  }),
  errors: ['schedule_filter_unknown', 'unknown_ordering', 'bad_json', 'page_too_large'],
});

const filters = z.object(
  Object.fromEntries(scheduleFilters.map((name) => [name, z.array(z.string())])) as Record<
    (typeof scheduleFilters)[number],
    z.ZodArray<z.ZodString>
  >,
);
schemaNames.add(filters, { id: 'ScheduleFilters' });
export type ScheduleFilters = z.output<typeof filters>;

export const getScheduleConfig = endpoint({
  ...signedIn,
  name: 'schedule.config',
  summary: 'Get your schedule filters',
  description:
    'Returns the terms, courses (by code) and class types that your schedule shows. An empty list shows all.',
  method: 'GET',
  path: '/api/v1/schedule/config',
  reply: filters,
});

export const updateScheduleConfig = endpoint({
  ...signedIn,
  name: 'schedule.change-config',
  summary: 'Replace your schedule filters',
  description:
    'Send multipart/form-data with one entry per filter, each a JSON list of strings. A filter you leave out shows all.',
  method: 'POST',
  path: '/api/v1/schedule/config',
  upload: { maxBytes: limits.formBytes },
  reply: filters,
  errors: ['schedule_filter_unknown', 'bad_json', 'unsupported_media_type'],
});

export const getScheduleOptions = endpoint({
  ...signedIn,
  name: 'schedule.options',
  summary: 'List schedule filter options',
  description: 'Returns the terms, courses and types of your classes.',
  method: 'GET',
  path: '/api/v1/schedule/options',
  reply: z.object({
    terms: z.array(z.object({ value: z.string(), label: z.string(), isNow: z.boolean() })),
    courses: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        title: z.string(),
        term: z.string().describe('Code of the latest term of the course.'),
      }),
    ),
    kinds: z.array(z.enum(meetingKinds)),
  }),
});

const sharing = z.object({ audience: z.enum(freeHoursAudiences) });

export const getFreeHoursSharing = endpoint({
  ...signedIn,
  name: 'schedule.sharing',
  summary: 'Get your availability sharing',
  description: 'Returns the audience that can see when you’re free.',
  method: 'GET',
  path: '/api/v1/schedule/sharing',
  reply: sharing,
});

export const updateFreeHoursSharing = endpoint({
  ...signedIn,
  name: 'schedule.change-sharing',
  summary: 'Update your availability sharing',
  description:
    'Shares when you’re free with no one, your connections, or everyone at the school. They see your free times only, never the items in your calendar.',
  method: 'PATCH',
  path: '/api/v1/schedule/sharing',
  body: z.strictObject({ audience: z.enum(freeHoursAudiences) }),
  reply: sharing,
});

const day = z.iso.date();
const hour = z.coerce.number().int().min(0).max(24);

export const getFreeHours = endpoint({
  ...signedIn,
  name: 'schedule.free',
  summary: 'Find common free time',
  description: `For the caller and up to ${limits.people} people (\`with\`: user IDs separated by commas) or a club of the caller (\`club\`). Counts only people who share their availability with the caller; the others are listed by name. Returns free times of at least \`minutes\` between the days \`from\` and \`to\` (at most ${limits.freeDays}), within the hours \`dayStart\` and \`dayEnd\` in \`timeZone\`. Never returns the items in people’s calendars. Rate limit: ${limits.freeHourly} per hour.`,
  method: 'GET',
  path: '/api/v1/schedule/free',
  recordsReads: true,
  query: z.strictObject({
    with: z.string().max(1_000).optional(),
    club: z.string().max(40).optional(),
    from: day,
    to: day,
    timeZone: z.string().max(100).default('UTC'),
    dayStart: hour.default(8),
    dayEnd: hour.default(20),
    minutes: z.coerce
      .number()
      .int()
      .min(limits.freeMinutes)
      .max(720)
      .default(30)
      .describe('Minimum length of a slot in minutes.'),
  }),
  reply: z.object({
    timeZone: z.string(),
    items: z.array(z.object({ dateStart: instant, dateEnd: instant })),
    people: z.array(face).describe('People counted besides the caller.'),
    notShared: z.array(face).describe('People who don’t share their availability with the caller.'),
    more: z.number().int().describe('Number of club members who are neither counted nor listed.'),
  }),
  errors: ['not_found', 'too_many_requests', 'time_invalid'],
});
