import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { text } from '../text.ts';
import { fileUses, storageLimits as limits, storageTypes } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

/*
 * Storage used by files. An upload counts from its announcement, at the announced size; a picture counts at its encoded size. Club
 * files count toward the club and the school, not toward the person who added them.
 */

const signedIn = { access: 'member', credential: 'bearer' } as const;
const staff = { access: 'staff', permission: 'storage.manage', credential: 'bearer' } as const;
const bytes = z.number().int().min(0);
const personMegabytes = z.number().int().min(0).max(limits.personMost);
const schoolMegabytes = z.number().int().min(0).max(limits.schoolMost);

export const getStorage = endpoint({
  ...signedIn,
  name: 'storage.get',
  summary: 'Get your storage usage',
  method: 'GET',
  path: '/api/v1/storage',
  reply: z.object({
    used: bytes.describe('Bytes of your uploads and profile pictures, without club files.'),
    limit: bytes.describe('Limit in bytes. Larger totals are rejected with `storage_full`.'),
    pictures: bytes.describe('Bytes of your profile pictures, included in `used`.'),
  }),
  errors: [],
});

const filePlace = z.object({
  place: z.enum(fileUses),
  id: z
    .string()
    .nullable()
    .describe('ID of the conversation, post, survey, or other item, or null if you can’t open it.'),
  message: z
    .string()
    .nullable()
    .describe('Number of the message in its conversation, or null outside chat.'),
  title: z.string().nullable().describe('Title that you gave the item, or null if there is none.'),
});

const storedFile = z.object({
  id: z.string(),
  name: z.string(),
  size: bytes.describe('Bytes that count toward your storage.'),
  uploadedAt: z.string().describe('Instant in RFC 3339.'),
  url: z
    .string()
    .nullable()
    .describe('Signed URL, valid for one day, or null if the upload isn’t complete.'),
  thumbnailUrl: z
    .string()
    .nullable()
    .describe('URL of a small version, or null if the file isn’t a picture.'),
  uses: z
    .array(filePlace)
    .describe('Up to five items that use the file. Unused files are deleted after a day.'),
});
schemaNames.add(storedFile, { id: 'StoredFile' });
export type StoredFile = z.output<typeof storedFile>;

export const listStoredFiles = endpoint({
  ...signedIn,
  name: 'storage.files',
  summary: 'List your stored files',
  description: 'Returns your files that count toward your storage, largest first.',
  method: 'GET',
  path: '/api/v1/storage/files',
  query: cursorQuery,
  reply: pageOf(storedFile),
  errors: ['bad_cursor'],
});

export const deleteStoredFile = endpoint({
  ...signedIn,
  name: 'storage.delete-file',
  summary: 'Delete an unused file',
  method: 'DELETE',
  path: '/api/v1/storage/files/{id}',
  params: z.strictObject({ id: z.string().max(20) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'file_in_use'],
});

export const getSchoolStorage = endpoint({
  ...staff,
  name: 'storage.get-school',
  summary: 'Get the school’s storage',
  method: 'GET',
  path: '/api/v1/school/storage',
  reply: z.object({
    used: bytes.describe(
      'Bytes of all uploads and pictures. Replaced pictures still count for up to an hour.',
    ),
    personMegabytes: personMegabytes.describe(
      'Limit in megabytes for people without a custom limit.',
    ),
    schoolMegabytes: schoolMegabytes
      .nullable()
      .describe('Limit in megabytes for the school, or null if there is none.'),
    types: z
      .array(z.object({ type: z.enum(storageTypes), bytes, files: z.number().int().min(0) }))
      .describe('Parts of `used`, largest first. `unused`: files that nothing uses yet.'),
  }),
  errors: [],
});

export const updateSchoolStorage = endpoint({
  ...staff,
  name: 'storage.update-school',
  summary: 'Set the storage limits',
  description:
    'A lower limit blocks new uploads but deletes nothing. A megabyte is 1,000,000 bytes.',
  method: 'PUT',
  path: '/api/v1/school/storage',
  body: z.strictObject({
    personMegabytes,
    schoolMegabytes: schoolMegabytes
      .nullable()
      .describe('Limit in megabytes for the school, or null for none.'),
  }),
  reply: z.object({ personMegabytes, schoolMegabytes: schoolMegabytes.nullable() }),
  errors: [],
});

const storageUser = z.object({
  person: face.extend({ username: z.string() }),
  used: bytes.describe('Bytes of the person’s uploads and profile pictures, without club files.'),
  limit: bytes.describe('Limit in bytes.'),
  hasOwnLimit: z.boolean().describe('True if `limit` was set for this person.'),
});
schemaNames.add(storageUser, { id: 'StorageUsage' });
export type StorageUser = z.output<typeof storageUser>;

export const listStorageUsers = endpoint({
  ...staff,
  name: 'storage.people',
  summary: 'List people by storage used',
  description: 'Returns people who use storage or have a custom limit, highest usage first.',
  method: 'GET',
  path: '/api/v1/school/storage/people',
  query: z.strictObject({
    search: text().max(80).default('').describe('Start of a name or username.'),
    ...cursorQuery.shape,
  }),
  reply: pageOf(storageUser),
  errors: ['bad_cursor'],
});

export const updatePersonStorage = endpoint({
  ...staff,
  name: 'storage.update-person',
  summary: 'Set a person’s storage limit',
  method: 'PUT',
  path: '/api/v1/school/storage/people/{uid}',
  params: z.strictObject({ uid: z.string().max(20) }),
  body: z.strictObject({
    megabytes: personMegabytes
      .nullable()
      .describe('Custom limit in megabytes, or null to use the limit per person.'),
  }),
  reply: storageUser,
  errors: ['not_found'],
});
