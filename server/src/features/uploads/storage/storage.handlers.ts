import * as storage from '#contract/storage/endpoints.ts';
import type { StorageUser, StoredFile } from '#contract/storage/endpoints.ts';
import { storageMegabyte, storageTypes } from '#contract/storage/limits.ts';
import type { UploadReference } from '../../../kernel/feature.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import { ownUploads } from '../uploads.queries.ts';
import { uploadView } from '../uploads.views.ts';
import * as queries from './storage.queries.ts';

const fileView = (call: Call, row: queries.StoredFileRow): StoredFile => {
  const { id, name, size, type, created_at: at, uses } = row;
  const holder = { kind: ownUploads.kind, holder: call.me.userId };
  const file = type === null ? null : uploadView(call, holder, { ...row, type });
  return {
    id: String(id),
    name,
    size,
    uploadedAt: at.toISOString(),
    url: file?.url ?? null,
    thumbnailUrl: file?.picture?.thumbnailUrl ?? null,
    uses: uses ?? [],
  };
};

const userView = (row: queries.StorageUserRow): StorageUser => ({
  person: { ...faceView(row), username: row.username },
  used: row.used,
  limit: row.limit,
  hasOwnLimit: row.has_own_limit,
});

const megabytesOf = (bytes: number): number => Math.floor(bytes / storageMegabyte);

const limitsView = ({ person, school }: { person: number; school: number | null }) => ({
  personMegabytes: megabytesOf(person),
  schoolMegabytes: school === null ? null : megabytesOf(school),
});

/** `references`: the rows of all features that use uploads. */
export const storageHandlers = (references: readonly UploadReference[]) => [
  handle(storage.getStorage, ({ db, me }) => queries.selectOwnStorage(db, me.userId)),

  handle(storage.listStoredFiles, async (call, { cursor, size }) => {
    const after = readCursor<readonly [number, number]>(cursor, ['number', 'number']);
    const page = { after, size: size + 1 };
    const rows = await queries.selectStoredFiles(call.db, call.me.userId, references, page);
    return pageOfRows(rows, size, {
      view: (row) => fileView(call, row),
      keyOf: (row) => [row.size, row.id],
    });
  }),

  handle(storage.deleteStoredFile, async (call, { id }) => {
    const { db, me } = call;
    const names = orNotFound(await queries.deleteStoredFile(db, me.userId, idOf(id), references));
    if (names === 'in use') throw problem('file_in_use');
    if (names.length > 0) await emit(call, 'files_dropped', { names });
    return ok;
  }),

  handle(storage.getSchoolStorage, async ({ db }) => {
    const [limits, types] = await Promise.all([
      queries.selectLimits(db),
      queries.selectTypes(db, references, storageTypes),
    ]);
    return {
      used: limits.used,
      ...limitsView(limits),
      types: types
        .filter(({ bytes }) => bytes > 0)
        .toSorted((a, b) => b.bytes - a.bytes || a.type.localeCompare(b.type)),
    };
  }),

  handle(storage.updateSchoolStorage, async (call, { personMegabytes, schoolMegabytes }) => {
    await queries.upsertLimits(call.db, call.schoolId, {
      person: personMegabytes * storageMegabyte,
      most: schoolMegabytes === null ? null : schoolMegabytes * storageMegabyte,
    });
    await record(call, 'storage_limits_changed', { personMegabytes, schoolMegabytes });
    return { personMegabytes, schoolMegabytes };
  }),

  handle(storage.listStorageUsers, async ({ db }, { search, cursor, size }) => {
    const after = readCursor<readonly [number, number]>(cursor, ['number', 'number']);
    const rows = await queries.selectStorageUsers(db, {
      search: search.trim(),
      after,
      size: size + 1,
    });
    return pageOfRows(rows, size, { view: userView, keyOf: (row) => [row.used, row.id] });
  }),

  handle(storage.updatePersonStorage, async (call, { uid, megabytes }) => {
    const { db, schoolId } = call;
    const person = idOf(uid);
    orNotFound((await queries.selectStorageUsers(db, { only: person, size: 1 }))[0]);
    const bytes = megabytes === null ? null : megabytes * storageMegabyte;
    await queries.updatePersonLimit(db, schoolId, person, bytes);
    await record(call, 'storage_person_limit_changed', { person, megabytes });
    return userView(
      orNotFound((await queries.selectStorageUsers(db, { only: person, size: 1 }))[0]),
    );
  }),
];
