import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorMax, listingReply, offsetWindow, rangeWindow } from '../paging.ts';
import { permissionsOf } from '../permissions.ts';
import { text } from '../text.ts';

/** A person's public id: digits, opaque to clients. */
export const uid = z.string().min(1).max(64);

/** Connection status, seen from the viewer (product text §4). -2 exists only in clients, while a request is under way. */
export const connectionStatus = z.literal([-2, -1, 0, 1, 2, 3]);
export type ConnectionStatus = z.output<typeof connectionStatus>;

/** The same numbers by name. */
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

/** A person as small as a face in a strip. */
export const face = z.object({
  uid: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  photoUrl: z.string().nullable(),
});
export type Face = z.output<typeof face>;

/**
 * A person as one viewer may see them. Fields after `visitableProfile` are absent when the viewer may not
 * visit the profile, null or empty when the person has not filled them in.
 */
export const user = face.extend({
  id: z.string().describe('Same as uid; kept for older clients'),
  largePhotoUrl: z.string().nullable().describe('Wide picture behind the round one'),
  genderPronoun: z.string().nullable(),
  accountType: z.string(),
  yearOfGraduation: z.number().int().nullable(),
  major: z.string().nullable(),
  connectionStatus,
  visitableProfile: z.boolean().describe('Whether this viewer may see the full profile'),
  mutualCount: z.number().int().describe('People connected with both'),
  mutuals: z.array(face).describe('Up to 3 of them in a list, up to 40 in a profile'),
  can: z.object({
    visit: z.boolean(),
    connect: z.boolean().describe('Connect feature is on and this is not oneself'),
    message: z.boolean().describe('The Message button belongs here'),
    edit: z.boolean(),
  }),
  bio: z.string().nullable().optional().describe('Sanitized HTML'),
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
    .describe('A comma inside a part is written [[SEP]]'),
});
export type User = z.output<typeof user>;

/** The signed-in person: a user with what only they themselves are told. */
export const authenticatedUser = user.extend({
  accountTypeType,
  isAdmin: z.boolean(),
  permissions: z
    .array(z.enum(permissionsOf('school')))
    .describe(
      'What the person may do at the school: admins everything, others what their roles allow',
    ),
  isListed: z.boolean().describe('The person’s own switch behind visitableProfile'),
  isCounted: z.boolean().describe('Whether the school’s usage analytics may count the person'),
  locale: z.string().nullable(),
  officer_groups: z
    .array(z.object({ groupName: z.string(), logoUrl: z.string().nullable() }))
    .optional(),
});
export type AuthenticatedUser = z.output<typeof authenticatedUser>;

const lookupQuery = z.strictObject({
  view: z.enum(['full', 'card']).default('full'),
  uid: uid.optional(),
  source: z.literal('sep').optional(),
  fields: z.string().max(200).optional().describe('Comma-joined: groups, officer_groups'),
});

export const authenticate = endpoint({
  name: 'people.authenticate',
  recordsReads: true,
  summary: 'Who is signed in: a list whose first item is the person, or [{ "logout": true }].',
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
  summary: 'One person as the viewer may see them; { data: [] } when unknown or hidden.',
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

/** Set when a search by one word meets more people than it ranks (1,000): `total` is then that many, and there are more. */
const totalIsMinimum = z.literal(true).optional();

export const mobilePeople = endpoint({
  name: 'directory.people',
  recordsReads: true,
  summary: 'The directory: a list whose first item has the people of the window and the total.',
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
  summary: 'The directory as total and items.',
  method: 'GET',
  path: '/mobile_ws/v18/user_all',
  access: 'member',
  credential: 'csrf',
  query: userAllWindow,
  reply: z.object({ total: z.number().int(), totalIsMinimum, items: z.array(user) }),
  errors: ['unknown_filter', 'unknown_ordering', 'page_too_large'],
});

/** Listings that have filters and a configuration. */
export const listingType = z.enum(['directory', 'clubs', 'events']);

export const listingFilter = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['search', 'menu-list', 'list']),
  logic: z
    .boolean()
    .optional()
    .describe('Takes _ContainsLogic=AND: a person can have several of these'),
  about: z
    .boolean()
    .optional()
    .describe('The counts are estimates: more people are left than are counted one by one'),
  options: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      count: z.number().int().nullable().describe('null: not known under these filters'),
    }),
  ),
});
export type ListingFilter = z.output<typeof listingFilter>;

export const listingFilters = endpoint({
  name: 'directory.filters',
  summary:
    'Filters of a listing with their options and counts. With filter parameters, as mobile_people takes them, a count says how many people the option would have under the other filters; values that a person must have all of narrow their own filter too. Exact up to 10,000 people, then estimates (`about`) or null. A comma inside a value is written [[SEP]].',
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
  summary:
    'Filter names, layout and orderings of a listing; the order by year only for whom the school lets see years.',
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
  query: Q,
) =>
  endpoint({
    name,
    summary,
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
  'The directory for older clients: letter headings and rows of p0…pN named by `fields`; the first row’s counter is the total.',
  z.object(rangeWindow).catchall(z.coerce.string().max(2000)),
);
export const legacyGroups = legacyList(
  'directory.legacy-groups',
  '/mobile_ws/v17/mobile_groups_list',
  'Clubs for older clients, with the filters of their list: letter headings and rows of p0…pN named by `fields`; the first row’s counter is the total.',
  z.object(rangeWindow).catchall(z.coerce.string().max(2000)),
);
export const legacyEvents = legacyList(
  'directory.legacy-events',
  '/mobile_ws/v17/mobile_events_list',
  'Events for older clients: date headings and rows of p0…pN named by `fields`; the counter is the total, at most 10,000.',
  z.object(rangeWindow).catchall(z.coerce.string().max(2000)),
);

/** A person in the length-aware listing; the optional ones come when asked for by `optionalProperties` or `relationships`. */
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

export const listUsers = endpoint({
  name: 'directory.users',
  recordsReads: true,
  summary:
    'Length-aware listing of people. pageOffset and pageSize count rows; or, by name, `cursor` goes on behind the last person of an answer (its nextCursor), whoever comes or goes meanwhile. filters, optionalProperties and relationships are JSON; ordering is camel-joined (NameAsc, CreatedOnDescNameAsc).',
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
        'nextCursor of the answer before; pageOffset is then 0, and the order NameAsc or NameDesc',
      ),
  }),
  reply: listingReply(listedUser).extend({
    nextCursor: z
      .string()
      .nullable()
      .describe('null behind the last person, and in other orders than by name'),
  }),
  errors: ['unknown_filter', 'unknown_ordering', 'unknown_property', 'bad_json', 'bad_cursor'],
});

/** Longest texts a person may save about themselves, in characters. */
export const profileLimits = { line: 120, bioText: 5_000, listItems: 40, listItem: 80 } as const;

const line = text().max(profileLimits.line).nullable();
const list = z.array(text().min(1).max(profileLimits.listItem)).max(profileLimits.listItems);

/** What a person may change of their own profile. The school's record keeps name, type, year and major. */
export const profileChange = z
  .strictObject({
    genderPronoun: line,
    bio: z
      .string()
      .max(20_000)
      .nullable()
      .describe('HTML; everything but p, br, strong, em, ul, ol, li, a is removed'),
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
      .nullable(),
  })
  .partial();
export type ProfileChange = z.input<typeof profileChange>;

export const updateProfile = endpoint({
  name: 'people.change',
  summary: 'Change own profile; only the fields that are sent change.',
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
  summary: 'Values the school offers for list fields of a profile, most used first.',
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
