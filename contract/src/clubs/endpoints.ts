import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { face } from '../people/endpoints.ts';
import { pictureUpload, pictureUploadErrors } from '../people/picture-crop.ts';
import { wholeNumber } from '../whole-number.ts';
import { clubMeeting } from './meetings.ts';
import {
  clubKinds,
  clubLimits as limits,
  clubPictureKinds,
  clubStatuses,
  memberReaders,
  membershipModes,
  memberStatuses,
  webAddress,
  clubTabs,
  clubWidgets,
  postReaders,
  postWriters,
} from './limits.ts';
import { text as textField } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const id = z.strictObject({ id: z.string().max(40) });
const label = z.object({ id: z.string(), name: z.string() });
const labels = z.array(label);
const count = z.number().int();
const signedIn = { access: 'member', credential: 'bearer' } as const;
const editor = { ...signedIn, inClub: 'clubs.edit' } as const;
const staff = { access: 'staff', permission: 'clubs.manage', credential: 'bearer' } as const;

export const clubType = z.object({ id: z.string(), name: z.string(), kind: z.enum(clubKinds) });
schemaNames.add(clubType, { id: 'ClubType' });

/** The caller's rights in a club. */
const clubCan = z.object({
  join: z
    .boolean()
    .describe('True if the caller can join immediately, also by accepting an invitation.'),
  request: z.boolean().describe('True if the caller can request membership.'),
  withdraw: z.boolean().describe('True if the caller can withdraw their request.'),
  leave: z.boolean().describe('True if the caller can leave, or decline the invitation.'),
  seeMembers: z
    .boolean()
    .describe('True if the caller can see the members. Everyone can see the officers.'),
  manage: z.boolean().describe('True if the caller can open the officers’ area.'),
  edit: z.boolean(),
  manageMembers: z.boolean(),
  sendEmails: z
    .boolean()
    .describe('True if the caller can see and write the club’s emails to its members.'),
  manageOfficers: z.boolean(),
  delete: z.boolean(),
  restore: z.boolean(),
});
schemaNames.add(clubCan, { id: 'ClubRights' });
export type ClubCan = z.output<typeof clubCan>;

const known = z.object({ count, people: z.array(face).describe('Up to 3 of these people.') });

/** Optional properties of a club in a list, by the names that clients request. */
export const clubProperties = z.object({
  Address: z.string(),
  CountAdminComments: count.describe('Number of staff notes. Left out unless the caller is staff.'),
  CountEmails: count.describe(
    'Sent emails: those that the caller received, or all for people who send them.',
  ),
  CountEvents: count.describe(
    'Events of the academic year (from August 1) that the caller can see.',
  ),
  CountMembers: count.describe('Members that the caller can see.'),
  CountOfficers: count,
  CountPoints: count.describe('Points of the members that the caller can see.'),
  CountRSVPs: count.describe(
    'Registrations for these events, by attendees that the caller can see.',
  ),
  CountSurveys: count.describe('Published surveys that the caller can see.'),
  Cover: z.string().nullable().describe('Address of the cover picture, or null.'),
  Known: known.describe('Members that the caller is connected with.'),
  LastManaged: z
    .string()
    .nullable()
    .describe('Time of an officer’s last change in RFC 3339, or null.'),
  Logo: z.string().nullable().describe('Address of the logo, or null.'),
  Meetings: z.array(clubMeeting).describe('Regular meetings, in order.'),
  Membership: z.enum(membershipModes).describe('Membership mode: the way to become a member.'),
  Memberships: z
    .array(
      z.object({
        status: z.enum(memberStatuses),
        role: z.enum(['member', 'officer']),
        since: z.string(),
      }),
    )
    .describe('Memberships of the caller. Empty if none.'),
  ParentClub: label.nullable(),
  PastMemberships: z
    .array(
      z.object({
        position: z.string().nullable().describe('Position held, or null for members.'),
        since: z.string(),
        until: z.string(),
      }),
    )
    .describe('Past memberships of the caller, latest first.'),
  StatusLookup: z.enum(clubStatuses),
  StudentMembershipActive: z.boolean().describe('True if the caller is currently a member.'),
  TotalFileSize: count.describe(
    'Size in bytes of all versions of the files that the caller can see.',
  ),
  Type: clubType.nullable(),
});
export const clubRelationships = z.object({ Categories: labels, Tags: labels });

const clubBase = z.object({
  id: z.string(),
  name: z.string(),
  acronym: z.string(),
  description: z.string(),
  url: z.string().nullable().describe('Website of the club, or null.'),
  can: clubCan,
});
/** A club in a list: the first six fields, plus those requested. */
export const club = clubBase.extend(clubProperties.extend(clubRelationships.shape).partial().shape);
schemaNames.add(club, { id: 'Club' });
export type Club = z.output<typeof club>;

const listQuery = z.strictObject({
  ...offsetWindow,
  filters: z
    .string()
    .max(8_000)
    .optional()
    .describe(
      'Filters in JSON, such as `{ "Search": "chess", "Category": ["1", "2"] }`. A list matches any of its values; Category and GroupTag also take `{ "tagList": [...], "ContainsLogic": "AND", "NotContainsLogic": [...] }`.',
    ),
  optionalProperties: z.string().max(2_000).optional().describe('Property names as a JSON list.'),
  relationships: z.string().max(2_000).optional().describe('Relationship names as a JSON list.'),
  ordering: z
    .string()
    .max(200)
    .optional()
    .describe('Sort order: NameAsc, NameDesc, CreatedOnAsc or CreatedOnDesc.'),
});
const listErrors = ['unknown_filter', 'unknown_ordering', 'unknown_property', 'bad_json'] as const;

export const listClubs = endpoint({
  ...signedIn,
  name: 'clubs.list',
  summary: 'List clubs',
  description:
    'Returns clubs that the caller can see, by name. Counts include only what the caller can see.',
  method: 'GET',
  path: '/api/v1/clubs',
  scope: 'read',
  query: listQuery,
  reply: listingReply(club),
  errors: listErrors,
});

/** A club in the older format. */
export const group = club
  .omit({ id: true, name: true, Logo: true })
  .extend({ groupId: z.string(), groupName: z.string(), logoUrl: z.string().nullable() });
schemaNames.add(group, { id: 'LegacyClub' });
export type Group = z.output<typeof group>;

export const listGroups = endpoint({
  ...signedIn,
  name: 'clubs.groups',
  summary: 'List clubs in the older format',
  description: 'Returns the clubs of GET /api/v1/clubs in the older format, always with the logo.',
  method: 'GET',
  path: '/api/v1/groups',
  scope: 'read',
  query: listQuery,
  reply: listingReply(group),
  errors: listErrors,
});

/** The header of a club's page. */
export const clubLayout = clubBase.extend({
  logo: z.string().nullable().describe('Address of the logo, or null.'),
  cover: z.string().nullable().describe('Address of the cover picture, or null.'),
  status: z.enum(clubStatuses),
  isDeleted: z.boolean(),
  isPublished: z.boolean(),
  membership: z.enum(membershipModes),
  mine: z
    .object({
      status: z.enum(memberStatuses),
      role: z.enum(['member', 'officer']),
      position: z.string().nullable().describe('Position, or null for members.'),
      since: z.string(),
    })
    .nullable()
    .describe('Membership of the caller, or null.'),
  type: clubType.nullable(),
  categories: labels,
  known,
  members: count.describe('Members that the caller can see, as in CountMembers.'),
  tabs: z
    .array(
      z.object({
        name: z.enum(clubTabs),
        count: count.nullable().describe('Number of items, or null if it isn’t counted.'),
      }),
    )
    .describe('Tabs that the club uses and the caller can open, in order.'),
  widgets: z
    .array(z.enum(clubWidgets))
    .describe('Widgets next to the tabs that have something for the caller, in order.'),
  shareUrl: z.string().nullable().describe('Address of the public page, or null.'),
  waiting: count
    .nullable()
    .describe('Requests to decide, or null if the caller doesn’t manage them.'),
});
schemaNames.add(clubLayout, { id: 'ClubHeader' });
export type ClubLayout = z.output<typeof clubLayout>;

export const getClubLayout = endpoint({
  ...signedIn,
  name: 'clubs.layout',
  summary: 'Get a club’s header',
  description: 'Returns the club’s details and tabs, and the caller’s rights.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/layout',
  scope: 'read',
  params: id,
  reply: clubLayout,
  errors: ['not_found'],
});

export const clubOfficer = face.extend({ position: z.string() });
schemaNames.add(clubOfficer, { id: 'ClubOfficer' });

const website = z
  .string()
  .max(limits.url)
  .regex(webAddress, 'Enter an address that starts with https://.');
/** Practical details of a club. Its page leaves out those that are empty. */
const details = {
  email: z.email().max(limits.email).nullable().describe('Email address of the club, or null.'),
  cost: textField().max(limits.cost).describe('What joining costs, besides dues. Can be empty.'),
  founded: z
    .number()
    .int()
    .min(limits.foundedFrom)
    .max(limits.foundedTo)
    .nullable()
    .describe('Year in which the club was founded, or null.'),
  links: z.array(website).max(limits.webLinks).describe('Addresses of the club’s pages elsewhere.'),
  meetings: z.array(clubMeeting).max(limits.meetings).describe('Regular meetings, in order.'),
};

export const getClubAbout = endpoint({
  ...signedIn,
  name: 'clubs.about',
  summary: 'Get a club’s details',
  description:
    'Returns the description, practical details, the officers, and the parent and child clubs.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/about',
  scope: 'read',
  params: id,
  reply: z.object({
    about: z.string().describe('Sanitized HTML.'),
    url: z.string().nullable().describe('Website of the club, or null.'),
    address: z.string(),
    ...details,
    officers: z.array(clubOfficer),
    parent: label.nullable(),
    children: labels,
    tags: labels,
    additionalInfo: z
      .array(z.object({ questionType: z.string(), question: z.string(), answer: z.string() }))
      .describe('Answers from the registration. DATE answers are in RFC 3339.'),
    events: z
      .array(
        z.object({
          eventId: z.string(),
          title: z.string(),
          location: z.string(),
          eventStartDate: z.string(),
          eventEndDate: z.string(),
          timeZone: z.string(),
          isAllDay: z.boolean(),
          cover: z.string().nullable().describe('URL of the cover picture, or null.'),
        }),
      )
      .describe(
        'Upcoming events that the caller can see, each with its next occurrence, at most 20.',
      ),
  }),
  errors: ['not_found'],
});

/** Fields that officers can edit. */
const text = {
  acronym: textField().max(limits.acronym),
  description: textField().max(limits.description),
  about: z
    .string()
    .max(40_000)
    .describe('HTML. Tags other than p, br, strong, em, ul, ol, li and a are removed.'),
  url: website.nullable().describe('Website of the club, or null.'),
  address: textField().max(limits.address),
  ...details,
  membership: z.enum(membershipModes),
  membersSeenBy: z
    .enum(memberReaders)
    .describe(
      'Audience of the member list. Everyone sees the officers, and people see themselves.',
    ),
  isPublic: z
    .boolean()
    .describe(
      'True if anyone can see the page with share=1, as long as the school allows public club pages.',
    ),
  postsFor: z.enum(postReaders).describe('Readers of the feed, forum and news.'),
  postsBy: z
    .enum(postWriters)
    .describe('People who can post in the feed. Every member can start topics.'),
  takesProposals: z.boolean().describe('True if members can propose events to the officers.'),
  tabs: z.array(z.enum(clubTabs)).min(1).describe('Tabs of the page, in order.'),
  widgets: z.array(z.enum(clubWidgets)).describe('Widgets next to the tabs, in order.'),
  categories: z.array(z.string().max(40)).max(limits.labelsOfClub),
  tags: z.array(z.string().max(40)).max(limits.labelsOfClub),
};
/** Fields that only staff can edit. */
const byStaff = {
  name: textField().min(1).max(limits.name),
  type: z.string().max(40).nullable().describe('ID of the club type, or null.'),
  parent: z.string().max(40).nullable().describe('ID of the parent club, or null.'),
  hub: z.string().max(40).nullable().describe('ID of the hub, or null.'),
  status: z.enum(clubStatuses),
  isPublished: z.boolean(),
  isHidden: z
    .boolean()
    .describe('True if the club is in no list, and only its members can open its page.'),
  isFeatured: z.boolean().describe('True if the club is featured on the clubs page.'),
  areOfficersLocked: z.boolean().describe('True if only staff can change the officers.'),
};

export const createClub = endpoint({
  ...staff,
  name: 'clubs.create',
  summary: 'Create a club',
  description: 'The club is active and published by default. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/clubs',
  body: z
    .strictObject({ ...text, ...byStaff })
    .partial()
    .required({ name: true, membership: true })
    .extend({
      clientId,
      president: z.string().max(40).optional().describe('User ID of the first officer.'),
    }),
  reply: clubLayout,
  errors: ['not_found', 'person_not_found', 'club_label_unknown'],
});

/** All settings of a club, for its officers and staff. */
export const clubSettings = z.object({
  id: z.string(),
  version: wholeNumber,
  ...text,
  ...byStaff,
  description: z.string(),
  can: clubCan.extend({
    administer: z
      .boolean()
      .describe('True if the caller can change the fields that only staff can edit.'),
    managePoints: z.boolean(),
  }),
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  parentName: z.string().nullable(),
  canBePublic: z.boolean().describe('True if the school allows public club pages.'),
  positions: labels.describe('Positions that officers can have.'),
});
schemaNames.add(clubSettings, { id: 'ClubSettings' });
export type ClubSettings = z.output<typeof clubSettings>;

export const getClubSettings = endpoint({
  ...signedIn,
  inClub: 'any',
  name: 'clubs.settings',
  summary: 'Get a club’s settings',
  description: 'For officers and staff.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/settings',
  params: id,
  reply: clubSettings,
  errors: ['not_found', 'forbidden'],
});

export const updateClub = endpoint({
  ...editor,
  name: 'clubs.update',
  summary: 'Update a club',
  description:
    'Send only the fields to change, with the `version` you read. Officers can change the description and the membership mode. Name, type, parent, hub, status and the staff settings require `clubs.manage`.',
  method: 'PATCH',
  path: '/api/v1/clubs/{id}',
  params: id,
  body: z
    .strictObject({ ...text, ...byStaff })
    .partial()
    .extend({ version: wholeNumber.describe('Version you read.') }),
  reply: clubSettings,
  errors: [
    'not_found',
    'forbidden',
    'club_changed',
    'club_ring',
    'club_inactive',
    'club_label_unknown',
  ],
});

export const deleteClub = endpoint({
  ...staff,
  name: 'clubs.delete',
  summary: 'Delete a club',
  description: 'Can be restored for 30 days. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const restoreClub = endpoint({
  ...staff,
  name: 'clubs.restore',
  summary: 'Restore a deleted club',
  description: 'Also restores its members.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/restore',
  params: id,
  reply: clubLayout,
  errors: ['not_found'],
});

const picture = z.strictObject({
  id: z.string().max(40),
  kind: z.enum(clubPictureKinds).describe('Picture type: `logo` is square, `cover` is wide.'),
});
const pictures = z.object({ logo: z.string().nullable(), cover: z.string().nullable() });

export const setClubPicture = endpoint({
  ...editor,
  name: 'clubs.set-picture',
  summary: 'Set a club’s logo or cover',
  description: 'Send the file as the body, as for a profile picture.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/pictures/{kind}',
  upload: { maxBytes: pictureUpload.maxBytes },
  params: picture,
  reply: pictures,
  errors: ['not_found', 'forbidden', 'club_inactive', ...pictureUploadErrors],
});

export const removeClubPicture = endpoint({
  ...editor,
  name: 'clubs.remove-picture',
  summary: 'Remove a club’s logo or cover',
  description: 'Idempotent.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/pictures/{kind}',
  params: picture,
  reply: pictures,
  errors: ['not_found', 'forbidden', 'club_inactive'],
});
