import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { clubLogKindNames, clubOfficeLimits as limits, clubTodoKinds } from './limits.ts';

const officer = { access: 'member', credential: 'bearer', inClub: 'any' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();

const todo = z.object({
  kind: z.enum(clubTodoKinds),
  count: count.describe('How many wait'),
  at: z.string().nullable().describe('Since when, or of what closes until when'),
  target: z
    .string()
    .nullable()
    .describe(
      'Id of the renewal, post, survey or event it is about; null where a section has them all',
    ),
});
export type ClubTodo = z.output<typeof todo>;

const week = z.object({
  start: z.string(),
  members: count.describe('At its end'),
  joined: count,
  left: count,
  posts: count,
  comments: count,
});
export type ClubWeek = z.output<typeof week>;

export const getClubOverview = endpoint({
  ...officer,
  name: 'club-office.overview',
  summary: `What waits in a club for the caller, the most urgent first, and how the club does. Names nobody; of fewer than ${limits.smallest} members there are no figures but their number.`,
  method: 'GET',
  path: '/api/v1/clubs/{id}/overview',
  params: id,
  reply: z.object({
    todo: z.array(todo),
    members: count,
    newMembers: count.nullable().describe(`Of the last ${limits.days} days`),
    activeMembers: count
      .nullable()
      .describe(`Who posted, commented, liked, voted or answered in the last ${limits.days} days`),
    points: count.nullable().describe('Of all members; null where the club counts none'),
    weeks: z.array(week).nullable().describe(`The last ${limits.weeks}, oldest first`),
  }),
  errors: ['not_found', 'forbidden'],
});
export type ClubOverview = z.output<typeof getClubOverview.reply>;

const logEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: face.nullable().describe('null: nobody, or somebody the caller does not see'),
  kind: z.enum(clubLogKindNames),
  act: z.string(),
  title: z.string().describe('Of the post, survey, file or position; may be empty'),
  fields: z.array(z.string()).describe('Settings that were changed'),
  people: z.array(face).describe(`Whom it was about, at most ${limits.named} whom the caller sees`),
  peopleCount: count,
});
export type ClubLogEntry = z.output<typeof logEntry>;

export const listClubLog = endpoint({
  ...officer,
  name: 'club-office.log',
  summary:
    'What officers and staff did in a club, newest first: of each kind to those who hold the permission it takes.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/log',
  params: id,
  query: cursorQuery.extend({
    kind: z.enum(clubLogKindNames).optional(),
    officer: z.string().max(40).optional().describe('The uid of who did it'),
  }),
  reply: pageOf(logEntry).extend({
    kinds: z.array(z.enum(clubLogKindNames)).describe('Those that the caller may read'),
  }),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});
