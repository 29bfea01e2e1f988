import { z } from 'zod';
import { audiences } from '../people/audiences.ts';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { shareableFields, shareLinkDays, shareLinksMax } from './shared-fields.ts';
import { schemaNames } from '../schema-names.ts';

const field = z.enum(shareableFields);
const value = z.object({ value: z.string() });

/**
 * The fields of a person that anyone can see: its own allow list, not the profile with fields removed. Fields that the person
 * doesn't share are missing. It has no email, phone or address, and no ID except the one in the URL.
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
  bio: z.string().optional().describe('Sanitized HTML.'),
  languages: z.array(z.object({ language: z.string(), iconUrl: z.string().nullable() })).optional(),
  companyName: z.string().optional(),
  workTitle: z.string().optional(),
  lookingForSelections: z.array(value).optional(),
  industrySelections: z.array(value).optional(),
  interests: z.array(z.object({ interest: z.string() })).optional(),
  sports: z.array(z.object({ name: z.string() })).optional(),
});
schemaNames.add(publicProfile, { id: 'PublicProfile' });
export type PublicProfile = z.output<typeof publicProfile>;

export const getPublicProfile = endpoint({
  name: 'sharing.public-profile',
  summary: 'Get a public profile',
  description:
    'Returns a profile that is public, or shared by an active share link. Returns 404 if it isn’t shared, whatever the reason. Rate limit: 600 per hour from one address, found or not.',
  method: 'GET',
  path: '/api/v1/public/profile',
  access: 'visitor',
  credential: 'open',
  query: z.strictObject({
    uid: z.string().max(40),
    link: z.string().max(64).optional().describe('Token of a share link.'),
  }),
  reply: z.object({
    profile: publicProfile,
    isIndexed: z.boolean().describe('True if search engines can list the profile.'),
  }),
  errors: ['not_shared', 'too_many_requests'],
});

export const shareLink = z.object({
  id: z.string(),
  url: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('Expiry, or null if the link doesn’t expire.'),
  isWithdrawn: z.boolean(),
  isOpen: z.boolean().describe('True if the link has neither expired nor been revoked.'),
  opened: z.number().int().describe('Number of times the page was requested.'),
  openedAt: z.iso.datetime().nullable().describe('Time when the page was last requested, or null.'),
});
schemaNames.add(shareLink, { id: 'ShareLink' });
export type ShareLink = z.output<typeof shareLink>;

export const sharingReply = z.object({
  isOn: z.boolean().describe('True if the school allows public profiles.'),
  isHeld: z
    .boolean()
    .describe('True if a private profile or a hold hides it from everyone at school and outside.'),
  isPublic: z.boolean(),
  url: z.string().describe('Address of the public profile.'),
  fields: z.array(
    z.object({
      field,
      isShared: z.boolean().describe('True if the person chose to share the field.'),
      audience: z
        .enum(audiences)
        .describe(
          'Audience of the field at school. Only fields visible to everyone can be public.',
        ),
    }),
  ),
  links: z
    .array(shareLink)
    .describe(
      `Share links, newest first. Ended links stay for 30 days, 200 in total. Limit: ${shareLinksMax} active links.`,
    ),
});
schemaNames.add(sharingReply, { id: 'SharingSettings' });
export type Sharing = z.output<typeof sharingReply>;

export const getSharing = endpoint({
  name: 'sharing.get',
  summary: 'Get your sharing settings',
  description: 'Returns the public fields and the share links of the caller.',
  method: 'GET',
  path: '/api/v1/sharing',
  access: 'member',
  credential: 'bearer',
  reply: sharingReply,
});

export const updateSharing = endpoint({
  name: 'sharing.change',
  summary: 'Update your sharing settings',
  description:
    'Makes your profile public or private, and sets the shared fields, which also apply to share links. Send only the fields to change.',
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
  summary: 'Create a share link',
  description: `Shows your profile to anyone with the link, until it expires or is revoked. Limit: ${shareLinksMax} active links. Rate limit: 60 per hour. Idempotent by \`clientId\` for 24 hours.`,
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
  summary: 'Revoke or restore a share link',
  description: 'Revoking takes effect immediately.',
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
      'True if the school allows public profiles. When turned off, all public pages and links close immediately.',
    ),
  isIndexed: z
    .boolean()
    .describe('True if search engines can list public pages. They never list pages behind links.'),
});
const sharingOfSchool = schoolSharing.extend({
  people: z.number().int().describe('Number of people with a public profile now.'),
  areClubsOn: z.boolean().describe('True if the school allows public club pages.'),
  clubs: z.number().int().describe('Number of clubs with a public page now.'),
  areEventsOn: z
    .boolean()
    .describe('True if events with the audience `public` are visible to anyone.'),
  events: z.number().int().describe('Number of upcoming public events.'),
});

export const getSchoolSharing = endpoint({
  name: 'schools.sharing',
  summary: 'Get the school’s sharing settings',
  description: 'Returns whether people, clubs and events can be public.',
  method: 'GET',
  path: '/api/v1/school/sharing',
  access: 'staff',
  permission: 'sharing.manage',
  credential: 'bearer',
  reply: sharingOfSchool,
});

export const updateSchoolSharing = endpoint({
  name: 'schools.change-sharing',
  summary: 'Update the school’s sharing settings',
  description:
    'Turns public profiles and share links, and public pages of clubs and events, on or off, and sets whether search engines can list them.',
  method: 'PUT',
  path: '/api/v1/school/sharing',
  access: 'staff',
  permission: 'sharing.manage',
  credential: 'bearer',
  body: schoolSharing.extend({
    areClubsOn: z
      .boolean()
      .optional()
      .describe('True to allow public club pages. If omitted, it doesn’t change.'),
    areEventsOn: z
      .boolean()
      .optional()
      .describe('True to allow public events. If omitted, it doesn’t change.'),
  }),
  reply: sharingOfSchool,
});
