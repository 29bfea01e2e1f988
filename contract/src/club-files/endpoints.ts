import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { clubFileLimits as limits, fileOrders, fileReaders } from './limits.ts';
import { text } from '../text.ts';

const id = z.strictObject({ id: z.string().max(40) });
const reference = z.string().max(40);
const member = { access: 'member', credential: 'bearer' } as const;
const staff = { access: 'staff', permission: 'clubs.manage', credential: 'bearer' } as const;
const done = z.object({ ok: z.literal(true) });
const count = z.number().int();
const bytes = count.describe('Bytes');
const folderName = text().min(1).max(limits.folderName);
const fileName = text().min(1).max(limits.fileName);
const readers = z
  .enum(fileReaders)
  .describe('Who sees it, as far as they see the folders above: `everyone` reads the club’s posts');
const mark = z.object({ id: z.string(), name: z.string() });

export const clubFolder = mark.extend({
  parent: z.string().nullable(),
  readers,
  takesFiles: z.boolean().describe('Members of the club may add files'),
  files: count.describe('Files that the caller sees in it and in the folders below'),
  size: bytes.describe('Of those files, with all versions'),
  updatedAt: z.string(),
});
export type ClubFolder = z.output<typeof clubFolder>;

export const clubFile = z.object({
  id: z.string(),
  name: z.string(),
  folder: mark.nullable(),
  readers,
  file: uploadedFile.describe('The current version'),
  version: count.describe('Number of the current version'),
  versions: count.describe('How many are kept'),
  size: bytes.describe('Of all versions'),
  by: face.nullable().describe('Who sent the current version; null: not to be named'),
  updatedAt: z.string(),
  can: z.object({
    change: z.boolean().describe('Rename and delete it, add and restore versions'),
    manage: z.boolean().describe('Move it, and say who sees it'),
    report: z.boolean(),
  }),
});
export type ClubFile = z.output<typeof clubFile>;

export const listClubFiles = endpoint({
  ...member,
  name: 'club-files.list',
  summary:
    'What the caller sees in a folder of a club, or at the top without one; with `search` whatever in the club has these words in its name.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/files',
  params: id,
  query: cursorQuery.extend({
    folder: reference.optional(),
    search: text().max(limits.search).optional(),
    order: z.enum(fileOrders).default('name'),
  }),
  reply: pageOf(clubFile).extend({
    folder: clubFolder.nullable().describe('The folder that was asked for'),
    path: z.array(mark).describe('The folders above it, from the top'),
    folders: z.array(clubFolder).describe('On the first page: the folders in it, by name'),
    space: z
      .object({ used: bytes, limit: bytes })
      .nullable()
      .describe('Of the whole club; only for those who manage its files'),
    can: z.object({
      add: z.boolean().describe('Add files here'),
      manage: z.boolean().describe('Folders, and the files of everybody'),
    }),
  }),
  errors: ['not_found', 'bad_cursor'],
});

export const listClubFolders = endpoint({
  ...member,
  name: 'club-files.folders',
  summary: 'All folders of a club that the caller sees, each behind the one it is in.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/folders',
  params: id,
  reply: z.object({
    items: z.array(mark.extend({ parent: z.string().nullable(), depth: count })),
  }),
  errors: ['not_found'],
});

export const createClubFolder = endpoint({
  ...member,
  inClub: 'files.manage',
  name: 'club-files.create-folder',
  summary: 'Add a folder. The same `clientId` again answers the first one.',
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
  ...member,
  inClub: 'files.manage',
  name: 'club-files.update-folder',
  summary: 'Rename or move a folder, or change who sees it. Only what is given changes.',
  method: 'PATCH',
  path: '/api/v1/club-folders/{id}',
  params: id,
  body: z.strictObject({
    name: folderName.optional(),
    parent: reference.nullable().optional().describe('null: to the top'),
    readers: readers.optional(),
    takesFiles: z.boolean().optional(),
  }),
  reply: clubFolder,
  errors: ['not_found', 'forbidden', 'club_inactive', 'club_folder_depth', 'club_folder_ring'],
});

export const deleteClubFolder = endpoint({
  ...member,
  inClub: 'files.manage',
  name: 'club-files.delete-folder',
  summary: 'Delete a folder with everything in it.',
  method: 'DELETE',
  path: '/api/v1/club-folders/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

export const createClubFile = endpoint({
  ...member,
  name: 'club-files.create',
  summary:
    'Add a file that was sent with `POST /api/v1/uploads`. Members may where the folder takes their files. The same `clientId` again answers the first one.',
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
  ...member,
  name: 'club-files.update',
  summary: 'Rename or move a file, or change who sees it. Only what is given changes.',
  method: 'PATCH',
  path: '/api/v1/club-files/{id}',
  params: id,
  body: z.strictObject({
    name: fileName.optional(),
    folder: reference.nullable().optional().describe('null: to the top'),
    readers: readers.optional(),
  }),
  reply: clubFile,
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

export const deleteClubFile = endpoint({
  ...member,
  name: 'club-files.delete',
  summary: 'Delete a file with all its versions.',
  method: 'DELETE',
  path: '/api/v1/club-files/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

export const fileVersion = z.object({
  number: count,
  isCurrent: z.boolean(),
  by: face.nullable(),
  createdAt: z.string(),
  file: uploadedFile,
});
export type FileVersion = z.output<typeof fileVersion>;

export const listFileVersions = endpoint({
  ...member,
  name: 'club-files.versions',
  summary: 'The versions of a file that are kept, the newest first.',
  method: 'GET',
  path: '/api/v1/club-files/{id}/versions',
  params: id,
  reply: z.object({ items: z.array(fileVersion) }),
  errors: ['not_found'],
});

export const createFileVersion = endpoint({
  ...member,
  name: 'club-files.create-version',
  summary: `Add a new version of a file and show it. The oldest goes when there would be more than ${limits.versions}. The same upload again changes nothing.`,
  method: 'POST',
  path: '/api/v1/club-files/{id}/versions',
  params: id,
  body: z.strictObject({ uploadId: reference }),
  reply: clubFile,
  errors: ['not_found', 'forbidden', 'club_inactive', 'club_files_full'],
});

export const restoreFileVersion = endpoint({
  ...member,
  name: 'club-files.restore',
  summary: 'Show another version of a file.',
  method: 'PUT',
  path: '/api/v1/club-files/{id}/version',
  params: id,
  body: z.strictObject({ number: wholeNumber }),
  reply: clubFile,
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

const settings = z.strictObject({
  megabytes: z
    .number()
    .int()
    .min(0)
    .max(limits.clubMost)
    .describe('Of one club, 1,048,576 bytes each'),
});

export const getClubFileSettings = endpoint({
  ...staff,
  name: 'club-files.settings',
  summary: 'How much each club may keep.',
  method: 'GET',
  path: '/api/v1/school/club-files',
  reply: settings,
  errors: [],
});

export const updateClubFileSettings = endpoint({
  ...staff,
  name: 'club-files.change-settings',
  summary: 'Say how much each club may keep. What clubs keep already stays.',
  method: 'PUT',
  path: '/api/v1/school/club-files',
  body: settings,
  reply: settings,
  errors: [],
});
