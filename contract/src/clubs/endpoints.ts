import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { face } from '../people/endpoints.ts';
import { pictureUpload, pictureUploadErrors } from '../people/picture-crop.ts';
import { wholeNumber } from '../whole-number.ts';
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

const id = z.strictObject({ id: z.string().max(40) });
const label = z.object({ id: z.string(), name: z.string() });
const labels = z.array(label);
const count = z.number().int();
const member = { access: 'member', credential: 'bearer' } as const;
const editor = { ...member, inClub: 'clubs.edit' } as const;
const staff = { access: 'staff', permission: 'clubs.manage', credential: 'bearer' } as const;

export const clubType = z.object({ id: z.string(), name: z.string(), kind: z.enum(clubKinds) });

/** What the caller may do with a club. */
const clubCan = z.object({
  join: z.boolean().describe('Become a member at once; also by accepting an invitation'),
  request: z.boolean().describe('Ask to become a member'),
  withdraw: z.boolean().describe('Take the request back'),
  leave: z.boolean().describe('Leave, or decline the invitation'),
  seeMembers: z.boolean().describe('See who the members are; officers everybody sees'),
  manage: z.boolean().describe('Open the officers’ area'),
  edit: z.boolean(),
  manageMembers: z.boolean(),
  sendEmails: z.boolean().describe('See and write the club’s e-mails to its members'),
  manageOfficers: z.boolean(),
  delete: z.boolean(),
  restore: z.boolean(),
});
export type ClubCan = z.output<typeof clubCan>;

const known = z.object({ count, people: z.array(face).describe('Up to 3 of them') });

/** What can be asked for of a club in a list, by the names it is asked by. */
export const clubProperties = z.object({
  Address: z.string(),
  CountAdminComments: count.describe('Staff notes; absent for others than staff'),
  CountEmails: count.describe(
    'Sent ones: those that came to the caller; all for those who send them',
  ),
  CountEvents: count.describe('Of the academic year, from 1 August, that the caller may see'),
  CountMembers: count.describe('Members that the caller may see'),
  CountOfficers: count,
  CountPoints: count.describe('Of the members that the caller may see'),
  CountRSVPs: count.describe('Registrations for those, of people whom the caller may see to go'),
  CountSurveys: count.describe('Published ones that the caller may see'),
  Cover: z.string().nullable(),
  Known: known.describe('Members that the caller is connected with'),
  LastManaged: z.string().nullable().describe('An officer’s last change, RFC 3339'),
  Logo: z.string().nullable(),
  Membership: z.enum(membershipModes).describe('Who can become a member'),
  Memberships: z
    .array(
      z.object({
        status: z.enum(memberStatuses),
        role: z.enum(['member', 'officer']),
        since: z.string(),
      }),
    )
    .describe('The caller’s; empty without one'),
  ParentClub: label.nullable(),
  PastMemberships: z
    .array(
      z.object({
        position: z.string().nullable().describe('The one they held; null: they were a member'),
        since: z.string(),
        until: z.string(),
      }),
    )
    .describe('What the caller was here before, the latest first'),
  StatusLookup: z.enum(clubStatuses),
  StudentMembershipActive: z.boolean().describe('Whether the caller is a member now'),
  TotalFileSize: count.describe('Bytes of all versions of the files that the caller may see'),
  Type: clubType.nullable(),
});
/** Relationships that can be asked for. */
export const clubRelationships = z.object({ Categories: labels, Tags: labels });

const clubBase = z.object({
  id: z.string(),
  name: z.string(),
  acronym: z.string(),
  description: z.string(),
  url: z.string().nullable().describe('Its own website'),
  can: clubCan,
});
/** A club in a list; beside the first six only what was asked for. */
export const club = clubBase.extend(clubProperties.extend(clubRelationships.shape).partial().shape);
export type Club = z.output<typeof club>;

const listQuery = z.strictObject({
  ...offsetWindow,
  filters: z
    .string()
    .max(8_000)
    .optional()
    .describe(
      'JSON: `{ "Search": "chess", "Category": ["1", "2"] }`. A list means any of its values; Category and GroupTag also take `{ "tagList": [...], "ContainsLogic": "AND", "NotContainsLogic": [...] }`',
    ),
  optionalProperties: z.string().max(2_000).optional().describe('JSON list of names'),
  relationships: z.string().max(2_000).optional().describe('JSON list of names'),
  ordering: z
    .string()
    .max(200)
    .optional()
    .describe('NameAsc, NameDesc, CreatedOnAsc, CreatedOnDesc'),
});
const listErrors = ['unknown_filter', 'unknown_ordering', 'unknown_property', 'bad_json'] as const;

export const listClubs = endpoint({
  ...member,
  name: 'clubs.list',
  summary: 'Clubs that the caller may know of, by name. Counts are of what the caller may see.',
  method: 'GET',
  path: '/api/v1/clubs',
  scope: 'read',
  query: listQuery,
  reply: listingReply(club),
  errors: listErrors,
});

/** The same record in the older shape. */
export const group = club
  .omit({ id: true, name: true, Logo: true })
  .extend({ groupId: z.string(), groupName: z.string(), logoUrl: z.string().nullable() });
export type Group = z.output<typeof group>;

export const listGroups = endpoint({
  ...member,
  name: 'clubs.groups',
  summary: 'The clubs of GET /api/v1/clubs in the older shape, always with the logo.',
  method: 'GET',
  path: '/api/v1/groups',
  scope: 'read',
  query: listQuery,
  reply: listingReply(group),
  errors: listErrors,
});

/** The head of a club's page. */
export const clubLayout = clubBase.extend({
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  status: z.enum(clubStatuses),
  isDeleted: z.boolean(),
  isPublished: z.boolean(),
  membership: z.enum(membershipModes),
  mine: z
    .object({
      status: z.enum(memberStatuses),
      role: z.enum(['member', 'officer']),
      position: z.string().nullable(),
      since: z.string(),
    })
    .nullable()
    .describe('The caller’s membership'),
  type: clubType.nullable(),
  categories: labels,
  known,
  members: count.describe('Members whom the caller may see, as in CountMembers'),
  tabs: z
    .array(z.object({ name: z.enum(clubTabs), count: count.nullable() }))
    .describe('Those that the club uses and the caller may open, in its order'),
  widgets: z
    .array(z.enum(clubWidgets))
    .describe('What stands beside the tabs, in its order: those with something for the caller'),
  shareUrl: z.string().nullable().describe('Address of its page for anybody, where there is one'),
  waiting: count.nullable().describe('Requests to decide; null for whom that is not'),
});
export type ClubLayout = z.output<typeof clubLayout>;

export const getClubLayout = endpoint({
  ...member,
  name: 'clubs.layout',
  summary: 'The head of a club’s page: what it is, its tabs, and what the caller may do.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/layout',
  scope: 'read',
  params: id,
  reply: clubLayout,
  errors: ['not_found'],
});

export const clubOfficer = face.extend({ position: z.string() });

export const getClubAbout = endpoint({
  ...member,
  name: 'clubs.about',
  summary: 'What a club says of itself, its officers, and the clubs above and below it.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/about',
  scope: 'read',
  params: id,
  reply: z.object({
    about: z.string().describe('Sanitized HTML'),
    url: z.string().nullable(),
    address: z.string(),
    officers: z.array(clubOfficer),
    parent: label.nullable(),
    children: labels,
    tags: labels,
    additionalInfo: z
      .array(z.object({ questionType: z.string(), question: z.string(), answer: z.string() }))
      .describe('Answers of its registration; DATE answers are RFC 3339'),
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
        }),
      )
      .describe('Coming ones that the caller may see, each with its next time, at most 20'),
  }),
  errors: ['not_found'],
});

/** What officers may write of their club. */
const text = {
  acronym: textField().max(limits.acronym),
  description: textField().max(limits.description),
  about: z
    .string()
    .max(40_000)
    .describe('HTML; everything but p, br, strong, em, ul, ol, li, a is removed'),
  url: z
    .string()
    .max(limits.url)
    .regex(webAddress, 'an address that begins with https://')
    .nullable(),
  address: textField().max(limits.address),
  membership: z.enum(membershipModes),
  membersSeenBy: z
    .enum(memberReaders)
    .describe('Who sees who the members are; the officers everybody sees, and people themselves'),
  isPublic: z
    .boolean()
    .describe('Anybody may see its page with share=1, while the school lets clubs do so'),
  postsFor: z.enum(postReaders).describe('Who reads its feed, forum and news'),
  postsBy: z.enum(postWriters).describe('Who posts in its feed; topics every member can start'),
  takesProposals: z.boolean().describe('Members can propose events to the officers'),
  tabs: z.array(z.enum(clubTabs)).min(1).describe('What its page shows, in order'),
  widgets: z.array(z.enum(clubWidgets)).describe('What stands beside the tabs, in order'),
  categories: z.array(z.string().max(40)).max(limits.labelsOfClub),
  tags: z.array(z.string().max(40)).max(limits.labelsOfClub),
};
/** What only staff decide. */
const byStaff = {
  name: textField().min(1).max(limits.name),
  type: z.string().max(40).nullable(),
  parent: z.string().max(40).nullable(),
  hub: z.string().max(40).nullable(),
  status: z.enum(clubStatuses),
  isPublished: z.boolean(),
  isHidden: z.boolean().describe('In no list and at no address but for its members'),
  isFeatured: z.boolean().describe('On the clubs page'),
  areOfficersLocked: z.boolean().describe('Only staff change the officers'),
};

export const createClub = endpoint({
  ...staff,
  name: 'clubs.create',
  summary:
    'Create a club, active and published unless said otherwise. A repeated `clientId` answers the first club again.',
  method: 'POST',
  path: '/api/v1/clubs',
  body: z
    .strictObject({ ...text, ...byStaff })
    .partial()
    .required({ name: true, membership: true })
    .extend({
      clientId,
      president: z.string().max(40).optional().describe('The uid of its first officer'),
    }),
  reply: clubLayout,
  errors: ['not_found', 'person_not_found', 'club_label_unknown'],
});

/** All that can be changed of a club, for its officers and staff. */
export const clubSettings = z.object({
  id: z.string(),
  version: wholeNumber,
  ...text,
  ...byStaff,
  description: z.string(),
  can: clubCan.extend({
    administer: z.boolean().describe('Change what only staff decide'),
    managePoints: z.boolean(),
  }),
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  parentName: z.string().nullable(),
  canBePublic: z.boolean().describe('Whether the school lets clubs show their page to anybody'),
  positions: labels.describe('Positions that an officer can have'),
});
export type ClubSettings = z.output<typeof clubSettings>;

export const getClubSettings = endpoint({
  ...member,
  inClub: 'any',
  name: 'clubs.settings',
  summary: 'All that can be changed of a club, for its officers and staff.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/settings',
  params: id,
  reply: clubSettings,
  errors: ['not_found', 'forbidden'],
});

export const updateClub = endpoint({
  ...editor,
  name: 'clubs.update',
  summary:
    'Change a club; only what is sent changes. `version`: the one it was read at. Officers change what it says of itself and who can join; name, type, parent, hub, status and the switches of staff need `clubs.manage`.',
  method: 'PATCH',
  path: '/api/v1/clubs/{id}',
  params: id,
  body: z
    .strictObject({ ...text, ...byStaff })
    .partial()
    .extend({ version: wholeNumber }),
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
  summary: 'Delete a club. It can be restored for 30 days. Deleting it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const restoreClub = endpoint({
  ...staff,
  name: 'clubs.restore',
  summary: 'Bring a deleted club back, with its members.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/restore',
  params: id,
  reply: clubLayout,
  errors: ['not_found'],
});

const picture = z.strictObject({
  id: z.string().max(40),
  kind: z.enum(clubPictureKinds).describe('`logo` is square, `cover` the wide one'),
});
const pictures = z.object({ logo: z.string().nullable(), cover: z.string().nullable() });

export const setClubPicture = endpoint({
  ...editor,
  name: 'clubs.set-picture',
  summary:
    'Set the logo or cover of a club. The body is the file itself, as for a picture of oneself.',
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
  summary: 'Remove the logo or cover of a club. Without one nothing changes.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/pictures/{kind}',
  params: picture,
  reply: pictures,
  errors: ['not_found', 'forbidden', 'club_inactive'],
});
