import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { clubLogKindNames, clubOfficeLimits as limits, clubTodoKinds } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

const officer = { access: 'member', credential: 'bearer', inClub: 'any' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();

const todo = z.object({
  kind: z.enum(clubTodoKinds),
  count: count.describe('Number of items.'),
  at: z
    .string()
    .nullable()
    .describe('Start of the wait, or the deadline of an item that closes, or null.'),
  target: z
    .string()
    .nullable()
    .describe(
      'ID of the renewal, post, survey or event, or null if the task covers a whole section.',
    ),
});
schemaNames.add(todo, { id: 'ClubTask' });
export type ClubTodo = z.output<typeof todo>;

const week = z.object({
  start: z.string(),
  members: count.describe('Members at the end of the week.'),
  joined: count,
  left: count,
  posts: count,
  comments: count,
});
schemaNames.add(week, { id: 'ClubWeek' });
export type ClubWeek = z.output<typeof week>;

export const getClubOverview = endpoint({
  ...officer,
  name: 'club-office.overview',
  summary: 'Get a club’s overview',
  description: `Returns the caller’s tasks in a club, most urgent first, and the club’s figures. Contains no names. With fewer than ${limits.smallest} members, the member count is the only figure.`,
  method: 'GET',
  path: '/api/v1/clubs/{id}/overview',
  params: id,
  reply: z.object({
    todo: z.array(todo),
    members: count,
    newMembers: count
      .nullable()
      .describe(`Members who joined in the last ${limits.days} days, or null.`),
    activeMembers: count
      .nullable()
      .describe(
        `Members who posted, commented, liked, voted or responded in the last ${limits.days} days, or null.`,
      ),
    points: count
      .nullable()
      .describe('Points of all members, or null if the club doesn’t use points.'),
    weeks: z.array(week).nullable().describe(`Last ${limits.weeks} weeks, oldest first, or null.`),
  }),
  errors: ['not_found', 'forbidden'],
});
export type ClubOverview = z.output<typeof getClubOverview.reply>;

export const getClubPeople = endpoint({
  ...officer,
  name: 'club-office.people',
  summary: 'Get a club’s newest members and officers',
  description: 'Returns the newest members and the officers that the caller can see.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/overview/people',
  params: id,
  reply: z.object({
    newMembers: z
      .array(face.extend({ since: z.string() }))
      .describe(`Members, newest first, at most ${limits.newest}.`),
    officers: z
      .array(
        face.extend({
          position: z.string(),
          endsAt: z.string().nullable().describe('End of the term, or null if it has none.'),
        }),
      )
      .describe(`Officers by position, at most ${limits.officers}.`),
  }),
  errors: ['not_found', 'forbidden'],
});
export type ClubPeople = z.output<typeof getClubPeople.reply>;

const logEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: face
    .nullable()
    .describe('Person who acted, or null if it was automatic or the caller can’t see them.'),
  kind: z.enum(clubLogKindNames),
  act: z.string(),
  title: z.string().describe('Title of the post, survey, file or position. Can be empty.'),
  fields: z.array(z.string()).describe('Settings that changed.'),
  people: z
    .array(face)
    .describe(`People concerned (only those the caller can see), at most ${limits.named}.`),
  peopleCount: count.describe('Number of people concerned, including those not in `people`.'),
});
schemaNames.add(logEntry, { id: 'ClubLogEntry' });
export type ClubLogEntry = z.output<typeof logEntry>;

export const listClubLog = endpoint({
  ...officer,
  name: 'club-office.log',
  summary: 'List a club’s activity log',
  description:
    'Returns actions by officers and staff, newest first. Each type is limited to people with its permission.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/log',
  params: id,
  query: cursorQuery.extend({
    kind: z.enum(clubLogKindNames).optional(),
    officer: z.string().max(40).optional().describe('User ID of the person who acted.'),
  }),
  reply: pageOf(logEntry).extend({
    kinds: z.array(z.enum(clubLogKindNames)).describe('Types that the caller can read.'),
  }),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});
