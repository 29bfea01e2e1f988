import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { schemaNames } from '../schema-names.ts';
import { dataDays } from './limits.ts';

/*
 * Lists for a school's own programs, such as its website or data warehouse. A key of the school calls them, so they contain what the
 * school’s admins can see, and not what one person can see.
 */

const instant = z.string().describe('Instant in RFC 3339.');
const day = z.string().describe('Date as YYYY-MM-DD.');
const pictureUrl = z.string().nullable().describe('Address of the picture, or null.');
const reading = { access: 'key', credential: 'key', method: 'GET' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const limit = 'Rate limit: 600 calls per minute and key.';

const dataPerson = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  accountType: z.string(),
  major: z.string().nullable(),
  yearOfGraduation: z.number().int().nullable(),
  isDisabled: z.boolean(),
  hasHold: z.boolean().describe('True for a directory hold (FERPA). Don’t publish this person.'),
  createdAt: instant,
  updatedAt: instant,
});
schemaNames.add(dataPerson, { id: 'DataPerson' });
export type DataPerson = z.output<typeof dataPerson>;

export const listDataPeople = endpoint({
  ...reading,
  scope: 'people.read',
  name: 'school-data.people',
  summary: 'List people for a program',
  description: `Returns all accounts, including disabled ones. Ordered by ID. ${limit}`,
  path: '/api/v1/data/people',
  query: cursorQuery,
  reply: pageOf(dataPerson),
});

const dataClub = z.object({
  id: z.string(),
  code: z.string().nullable().describe('Code of the club in the school’s files, or null.'),
  name: z.string(),
  acronym: z.string(),
  description: z.string().describe('Plain text, up to 300 characters.'),
  about: z.string().describe('Sanitized HTML.'),
  type: z.string().nullable(),
  categories: z.array(z.string()),
  website: z.string().nullable(),
  address: z.string(),
  membership: z.enum(['open', 'request', 'invitation', 'closed']).describe('How people join.'),
  members: z
    .number()
    .int()
    .nullable()
    .describe('Number of members, or null if the club doesn’t show its members to everyone.'),
  logo: pictureUrl,
  cover: pictureUrl,
  url: z.string().describe('Address of the club’s page.'),
  isPublic: z.boolean().describe('True if visitors without an account can see the page.'),
  updatedAt: instant,
});
schemaNames.add(dataClub, { id: 'DataClub' });
export type DataClub = z.output<typeof dataClub>;

export const listDataClubs = endpoint({
  ...reading,
  scope: 'clubs.read',
  name: 'school-data.clubs',
  summary: 'List clubs for a program',
  description: `Returns clubs that everyone at the school can see. Ordered by ID. ${limit}`,
  path: '/api/v1/data/clubs',
  query: cursorQuery,
  reply: pageOf(dataClub),
});

const dataMember = z.object({
  username: z.string(),
  hasHold: z.boolean().describe('True for a directory hold (FERPA). Don’t publish this person.'),
  since: instant,
  positions: z.array(z.string()).describe('Names of the person’s positions.'),
});
schemaNames.add(dataMember, { id: 'DataClubMember' });
export type DataMember = z.output<typeof dataMember>;

export const listDataMembers = endpoint({
  ...reading,
  scope: 'members.read',
  name: 'school-data.club-members',
  summary: 'List a club’s members for a program',
  description: `Returns members with active accounts, including those of clubs with a private member list. Ordered by the person’s ID. ${limit}`,
  path: '/api/v1/data/clubs/{id}/members',
  params: id,
  query: cursorQuery,
  reply: pageOf(dataMember),
  errors: ['not_found'],
});

const dataEvent = z.object({
  id: z.string(),
  occurrence: z.string().describe('Original local start of this date in its series.'),
  title: z.string(),
  description: z.string().describe('Sanitized HTML.'),
  dateStart: instant,
  dateEnd: instant,
  timeZone: z.string().describe('Time zone of the event (IANA).'),
  isCanceled: z.boolean(),
  club: z.object({ id: z.string(), name: z.string() }).nullable(),
  audience: z.enum(['public', 'school']).describe('`public`: also visible to visitors.'),
  location: z.string(),
  address: z.string(),
  isOnline: z.boolean(),
  tags: z.array(z.string()),
  takesRegistrations: z.boolean(),
  cover: pictureUrl,
  url: z.string().describe('Address of the event’s page.'),
});
schemaNames.add(dataEvent, { id: 'DataEvent' });
export type DataEvent = z.output<typeof dataEvent>;

export const listDataEvents = endpoint({
  ...reading,
  scope: 'events.read',
  name: 'school-data.events',
  summary: 'List events for a program',
  description: `Returns one item for each date of published events that everyone at the school can see, by start. Canceled events are included, canceled dates of a series aren’t. ${limit}`,
  path: '/api/v1/data/events',
  query: cursorQuery.extend({
    from: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Earliest start. If omitted, the current time.'),
    to: z.iso
      .datetime({ offset: true })
      .optional()
      .describe(
        `Latest start, at most ${dataDays} days after \`from\`. If omitted, 90 days after it.`,
      ),
  }),
  reply: pageOf(dataEvent),
  errors: ['data_span'],
});

const dataAttendee = z.object({
  username: z.string(),
  hasHold: z.boolean().describe('True for a directory hold (FERPA). Don’t publish this person.'),
  occurrence: z
    .string()
    .describe('Date that the person registered for, or "" for the whole series.'),
  status: z.string(),
  guests: z.number().int(),
  registeredAt: instant,
});
schemaNames.add(dataAttendee, { id: 'DataAttendee' });
export type DataAttendee = z.output<typeof dataAttendee>;

export const listDataAttendees = endpoint({
  ...reading,
  scope: 'attendees.read',
  name: 'school-data.attendees',
  summary: 'List an event’s registrations for a program',
  description: `Returns an event’s registrations in every status, except those of people who hide them from everyone but the hosts. Ordered by date. ${limit}`,
  path: '/api/v1/data/events/{id}/attendees',
  params: id,
  query: cursorQuery,
  reply: pageOf(dataAttendee),
  errors: ['not_found'],
});

const dataSection = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string().nullable(),
  isActive: z.boolean(),
  course: z.object({ code: z.string(), number: z.string(), title: z.string() }),
  term: z.object({ code: z.string(), name: z.string(), start: day, end: day }),
  teachers: z.array(z.string()).describe('Usernames.'),
  students: z.number().int().describe('Number of active students.'),
});
schemaNames.add(dataSection, { id: 'DataSection' });
export type DataSection = z.output<typeof dataSection>;

export const listDataSections = endpoint({
  ...reading,
  scope: 'courses.read',
  name: 'school-data.sections',
  summary: 'List course sections for a program',
  description: `Returns the sections of all terms, or of one. Ordered by ID. ${limit}`,
  path: '/api/v1/data/sections',
  query: cursorQuery.extend({
    term: z.string().max(120).optional().describe('Code of the term.'),
  }),
  reply: pageOf(dataSection),
});

const dataAccount = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().describe('Name of the account. Empty for the default account.'),
  balance: z.object({
    amount: z.number().int().describe('Amount owed in minor units. Negative: credit.'),
    currency: z.string().describe('ISO 4217 code.'),
  }),
  oldestDue: day.nullable().describe('Due date of the oldest open charge, or null.'),
  holds: z.number().int().describe('Number of the person’s unreleased holds.'),
});
schemaNames.add(dataAccount, { id: 'DataAccount' });
export type DataAccount = z.output<typeof dataAccount>;

export const listDataAccounts = endpoint({
  ...reading,
  scope: 'finance.read',
  name: 'school-data.accounts',
  summary: 'List finance accounts for a program',
  description: `Returns every account with its balance. Ordered by ID. ${limit}`,
  path: '/api/v1/data/accounts',
  query: cursorQuery,
  reply: pageOf(dataAccount),
});

const dataEntry = z.object({
  id: z.string(),
  username: z.string(),
  type: z.string(),
  title: z.string(),
  organization: z.string(),
  start: day,
  end: day.nullable().describe('Null for an ongoing activity.'),
  minutes: z.number().int(),
  state: z.enum(['verified', 'revoked']),
  verifiedBy: z.string().describe('Name of the verifier. Empty if Commons verified it.'),
  verifiedAt: instant,
});
schemaNames.add(dataEntry, { id: 'DataRecordEntry' });
export type DataEntry = z.output<typeof dataEntry>;

export const listDataEntries = endpoint({
  ...reading,
  scope: 'record.read',
  name: 'school-data.record-entries',
  summary: 'List verified record entries for a program',
  description: `Returns verified and revoked entries of co-curricular records, without reflections. Ordered by ID. ${limit}`,
  path: '/api/v1/data/record-entries',
  query: cursorQuery,
  reply: pageOf(dataEntry),
});
