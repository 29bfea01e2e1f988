import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { accountTypes } from '../people/account-kinds.ts';
import { wholeNumber } from '../whole-number.ts';
import { announcementLimits as limits, secureAddress } from './limits.ts';
import { text as textField } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const link = z
  .strictObject({
    url: z
      .string()
      .max(limits.url)
      .regex(secureAddress, 'Enter an address that starts with https://.'),
    label: textField().min(1).max(limits.label).describe('Text of the link.'),
  })
  .nullable();
const banner = {
  text: textField().min(1).max(limits.text),
  link,
  kind: z.enum(['info', 'warning']),
};
const settings = {
  ...banner,
  accountTypes: z
    .array(z.enum(accountTypes))
    .max(accountTypes.length)
    .describe('Account types that see the announcement. Empty means everyone.'),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime().describe('End of the announcement, at most 366 days after its start.'),
};
const version = wholeNumber.describe('Number of changes so far. Send the one you read.');

/** An announcement as its audience sees it. */
export const announcement = z.object({ id: z.string(), ...banner });
schemaNames.add(announcement, { id: 'Announcement' });
export type Announcement = z.output<typeof announcement>;

/** An announcement as people with `announcements.manage` see it. */
export const managedAnnouncement = z.object({
  id: z.string(),
  ...settings,
  version,
  state: z.enum(['scheduled', 'shown', 'ended']),
  can: z.object({ update: z.boolean(), delete: z.boolean() }),
});
schemaNames.add(managedAnnouncement, { id: 'ManagedAnnouncement' });
export type ManagedAnnouncement = z.output<typeof managedAnnouncement>;

const id = z.strictObject({ id: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });
const signedIn = { access: 'member', credential: 'bearer' } as const;
const staff = {
  access: 'staff',
  permission: 'announcements.manage',
  credential: 'bearer',
} as const;

export const listAnnouncements = endpoint({
  ...signedIn,
  name: 'announcements.list',
  summary: 'List current announcements',
  description:
    'Returns announcements that the caller sees now and has not dismissed. Newest first.',
  method: 'GET',
  path: '/api/v1/announcements',
  reply: z.object({ items: z.array(announcement) }),
});

export const dismissAnnouncement = endpoint({
  ...signedIn,
  name: 'announcements.dismiss',
  summary: 'Dismiss an announcement',
  description: 'Hides this announcement from the caller permanently. Idempotent.',
  method: 'PUT',
  path: '/api/v1/announcements/{id}/dismissal',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const listManagedAnnouncements = endpoint({
  ...staff,
  name: 'announcements.managed',
  summary: 'List all announcements',
  description: 'Returns all of the school’s announcements. Latest start first.',
  method: 'GET',
  path: '/api/v1/school/announcements',
  reply: z.object({ items: z.array(managedAnnouncement) }),
});

const creating = {
  method: 'POST',
  description: 'Limit: 50 announcements. Idempotent by `clientId`.',
  body: z.strictObject({ clientId: clientId.optional(), ...settings }),
  reply: managedAnnouncement,
  errors: ['too_many_announcements', 'announcement_times'],
} as const;

export const createAnnouncement = endpoint({
  ...staff,
  ...creating,
  name: 'announcements.create',
  summary: 'Create an announcement',
  path: '/api/v1/school/announcements',
});

export const announceFromProgram = endpoint({
  ...creating,
  access: 'key',
  credential: 'key',
  scope: 'announcements.write',
  name: 'announcements.announce',
  summary: 'Create an announcement with an API key',
  path: '/api/v1/data/announcements',
});

export const updateAnnouncement = endpoint({
  ...staff,
  name: 'announcements.update',
  summary: 'Update an announcement',
  description:
    'The announcement must not have ended. Send the `version` you read. People who dismissed the announcement won’t see it again.',
  method: 'PUT',
  path: '/api/v1/school/announcements/{id}',
  params: id,
  body: z.strictObject({ ...settings, version }),
  reply: managedAnnouncement,
  errors: ['not_found', 'announcement_ended', 'announcement_changed', 'announcement_times'],
});

export const deleteAnnouncement = endpoint({
  ...staff,
  name: 'announcements.delete',
  summary: 'Delete an announcement',
  description: 'Also deletes the record of the people who dismissed it.',
  method: 'DELETE',
  path: '/api/v1/school/announcements/{id}',
  params: id,
  reply: done,
  errors: ['not_found'],
});
