import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { clubFileLimits as limits, fileOrders, fileReaders } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const id = z.strictObject({ id: z.string().max(40) });
const reference = z.string().max(40);
const signedIn = { access: 'member', credential: 'bearer' } as const;
const staff = { access: 'staff', permission: 'clubs.manage', credential: 'bearer' } as const;
const done = z.object({ ok: z.literal(true) });
const count = z.number().int();
const bytes = count.describe('Size in bytes.');
const folderName = text().min(1).max(limits.folderName);
const fileName = text().min(1).max(limits.fileName);
const readers = z
  .enum(fileReaders)
  .describe(
    'Audience, further limited by parent folders. `everyone`: all people who can read the club’s posts.',
  );
const mark = z.object({ id: z.string(), name: z.string() });

export const clubFolder = mark.extend({
  parent: z.string().nullable().describe('ID of the parent folder, or null for the top level.'),
  readers,
  takesFiles: z.boolean().describe('True if club members can add files.'),
  files: count.describe('Number of files in it and in subfolders that the caller can see.'),
  size: bytes.describe('Size of these files in bytes, with all versions.'),
  updatedAt: z.string(),
});
schemaNames.add(clubFolder, { id: 'ClubFolder' });
export type ClubFolder = z.output<typeof clubFolder>;

export const clubFile = z.object({
  id: z.string(),
  name: z.string(),
  folder: mark.nullable().describe('Folder, or null for the top level.'),
  readers,
  file: uploadedFile.describe('Current version.'),
  version: count.describe('Number of the current version.'),
  versions: count.describe('Number of versions kept.'),
  size: bytes.describe('Size of all versions in bytes.'),
  by: face
    .nullable()
    .describe('Person who uploaded the current version, or null if the caller can’t see them.'),
  updatedAt: z.string(),
  isHidden: z
    .boolean()
    .describe('True if moderators hid it. Only people who manage files can see it.'),
  can: z.object({
    change: z
      .boolean()
      .describe('True if the caller can rename and delete it, and add and restore versions.'),
    manage: z.boolean().describe('True if the caller can move it and change its readers.'),
    report: z.boolean(),
  }),
});
schemaNames.add(clubFile, { id: 'ClubFile' });
export type ClubFile = z.output<typeof clubFile>;

export const listClubFiles = endpoint({
  ...signedIn,
  name: 'club-files.list',
  summary: 'List a club’s files',
  description:
    'Returns the files and folders in a folder, or at the top level if omitted, that the caller can see. `search` matches words in names in the whole club.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/files',
  params: id,
  query: cursorQuery.extend({
    folder: reference.optional(),
    search: text().max(limits.search).optional(),
    order: z.enum(fileOrders).default('name'),
  }),
  reply: pageOf(clubFile).extend({
    folder: clubFolder.nullable().describe('Requested folder, or null for the top level.'),
    path: z.array(mark).describe('Folders above it, starting at the top.'),
    folders: z.array(clubFolder).describe('Folders in it, by name. Only on the first page.'),
    space: z
      .object({ used: bytes, limit: bytes })
      .nullable()
      .describe('Storage of the whole club, or null if the caller doesn’t manage its files.'),
    can: z.object({
      add: z.boolean().describe('True if the caller can add files here.'),
      manage: z.boolean().describe('True if the caller manages folders and everyone’s files.'),
    }),
  }),
  errors: ['not_found', 'bad_cursor'],
});

export const listClubFolders = endpoint({
  ...signedIn,
  name: 'club-files.folders',
  summary: 'List a club’s folders',
  description: 'Returns all folders that the caller can see, each after its parent.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/folders',
  params: id,
  reply: z.object({
    items: z.array(
      mark.extend({
        parent: z
          .string()
          .nullable()
          .describe('ID of the parent folder, or null for the top level.'),
        depth: count.describe('Level of the folder, starting at 1.'),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const createClubFolder = endpoint({
  ...signedIn,
  inClub: 'files.manage',
  name: 'club-files.create-folder',
  summary: 'Create a folder',
  description: 'Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/folders',
  params: id,
  body: z.strictObject({
    clientId,
    name: folderName,
    parent: reference.optional(),
    readers: readers.default('everyone'),
    takesFiles: z.boolean().default(false),
  }),
  reply: clubFolder,
  errors: ['not_found', 'forbidden', 'club_inactive', 'club_folder_depth', 'too_many_club_folders'],
});

export const updateClubFolder = endpoint({
  ...signedIn,
  inClub: 'files.manage',
  name: 'club-files.update-folder',
  summary: 'Update a folder',
  description: 'Renames or moves it, or changes its readers. Send only the fields to change.',
  method: 'PATCH',
  path: '/api/v1/club-folders/{id}',
  params: id,
  body: z.strictObject({
    name: folderName.optional(),
    parent: reference
      .nullable()
      .optional()
      .describe('ID of the parent folder, or null for the top level.'),
    readers: readers.optional(),
    takesFiles: z.boolean().optional(),
  }),
  reply: clubFolder,
  errors: ['not_found', 'forbidden', 'club_inactive', 'club_folder_depth', 'club_folder_ring'],
});

export const deleteClubFolder = endpoint({
  ...signedIn,
  inClub: 'files.manage',
  name: 'club-files.delete-folder',
  summary: 'Delete a folder',
  description: 'Also deletes everything in it.',
  method: 'DELETE',
  path: '/api/v1/club-folders/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

export const createClubFile = endpoint({
  ...signedIn,
  name: 'club-files.create',
  summary: 'Add a file to a club',
  description:
    'Upload the file with `POST /api/v1/uploads` first. Members can add files if the folder allows it. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/files',
  params: id,
  body: z.strictObject({
    clientId,
    uploadId: reference,
    folder: reference.optional(),
    readers: readers.default('everyone'),
  }),
  reply: clubFile,
  errors: [
    'not_found',
    'club_files_closed',
    'club_inactive',
    'club_files_full',
    'too_many_club_files',
  ],
});

export const updateClubFile = endpoint({
  ...signedIn,
  name: 'club-files.update',
  summary: 'Update a file',
  description: 'Renames or moves it, or changes its readers. Send only the fields to change.',
  method: 'PATCH',
  path: '/api/v1/club-files/{id}',
  params: id,
  body: z.strictObject({
    name: fileName.optional(),
    folder: reference
      .nullable()
      .optional()
      .describe('ID of the folder, or null for the top level.'),
    readers: readers.optional(),
  }),
  reply: clubFile,
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

export const deleteClubFile = endpoint({
  ...signedIn,
  name: 'club-files.delete',
  summary: 'Delete a file',
  description: 'Also deletes all versions.',
  method: 'DELETE',
  path: '/api/v1/club-files/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

export const fileVersion = z.object({
  number: count.describe('Number of the version.'),
  isCurrent: z.boolean(),
  by: face.nullable().describe('Person who uploaded it, or null if the caller can’t see them.'),
  createdAt: z.string(),
  file: uploadedFile,
});
schemaNames.add(fileVersion, { id: 'ClubFileVersion' });
export type FileVersion = z.output<typeof fileVersion>;

export const listFileVersions = endpoint({
  ...signedIn,
  name: 'club-files.versions',
  summary: 'List a file’s versions',
  description: 'Returns the versions that are kept, newest first.',
  method: 'GET',
  path: '/api/v1/club-files/{id}/versions',
  params: id,
  reply: z.object({ items: z.array(fileVersion) }),
  errors: ['not_found'],
});

export const createFileVersion = endpoint({
  ...signedIn,
  name: 'club-files.create-version',
  summary: 'Add a file version',
  description: `Makes it the current version. Limit: ${limits.versions} versions; the oldest is deleted. Idempotent by \`uploadId\`.`,
  method: 'POST',
  path: '/api/v1/club-files/{id}/versions',
  params: id,
  body: z.strictObject({ uploadId: reference }),
  reply: clubFile,
  errors: ['not_found', 'forbidden', 'club_inactive', 'club_files_full'],
});

export const restoreFileVersion = endpoint({
  ...signedIn,
  name: 'club-files.restore',
  summary: 'Restore a file version',
  description: 'Makes it the current version.',
  method: 'PUT',
  path: '/api/v1/club-files/{id}/version',
  params: id,
  body: z.strictObject({ number: wholeNumber.describe('Number of the version to restore.') }),
  reply: clubFile,
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

const settings = z.strictObject({
  megabytes: z
    .number()
    .int()
    .min(0)
    .max(limits.clubMost)
    .describe('Megabytes per club, 1,048,576 bytes each.'),
});

export const getClubFileSettings = endpoint({
  ...staff,
  name: 'club-files.settings',
  summary: 'Get the clubs’ storage limit',
  method: 'GET',
  path: '/api/v1/school/club-files',
  reply: settings,
  errors: [],
});

export const updateClubFileSettings = endpoint({
  ...staff,
  name: 'club-files.change-settings',
  summary: 'Update the clubs’ storage limit',
  description: 'Files that clubs already have stay.',
  method: 'PUT',
  path: '/api/v1/school/club-files',
  body: settings,
  reply: settings,
  errors: [],
});
