import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorMax, listingReply, offsetWindow, rangeWindow } from '../paging.ts';
import { permissionsOf } from '../permissions.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/** A person's public ID: digits, which clients treat as opaque. */
export const uid = z.string().min(1).max(64);

/** The connection status as seen by the viewer (product text §4). -2 exists only in clients, while a request is pending. */
export const connectionStatus = z.literal([-2, -1, 0, 1, 2, 3]);
export type ConnectionStatus = z.output<typeof connectionStatus>;

export const connection = {
  requesting: -2,
  own: -1,
  none: 0,
  connected: 1,
  pending: 2,
  incoming: 3,
} as const;

export const accountTypeType = z.enum(['student', 'faculty', 'staff', 'alumni', 'other']);

const value = z.object({ value: z.string() });

/** A person's name and picture, for lists and avatars. */
export const face = z.object({
  uid: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  photoUrl: z.string().nullable().describe('Address of the picture, or null.'),
});
schemaNames.add(face, { id: 'Person' });
export type Face = z.output<typeof face>;

const sharedNames = z.object({
  club: z.string().optional().describe('Name of the first shared club.'),
  course: z
    .object({ number: z.string(), title: z.string() })
    .optional()
    .describe('The first shared current course.'),
});
schemaNames.add(sharedNames, { id: 'SharedNames' });
export type SharedNames = z.output<typeof sharedNames>;

/**
 * A person as one viewer sees them. Fields after `visitableProfile` are missing if the viewer can't visit the profile, and null
 * or empty if the person hasn't filled them in.
 */
export const user = face.extend({
  id: z.string().describe('Same as uid. Kept for older clients.'),
  largePhotoUrl: z.string().nullable().describe('Address of the cover picture, or null.'),
  genderPronoun: z.string().nullable(),
  accountType: z.string(),
  yearOfGraduation: z.number().int().nullable(),
  major: z.string().nullable(),
  connectionStatus,
  visitableProfile: z.boolean().describe('True if the viewer can see the full profile.'),
  mutualCount: z.number().int().describe('Number of people connected with both.'),
  mutuals: z
    .array(face)
    .describe(
      'Up to 3 mutual connections in a list, or none beside `shared`. Up to 40 in a profile.',
    ),
  can: z.object({
    visit: z.boolean(),
    connect: z.boolean().describe('True if connections are on and this isn’t the caller.'),
    message: z.boolean().describe('True if the Message button is shown.'),
    edit: z.boolean(),
  }),
  shared: sharedNames
    .optional()
    .describe(
      'Clubs and courses that both are members of, in lists of people. Missing if there are none that the viewer can see.',
    ),
  bio: z.string().nullable().optional().describe('Sanitized HTML, or null.'),
  languages: z.array(z.object({ language: z.string(), iconUrl: z.string().nullable() })).optional(),
  companyName: z.string().nullable().optional(),
  workTitle: z.string().nullable().optional(),
  lookingForSelections: z.array(value).optional(),
  industrySelections: z.array(value).optional(),
  interests: z.array(z.object({ interest: z.string() })).optional(),
  sports: z.array(z.object({ name: z.string() })).optional(),
  groups: z.array(z.object({ groupName: z.string(), logoUrl: z.string().nullable() })).optional(),
  email: z.string().nullable().optional(),
  phoneWork: z.string().nullable().optional(),
  phoneHome: z.string().nullable().optional(),
  phoneMobile: z.string().nullable().optional(),
  city: z.string().nullable().optional(),
  zipcode: z.string().nullable().optional(),
  state: z.string().nullable().optional(),
  country: z.string().nullable().optional(),
  currentAddress: z
    .string()
    .nullable()
    .optional()
    .describe('Address, or null. A comma inside a part is written [[SEP]].'),
});
schemaNames.add(user, { id: 'User' });
export type User = z.output<typeof user>;

/** The signed-in person, with fields that only they can see. */
export const authenticatedUser = user.extend({
  accountTypeType,
  isAdmin: z.boolean(),
  permissions: z
    .array(z.enum(permissionsOf('school')))
    .describe('Permissions at the school. Admins have all; others have those of their roles.'),
  isListed: z
    .boolean()
    .describe(
      'True if everyone at the school can open the profile (the person’s own setting for visitableProfile).',
    ),
  isCounted: z.boolean().describe('True if the school’s usage analytics can count the person.'),
  locale: z.string().nullable().describe('Language (BCP 47), or null for the school’s.'),
  officer_groups: z
    .array(z.object({ groupName: z.string(), logoUrl: z.string().nullable() }))
    .optional(),
});
schemaNames.add(authenticatedUser, { id: 'SignedInUser' });
export type AuthenticatedUser = z.output<typeof authenticatedUser>;

const lookupQuery = z.strictObject({
  view: z.enum(['full', 'card']).default('full'),
  uid: uid.optional(),
  source: z.literal('sep').optional(),
  fields: z
    .string()
    .max(200)
    .optional()
    .describe('Additional fields, separated by commas: groups, officer_groups.'),
});

export const authenticate = endpoint({
  name: 'people.authenticate',
  recordsReads: true,
  summary: 'Get the signed-in person',
  description: 'Returns a list. Its first item is the person, or [{ "logout": true }].',
  method: 'GET',
  path: '/mobile_ws/v18/authentication',
  access: 'visitor',
  credential: 'cookie',
  query: lookupQuery,
  reply: z.array(z.union([authenticatedUser, user, z.object({ logout: z.literal(true) })])),
});

export const getProfile = endpoint({
  name: 'people.profile',
  recordsReads: true,
  summary: 'Get a person’s profile',
  description:
    'Returns the person as the viewer can see them, or { data: [] } if unknown or hidden.',
  method: 'GET',
  path: '/mobile_ws/v18/user_profile',
  access: 'member',
  credential: 'csrf',
  query: lookupQuery,
  reply: z.object({ data: z.union([user, z.array(z.never())]) }),
});

const peopleWindow = z
  .object({ ...rangeWindow, order1: z.string().max(60).optional() })
  .catchall(z.coerce.string().max(2000));
const userAllWindow = z
  .object({ ...rangeWindow, order: z.string().max(60).optional() })
  .catchall(z.coerce.string().max(2000));

/** Set if a one-word search has more results than are ranked (1,000). `total` is then that number, and there are more. */
const totalIsMinimum = z.literal(true).optional();

export const mobilePeople = endpoint({
  name: 'directory.people',
  recordsReads: true,
  summary: 'List people for mobile',
  description:
    'Returns a list. Its first item has the people of the requested range and the total.',
  method: 'GET',
  path: '/mobile_ws/v18/mobile_people',
  access: 'member',
  credential: 'csrf',
  query: peopleWindow,
  reply: z.array(z.object({ people: z.array(user), total: z.number().int(), totalIsMinimum })),
  errors: ['unknown_filter', 'unknown_ordering', 'page_too_large'],
});

export const userAll = endpoint({
  name: 'directory.user-all',
  recordsReads: true,
  summary: 'List people with a total',
  method: 'GET',
  path: '/mobile_ws/v18/user_all',
  access: 'member',
  credential: 'csrf',
  query: userAllWindow,
  reply: z.object({ total: z.number().int(), totalIsMinimum, items: z.array(user) }),
  errors: ['unknown_filter', 'unknown_ordering', 'page_too_large'],
});

export const listingType = z.enum(['directory', 'clubs', 'events']);

export const listingFilter = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['search', 'menu-list', 'list']),
  logic: z
    .boolean()
    .optional()
    .describe('True if it takes _ContainsLogic=AND. A person can have several of these values.'),
  about: z
    .boolean()
    .optional()
    .describe(
      'True if the counts are estimates because there are too many people to count exactly.',
    ),
  options: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      count: z
        .number()
        .int()
        .nullable()
        .describe('Number of matches, or null if unknown under these filters.'),
    }),
  ),
});
schemaNames.add(listingFilter, { id: 'ListingFilter' });
export type ListingFilter = z.output<typeof listingFilter>;

export const listingFilters = endpoint({
  name: 'directory.filters',
  summary: 'List filters for people, clubs or events',
  description:
    'Returns the filters with their options and counts. With filter parameters (as in mobile_people), each count is the number of people for the option under the other filters; for filters where a person must have all values, also under its own filter. Exact up to 10,000 people, then estimates (`about`) or null. A comma inside a value is written [[SEP]].',
  method: 'GET',
  path: '/mobile_ws/v18/listing_filters',
  access: 'member',
  credential: 'csrf',
  query: z.object({ type: listingType }).catchall(z.coerce.string().max(2000)),
  reply: z.array(listingFilter),
  errors: ['unknown_filter'],
});

export const listingConfig = endpoint({
  name: 'directory.config',
  summary: 'Get a listing’s configuration',
  description:
    'Returns filter names, layout and sort orders. The order by year is included only for people who can see years under the school’s rules.',
  method: 'GET',
  path: '/mobile_ws/v18/listing_config',
  access: 'member',
  credential: 'csrf',
  query: z.strictObject({ type: listingType }),
  reply: z.object({
    filters: z.array(z.string()),
    layout: z.enum(['grid', 'list']),
    ordering: z.object({
      options: z.array(z.object({ value: z.string(), label: z.string() })),
      defaultOrder: z.string(),
    }),
  }),
});

const legacyRow = z.union([
  z.object({ listingSeparator: z.literal('true'), p0: z.string() }),
  z.object({ fields: z.string(), counter: z.number().int().optional() }).catchall(z.string()),
]);
const legacyList = <Q extends z.ZodType, const P extends string>(
  name: string,
  path: P,
  summary: string,
  description: string,
  query: Q,
) =>
  endpoint({
    name,
    summary,
    description,
    recordsReads: true,
    method: 'GET',
    path,
    access: 'member',
    credential: 'csrf',
    query,
    reply: z.array(legacyRow),
    errors: ['unknown_filter', 'page_too_large'],
  });

export const legacyPeople = legacyList(
  'directory.legacy-people',
  '/mobile_ws/v17/mobile_people_list',
  'List people for older clients',
  'Returns letter headings and rows of p0…pN named by `fields`. The counter of the first row is the total.',
  z.object(rangeWindow).catchall(z.coerce.string().max(2000)),
);
export const legacyGroups = legacyList(
  'directory.legacy-groups',
  '/mobile_ws/v17/mobile_groups_list',
  'List clubs for older clients',
  'Takes the filters of the club list. Returns letter headings and rows of p0…pN named by `fields`. The counter of the first row is the total.',
  z.object(rangeWindow).catchall(z.coerce.string().max(2000)),
);
export const legacyEvents = legacyList(
  'directory.legacy-events',
  '/mobile_ws/v17/mobile_events_list',
  'List events for older clients',
  'Returns date headings and rows of p0…pN named by `fields`. The counter is the total, at most 10,000.',
  z.object(rangeWindow).catchall(z.coerce.string().max(2000)),
);

/** A person in the paged listing. Optional fields are included if `optionalProperties` or `relationships` requests them. */
export const listedUser = user.partial().required({
  uid: true,
  id: true,
  firstName: true,
  lastName: true,
  photoUrl: true,
  accountType: true,
  yearOfGraduation: true,
  major: true,
  connectionStatus: true,
  visitableProfile: true,
});
schemaNames.add(listedUser, { id: 'ListedUser' });

export const listUsers = endpoint({
  name: 'directory.users',
  recordsReads: true,
  summary: 'List people',
  description:
    'Supports paging by rows (pageOffset and pageSize) or, sorted by name or closeness, by `cursor`, which continues after the last person of the previous response (its nextCursor) even if people are added or removed. filters, optionalProperties and relationships are JSON. ordering joins names in camel case (NameAsc, CreatedOnDescNameAsc).',
  method: 'GET',
  path: '/api/v1/users',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  query: z.strictObject({
    ...offsetWindow,
    filters: z.string().max(8000).optional(),
    optionalProperties: z.string().max(2000).optional(),
    relationships: z.string().max(2000).optional(),
    ordering: z.string().max(200).optional(),
    cursor: z
      .string()
      .max(cursorMax)
      .optional()
      .describe(
        'nextCursor of the previous response. Requires pageOffset 0, and the order NameAsc, NameDesc or ClosenessDesc.',
      ),
  }),
  reply: listingReply(listedUser).extend({
    nextCursor: z
      .string()
      .nullable()
      .describe(
        'Cursor for the next page. Null after the last person, and in orders other than by name and closeness.',
      ),
  }),
  errors: ['unknown_filter', 'unknown_ordering', 'unknown_property', 'bad_json', 'bad_cursor'],
});

/** Maximum characters of texts in a profile. */
export const profileLimits = { line: 120, bioText: 5_000, listItems: 40, listItem: 80 } as const;

const line = text().max(profileLimits.line).nullable();
const list = z.array(text().min(1).max(profileLimits.listItem)).max(profileLimits.listItems);

/** Fields that people can change in their own profile. Name, type, year and major come from the school's records. */
export const profileChange = z
  .strictObject({
    genderPronoun: line,
    bio: z
      .string()
      .max(20_000)
      .nullable()
      .describe('HTML, or null. Tags other than p, br, strong, em, ul, ol, li and a are removed.'),
    languages: list,
    companyName: line,
    workTitle: line,
    lookingFor: list,
    industries: list,
    interests: list,
    sports: list,
    phoneWork: line,
    phoneHome: line,
    phoneMobile: line,
    city: line,
    zipcode: line,
    state: line,
    country: line,
    currentAddress: text().max(400).nullable(),
    isListed: z.boolean(),
    isCounted: z.boolean(),
    locale: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
      .max(35)
      .nullable()
      .describe('Language (BCP 47), or null for the school’s.'),
  })
  .partial();
schemaNames.add(profileChange, { id: 'ProfileChange' });
export type ProfileChange = z.input<typeof profileChange>;

export const updateProfile = endpoint({
  name: 'people.change',
  summary: 'Update your profile',
  description: 'Send only the fields to change.',
  method: 'PATCH',
  path: '/api/v1/profile',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  body: profileChange,
  reply: authenticatedUser,
});

export const profileOptions = endpoint({
  name: 'people.options',
  summary: 'List profile options',
  description: 'Returns the school’s values for list fields of profiles, most used first.',
  method: 'GET',
  path: '/api/v1/profile/options',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: z.object({
    languages: z.array(z.string()),
    lookingFor: z.array(z.string()),
    industries: z.array(z.string()),
    interests: z.array(z.string()),
    sports: z.array(z.string()),
  }),
});
