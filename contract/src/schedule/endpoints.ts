import { z } from 'zod';
import { meetingKinds, sectionRoles } from '../courses/kinds.ts';
import { endpoint } from '../endpoint.ts';
import { rangeWindow } from '../paging.ts';
import { face } from '../people/endpoints.ts';
import { freeHoursAudiences, scheduleFilters, scheduleLimits as limits } from './limits.ts';

const member = { access: 'member', credential: 'bearer' } as const;
const instant = z.string().describe('Instant, RFC 3339');

export const scheduleItem = z.object({
  id: z.string().describe('The same for every occurrence of a meeting'),
  title: z.string(),
  dateStart: instant,
  dateEnd: instant,
  isAllDay: z.boolean(),
  timeZone: z.string().describe('IANA; the zone in which the class keeps its time'),
  kind: z.enum(meetingKinds),
  location: z.string().nullable(),
  course: z.object({ code: z.string(), number: z.string(), title: z.string() }),
  section: z.object({ code: z.string(), name: z.string().nullable() }),
  term: z.object({ code: z.string(), name: z.string() }),
  role: z.enum(sectionRoles),
});
export type ScheduleItem = z.output<typeof scheduleItem>;

export const getSchedule = endpoint({
  ...member,
  name: 'schedule.list',
  summary: `One’s own classes, occurrence by occurrence. \`range\` is the offset and \`limit\` its end. \`filters\`: a JSON object of \`from\` and \`to\` (days; left out: today and ${limits.days} days ahead, at most ${limits.daysMax}), and of \`terms\`, \`courses\`, \`kinds\` (lists; what stands there takes the place of the person’s own filter of that name). \`order\`: DateStartAsc (default), DateStartDesc, TitleAsc, TitleDesc, CourseAsc, CourseDesc, comma-joined.`,
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
export type ScheduleFilters = z.output<typeof filters>;

export const getScheduleConfig = endpoint({
  ...member,
  name: 'schedule.config',
  summary:
    'Which terms, courses (by their codes) and kinds of meetings one’s own schedule shows, by filter; an empty list shows all.',
  method: 'GET',
  path: '/api/v1/schedule/config',
  reply: filters,
});

export const updateScheduleConfig = endpoint({
  ...member,
  name: 'schedule.change-config',
  summary:
    'Replace the filters of one’s own schedule: multipart/form-data with an entry for each filter, which holds a JSON list of texts. A filter that is left out shows all.',
  method: 'POST',
  path: '/api/v1/schedule/config',
  upload: { maxBytes: limits.formBytes },
  reply: filters,
  errors: ['schedule_filter_unknown', 'bad_json', 'unsupported_media_type'],
});

export const getScheduleOptions = endpoint({
  ...member,
  name: 'schedule.options',
  summary: 'The terms, courses and kinds of one’s own classes, from which the filters choose.',
  method: 'GET',
  path: '/api/v1/schedule/options',
  reply: z.object({
    terms: z.array(z.object({ value: z.string(), label: z.string(), isNow: z.boolean() })),
    courses: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        title: z.string(),
        term: z.string().describe('Code of the newest term in which it is taken'),
      }),
    ),
    kinds: z.array(z.enum(meetingKinds)),
  }),
});

const sharing = z.object({ audience: z.enum(freeHoursAudiences) });

export const getFreeHoursSharing = endpoint({
  ...member,
  name: 'schedule.sharing',
  summary: 'Who may ask when one is free.',
  method: 'GET',
  path: '/api/v1/schedule/sharing',
  reply: sharing,
});

export const updateFreeHoursSharing = endpoint({
  ...member,
  name: 'schedule.change-sharing',
  summary:
    'Say who may ask when one is free: nobody, connections, or everybody at the school. They learn free hours, never what fills the others.',
  method: 'PATCH',
  path: '/api/v1/schedule/sharing',
  body: z.strictObject({ audience: z.enum(freeHoursAudiences) }),
  reply: sharing,
});

const day = z.iso.date();
const hour = z.coerce.number().int().min(0).max(24);

export const getFreeHours = endpoint({
  ...member,
  name: 'schedule.free',
  summary: `When oneself and others are all free: up to ${limits.people} people (\`with\`: uids with commas), or members of a club one is in (\`club\`). Counted are those who share their free hours with the caller; the others are named. Between the days \`from\` and \`to\`, at most ${limits.freeDays}, and the hours \`dayStart\` and \`dayEnd\` of each, by the clock of \`timeZone\`; spans of at least \`minutes\`. What fills the other hours is never said. ${limits.freeHourly} an hour.`,
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
    minutes: z.coerce.number().int().min(limits.freeMinutes).max(720).default(30),
  }),
  reply: z.object({
    timeZone: z.string(),
    items: z.array(z.object({ dateStart: instant, dateEnd: instant })),
    people: z.array(face).describe('Whose hours are counted, beside one’s own'),
    notShared: z.array(face).describe('Who does not share theirs with the caller'),
    more: z.number().int().describe('Members of the club beyond those that are counted or named'),
  }),
  errors: ['not_found', 'too_many_requests', 'time_invalid'],
});
