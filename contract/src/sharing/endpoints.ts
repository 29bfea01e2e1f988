import { z } from 'zod';
import { audiences } from '../people/audiences.ts';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { shareableFields, shareLinkDays, shareLinksMax } from './shared-fields.ts';

const field = z.enum(shareableFields);
const value = z.object({ value: z.string() });

/**
 * A person as anybody may see them: an allow-list of its own, not the profile with fields left out. What the person does not
 * share is absent. There is no e-mail, phone or address here, and no id but the one in the address.
 */
export const publicProfile = z.object({
  uid: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  accountType: z.string(),
  photoUrl: z.string().nullable(),
  largePhotoUrl: z.string().nullable(),
  genderPronoun: z.string().optional(),
  yearOfGraduation: z.number().int().optional(),
  major: z.string().optional(),
  bio: z.string().optional().describe('Sanitized HTML'),
  languages: z.array(z.object({ language: z.string(), iconUrl: z.string().nullable() })).optional(),
  companyName: z.string().optional(),
  workTitle: z.string().optional(),
  lookingForSelections: z.array(value).optional(),
  industrySelections: z.array(value).optional(),
  interests: z.array(z.object({ interest: z.string() })).optional(),
  sports: z.array(z.object({ name: z.string() })).optional(),
});
export type PublicProfile = z.output<typeof publicProfile>;

export const getPublicProfile = endpoint({
  name: 'sharing.public-profile',
  summary:
    'The profile of somebody who shows it to anybody, or behind a share link that is open. 404 where it is not shared, whatever the reason. At most 600 an hour are asked for from one address, found or not.',
  method: 'GET',
  path: '/api/v1/public/profile',
  access: 'visitor',
  credential: 'open',
  query: z.strictObject({
    uid: z.string().max(40),
    link: z.string().max(64).optional().describe('Token of a share link'),
  }),
  reply: z.object({
    profile: publicProfile,
    isIndexed: z.boolean().describe('Whether search engines may list it'),
  }),
  errors: ['not_shared', 'too_many_requests'],
});

export const shareLink = z.object({
  id: z.string(),
  url: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('null: until it is withdrawn'),
  isWithdrawn: z.boolean(),
  isOpen: z.boolean().describe('Neither ended nor withdrawn'),
  opened: z.number().int().describe('How often the page behind it was asked for'),
  openedAt: z.iso.datetime().nullable(),
});
export type ShareLink = z.output<typeof shareLink>;

export const sharingReply = z.object({
  isOn: z.boolean().describe('Whether the school lets people show their profile to anybody'),
  isHeld: z
    .boolean()
    .describe(
      'Whether a private profile or a hold keeps it from everybody at school, and so from anybody',
    ),
  isPublic: z.boolean(),
  url: z.string().describe('Address of the public profile'),
  fields: z.array(
    z.object({
      field,
      isShared: z.boolean().describe('What the person chose'),
      audience: z
        .enum(audiences)
        .describe(
          'Whom the field reaches at school; only what reaches everyone is shown to anybody',
        ),
    }),
  ),
  links: z
    .array(shareLink)
    .describe(
      `Newest first; those that ended stay for 30 days, 200 in all. At most ${shareLinksMax} are open.`,
    ),
});
export type Sharing = z.output<typeof sharingReply>;

export const getSharing = endpoint({
  name: 'sharing.get',
  summary: 'What the caller shows to anybody, and their share links.',
  method: 'GET',
  path: '/api/v1/sharing',
  access: 'member',
  credential: 'bearer',
  reply: sharingReply,
});

export const updateSharing = endpoint({
  name: 'sharing.change',
  summary:
    'Show one’s profile to anybody or no longer, and choose what of it; only what is sent changes. The choice holds for links too.',
  method: 'PATCH',
  path: '/api/v1/sharing',
  access: 'member',
  credential: 'bearer',
  body: z
    .strictObject({ isPublic: z.boolean(), fields: z.array(field).max(shareableFields.length) })
    .partial(),
  reply: sharingReply,
  errors: ['sharing_off'],
});

export const createShareLink = endpoint({
  name: 'sharing.make-link',
  summary: `Make a link that shows one’s profile to whoever has it, until it ends or is withdrawn. At most ${shareLinksMax} are open, and 60 are made an hour. A repeated \`clientId\` answers the first one again for 24 hours.`,
  method: 'POST',
  path: '/api/v1/sharing/links',
  access: 'member',
  credential: 'bearer',
  keepsReply: 'day',
  body: z.strictObject({ clientId: clientId.optional(), days: z.literal([...shareLinkDays]) }),
  reply: shareLink,
  errors: ['sharing_off', 'too_many_links', 'too_many_requests'],
});

export const updateShareLink = endpoint({
  name: 'sharing.change-link',
  summary: 'Withdraw a share link at once, or take that back.',
  method: 'PATCH',
  path: '/api/v1/sharing/links/{id}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(40) }),
  body: z.strictObject({ isWithdrawn: z.boolean() }),
  reply: shareLink,
  errors: ['not_found', 'too_many_links'],
});

const schoolSharing = z.strictObject({
  isOn: z
    .boolean()
    .describe(
      'Whether people may show their profile to anybody; off, every public page and link is closed at once',
    ),
  isIndexed: z
    .boolean()
    .describe('Whether search engines may list public pages; never pages behind links'),
});
const sharingOfSchool = schoolSharing.extend({
  people: z.number().int().describe('How many show their profile to anybody now'),
  areClubsOn: z.boolean().describe('Whether clubs may show their page to anybody'),
  clubs: z.number().int().describe('How many clubs do now'),
  areEventsOn: z.boolean().describe('Whether events of the audience `public` are shown to anybody'),
  events: z.number().int().describe('How many coming events are now'),
});

export const getSchoolSharing = endpoint({
  name: 'schools.sharing',
  summary: 'Whether people, clubs and events of the school may be shown to anybody.',
  method: 'GET',
  path: '/api/v1/school/sharing',
  access: 'staff',
  permission: 'sharing.manage',
  credential: 'bearer',
  reply: sharingOfSchool,
});

export const updateSchoolSharing = endpoint({
  name: 'schools.change-sharing',
  summary:
    'Switch public profiles and links of the school and public pages of its clubs and events on or off, and whether search engines may list them.',
  method: 'PUT',
  path: '/api/v1/school/sharing',
  access: 'staff',
  permission: 'sharing.manage',
  credential: 'bearer',
  body: schoolSharing.extend({
    areClubsOn: z.boolean().optional().describe('Without, it stays as it is'),
    areEventsOn: z.boolean().optional().describe('Without, it stays as it is'),
  }),
  reply: sharingOfSchool,
});
