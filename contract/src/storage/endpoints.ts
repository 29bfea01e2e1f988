import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { text } from '../text.ts';
import { filePlaces, storageLimits as limits, storageTypes } from './limits.ts';

/*
 * Storage used by files. Uploads count from their announcement with the size that was announced, pictures with the size that was
 * encoded. Club files count toward their club and the school, and not toward the person who added them.
 */

const member = { access: 'member', credential: 'bearer' } as const;
const staff = { access: 'staff', permission: 'storage.manage', credential: 'bearer' } as const;
const bytes = z.number().int().min(0);
const personMegabytes = z.number().int().min(0).max(limits.personMost);
const schoolMegabytes = z.number().int().min(0).max(limits.schoolMost);

export const getStorage = endpoint({
  ...member,
  name: 'storage.get',
  summary: 'Get the storage you use',
  method: 'GET',
  path: '/api/v1/storage',
  reply: z.object({
    used: bytes.describe('Bytes of your uploads and profile pictures, without club files'),
    limit: bytes.describe('Bytes; uploads that would pass them are refused with `storage_full`'),
    pictures: bytes.describe('Bytes of your profile pictures, which are part of `used`'),
  }),
  errors: [],
});

const filePlace = z.object({
  place: z.enum(filePlaces),
  id: z
    .string()
    .nullable()
    .describe('Id of the conversation, post, survey …; null if you can’t open it'),
  message: z.string().nullable().describe('Number of the message in its conversation; else null'),
  title: z.string().nullable().describe('Title that you wrote; null if there is none'),
});

const storedFile = z.object({
  id: z.string(),
  name: z.string(),
  size: bytes.describe('Bytes that count toward your storage'),
  uploadedAt: z.string().describe('Instant, RFC 3339'),
  url: z
    .string()
    .nullable()
    .describe('Address that expires after a day; null if part of the file hasn’t arrived'),
  thumbnailUrl: z.string().nullable().describe('Small version of a picture; else null'),
  places: z
    .array(filePlace)
    .describe(
      'Where you use it, up to five places. A file that nothing uses is deleted after a day',
    ),
});
export type StoredFile = z.output<typeof storedFile>;

export const listStoredFiles = endpoint({
  ...member,
  name: 'storage.files',
  summary: 'List the files you store',
  method: 'GET',
  path: '/api/v1/storage/files',
  query: cursorQuery,
  reply: pageOf(storedFile).describe('Your files that count toward your storage, largest first'),
  errors: ['bad_cursor'],
});

export const deleteStoredFile = endpoint({
  ...member,
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
      'Bytes of all uploads and pictures. Pictures that were replaced are subtracted within an hour',
    ),
    personMegabytes: personMegabytes.describe('Limit of people without a limit of their own'),
    schoolMegabytes: schoolMegabytes.nullable().describe('Limit of the school; null: no limit'),
    types: z
      .array(z.object({ type: z.enum(storageTypes), bytes, files: z.number().int().min(0) }))
      .describe('How `used` divides, largest first. `unused`: files that nothing uses yet'),
  }),
  errors: [],
});

export const updateSchoolStorage = endpoint({
  ...staff,
  name: 'storage.update-school',
  summary: 'Set the limits on storage',
  method: 'PUT',
  path: '/api/v1/school/storage',
  body: z
    .strictObject({ personMegabytes, schoolMegabytes: schoolMegabytes.nullable() })
    .describe(
      'Lowering a limit deletes nothing: it refuses uploads. A megabyte is 1,000,000 bytes',
    ),
  reply: z.object({ personMegabytes, schoolMegabytes: schoolMegabytes.nullable() }),
  errors: [],
});

const storageUser = z.object({
  person: face.extend({ username: z.string() }),
  used: bytes.describe('Bytes of the person’s uploads and profile pictures, without club files'),
  limit: bytes.describe('Bytes'),
  hasOwnLimit: z.boolean().describe('Whether `limit` was set for this person'),
});
export type StorageUser = z.output<typeof storageUser>;

export const listStorageUsers = endpoint({
  ...staff,
  name: 'storage.people',
  summary: 'List people by storage used',
  method: 'GET',
  path: '/api/v1/school/storage/people',
  query: z.strictObject({
    search: text().max(80).default('').describe('Beginning of a name or username'),
    ...cursorQuery.shape,
  }),
  reply: pageOf(storageUser).describe(
    'People who use storage or have a limit of their own, largest first',
  ),
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
    megabytes: personMegabytes.nullable().describe('Null: the limit per person applies'),
  }),
  reply: storageUser,
  errors: ['not_found'],
});
