import * as contract from '#contract/club-files/endpoints.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import { clubFileLimits as limits, megabyte, type FileOrder } from '#contract/club-files/limits.ts';
import { hideableSubject, type ReportTarget } from '../../kernel/feature.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { ok, orNotFound, definedOnly, idOf } from '../../kernel/sql.ts';
import { accessTo, isClubStaff } from '../clubs/club-access.ts';
import { lockClub, selectClubState } from '../clubs/clubs.queries.ts';
import { isWritable } from '../clubs/clubs.rules.ts';
import { lockUploads } from '../uploads/uploads.queries.ts';
import * as queries from './club-files.queries.ts';
import { canChange, isRing, isTooDeep, levelOf } from './club-files.rules.ts';
import {
  fileView,
  folderView,
  markView,
  versionView,
  type FileViewer,
} from './club-files.views.ts';

interface Opened {
  readonly reader: queries.FileReader;
  readonly viewer: FileViewer;
  readonly clubName: string;
}

/** Opens a club's files for the caller. Throws 404 if they can't see the club or read in it. */
const openClub = async (call: Call, club: number): Promise<Opened> => {
  const { db, me } = call;
  const isStaff = await isClubStaff(call);
  const who = { viewer: me.userId, isStaff };
  const [state, level, access] = [
    orNotFound(await selectClubState(db, who, club)),
    orNotFound(await queries.selectLevel(db, who, club)),
    await accessTo(call, [club], isStaff),
  ];
  if (level === 0) throw problem('not_found');
  const manages = access.may(club, 'files.manage');
  return {
    reader: { viewer: me.userId, club, level, manages },
    viewer: {
      me: me.userId,
      level,
      manages,
      isOpen: isWritable(state),
    },
    clubName: state.name,
  };
};

/** Opens a club's files for writing, with a lock. Throws if the club is read-only. */
const openToWrite = async (call: Call, club: number): Promise<Opened> => {
  await lockClub(call.db, club);
  const opened = await openClub(call, club);
  if (!opened.viewer.isOpen) throw problem('club_inactive');
  return opened;
};

/** Opens a club's files for people who manage them. */
const openToManage = async (call: Call, club: number): Promise<Opened> => {
  const opened = await openToWrite(call, club);
  if (!opened.viewer.manages) throw problem('forbidden');
  return opened;
};

/** Opens the club of a folder or file in one of these ways. */
const openAt = async (
  call: Call,
  table: 'club_files' | 'club_folders',
  id: string,
  open: typeof openClub,
): Promise<Opened> => open(call, orNotFound(await queries.selectClubOf(call.db, table, idOf(id))));

const seenFolder = async (call: Call, { reader }: Opened, id: string) =>
  orNotFound(await queries.selectFolder(call.db, reader, idOf(id)));

/** Returns a file that the caller can see. */
const openFile = async (call: Call, id: string, open: typeof openClub = openClub) => {
  const opened = await openAt(call, 'club_files', id, open);
  return { opened, row: orNotFound(await queries.selectFile(call.db, opened.reader, idOf(id))) };
};

/** Returns a file that the caller can change. */
const openToChange = async (call: Call, id: string) => {
  const { opened, row } = await openFile(call, id, openToWrite);
  if (!canChange(row, opened.viewer)) throw problem('forbidden');
  return { opened, row };
};

const readFile = async (call: Call, { reader, viewer }: Opened, id: number) =>
  fileView(call, viewer, orNotFound(await queries.selectFile(call.db, reader, id)));

const keep = (
  call: Call,
  { reader: { club }, clubName }: Opened,
  act: Acts['club_file_changed'],
  name: string,
) => record(call, 'club_file_changed', { club: String(club), clubName, act, name });

/** Adds an upload of the caller as a version of a file, if the club has storage left. The club must be locked. */
const addVersion = async (call: Call, club: number, file: number, upload: number) => {
  const { db, schoolId, me, now } = call;
  const { size } = orNotFound(await queries.selectUpload(db, upload));
  const oldest = await queries.selectOldest(db, file);
  const { used, limit } = await queries.selectSpace(db, club);
  if (used - (oldest?.size ?? 0) + size > limit) throw problem('club_files_full');
  await queries.insertVersion(db, schoolId, file, {
    upload,
    size,
    by: me.userId,
    now,
    gone: oldest?.number ?? null,
  });
};

/** Returns a complete upload of the caller. */
const ownUpload = async (call: Call, id: string): Promise<number> => {
  const [upload] = await lockUploads(call.db, [idOf(id)], call.me.userId);
  return orNotFound(upload);
};

const cursors = {
  name: ['text', 'number'],
  newest: ['time', 'number'],
  largest: ['number', 'number'],
} as const;

const readFileCursor = (cursor: string | undefined, order: FileOrder): queries.FileCursor | null =>
  order === 'name'
    ? readCursor<readonly [string, number]>(cursor, cursors.name)
    : order === 'newest'
      ? readCursor<readonly [Date, number]>(cursor, cursors.newest)
      : readCursor<readonly [number, number]>(cursor, cursors.largest);

const keyOf = (row: queries.FileRow, order: FileOrder): queries.FileCursor => [
  order === 'name' ? row.sort_name : order === 'newest' ? row.updated_at : row.size,
  row.id,
];

export const clubFilesHandlers = [
  handle(
    contract.listClubFiles,
    async (call, { id, folder: asked, search = '', order, cursor, size }) => {
      const opened = await openClub(call, idOf(id));
      const { reader, viewer } = opened;
      const after = readFileCursor(cursor, order);
      const folder = asked === undefined ? null : await seenFolder(call, opened, asked);
      const place = search === '' ? null : { search };
      const rows = await queries.selectFiles(
        call.db,
        reader,
        place ?? { folder: folder?.id ?? null },
        { order, after, size: size + 1 },
      );
      const folders =
        after === null
          ? await queries.selectFolders(call.db, reader, place ?? { parent: folder?.id ?? null })
          : [];
      const path =
        folder === null ? [] : await queries.selectNames(call.db, reader, folder.path.slice(0, -1));
      const { manages, isOpen, level } = viewer;
      return {
        ...pageOfRows(rows, size, {
          view: (row) => fileView(call, viewer, row),
          keyOf: (row) => keyOf(row, order),
        }),
        folder: folder && folderView(folder),
        path: path.map(markView),
        folders: folders.map(folderView),
        space: manages ? await queries.selectSpace(call.db, reader.club) : null,
        can: {
          add: isOpen && (manages || (level > 1 && folder?.takes_files === true)),
          manage: isOpen && manages,
        },
      };
    },
  ),

  handle(contract.listClubFolders, async (call, { id }) => {
    const { reader } = await openClub(call, idOf(id));
    const rows = await queries.selectAllFolders(call.db, reader);
    return {
      items: rows.map((row) => ({
        ...markView(row),
        parent: row.parent_id === null ? null : String(row.parent_id),
        depth: row.depth,
      })),
    };
  }),

  handle(contract.createClubFolder, async (call, { id, clientId, ...sent }) => {
    const opened = await openToManage(call, idOf(id));
    const { db, schoolId: school, me, now } = call;
    const { club } = opened.reader;
    const before = await queries.selectByClient(db, 'club_folders', me.userId, clientId);
    if (before !== undefined) return folderView(await seenFolder(call, opened, String(before)));
    const parent = sent.parent === undefined ? null : await seenFolder(call, opened, sent.parent);
    if (isTooDeep(parent?.path.length ?? 0, 1))
      throw problem('club_folder_depth', { max: limits.depth });
    if ((await queries.countOf(db, 'club_folders', club)) >= limits.folders)
      throw problem('too_many_club_folders', { max: limits.folders });
    const folder = await queries.insertFolder(db, {
      school,
      club,
      by: me.userId,
      clientId,
      now,
      parent: parent?.id ?? null,
      name: sent.name,
      readers: levelOf(sent.readers),
      takesFiles: sent.takesFiles,
    });
    await keep(call, opened, 'folder_added', sent.name);
    return folderView(await seenFolder(call, opened, String(folder)));
  }),

  handle(contract.updateClubFolder, async (call, { id, name, parent, readers, takesFiles }) => {
    const opened = await openAt(call, 'club_folders', id, openToManage);
    const row = await seenFolder(call, opened, id);
    const above =
      parent === undefined || parent === null ? null : await seenFolder(call, opened, parent);
    if (above !== null) {
      if (isRing(above.path, row.id)) throw problem('club_folder_ring');
      const height = await queries.selectHeight(call.db, opened.reader.club, row.id);
      if (isTooDeep(above.path.length, height))
        throw problem('club_folder_depth', { max: limits.depth });
    }
    const columns = definedOnly({
      name,
      parent_id: parent === undefined ? undefined : (above?.id ?? null),
      readers: readers === undefined ? undefined : levelOf(readers),
      takes_files: takesFiles,
    });
    await queries.updateFolder(call.db, row.id, columns, call.now);
    await keep(call, opened, 'folder_changed', name ?? row.name);
    return folderView(await seenFolder(call, opened, id));
  }),

  handle(contract.deleteClubFolder, async (call, { id }) => {
    const opened = await openAt(call, 'club_folders', id, openToManage);
    const row = await seenFolder(call, opened, id);
    if (await queries.deleteFolder(call.db, row.id))
      await keep(call, opened, 'folder_deleted', row.name);
    return ok;
  }),

  handle(
    contract.createClubFile,
    async (call, { id, clientId, uploadId, folder: asked, readers }) => {
      const opened = await openToWrite(call, idOf(id));
      const { db, schoolId: school, me, now } = call;
      const { reader, viewer } = opened;
      const folder = asked === undefined ? null : await seenFolder(call, opened, asked);
      if (!viewer.manages && !(viewer.level > 1 && folder?.takes_files === true))
        throw problem('club_files_closed');
      const before = await queries.selectByClient(db, 'club_files', me.userId, clientId);
      if (before !== undefined) return readFile(call, opened, before);
      if ((await queries.countOf(db, 'club_files', reader.club)) >= limits.files)
        throw problem('too_many_club_files', { max: limits.files });
      const sent = await ownUpload(call, uploadId);
      const { name } = orNotFound(await queries.selectUpload(db, sent));
      const file = await queries.insertFile(db, {
        school,
        club: reader.club,
        by: me.userId,
        clientId,
        now,
        folder: folder?.id ?? null,
        name,
        // Files of members are visible to everyone who sees the folder.
        readers: viewer.manages ? levelOf(readers) : 1,
      });
      await addVersion(call, reader.club, file, sent);
      if (viewer.manages) await keep(call, opened, 'added', name);
      await emit(call, 'club_file_added', { club: reader.club, file, by: me.userId });
      return readFile(call, opened, file);
    },
  ),

  handle(contract.updateClubFile, async (call, { id, name, folder, readers }) => {
    const { opened, row } = await openToChange(call, id);
    const isMoved = folder !== undefined || readers !== undefined;
    if (isMoved && !opened.viewer.manages) throw problem('forbidden');
    const into =
      folder === undefined || folder === null ? null : await seenFolder(call, opened, folder);
    const columns = definedOnly({
      name,
      folder_id: folder === undefined ? undefined : (into?.id ?? null),
      readers: readers === undefined ? undefined : levelOf(readers),
    });
    if (Object.keys(columns).length > 0) {
      await queries.updateFile(call.db, row.id, columns);
      if (opened.viewer.manages) await keep(call, opened, 'changed', name ?? row.name);
    }
    return readFile(call, opened, row.id);
  }),

  handle(contract.deleteClubFile, async (call, { id }) => {
    const { opened, row } = await openToChange(call, id);
    if ((await queries.deleteFile(call.db, row.id)) && opened.viewer.manages)
      await keep(call, opened, 'deleted', row.name);
    return ok;
  }),

  handle(contract.listFileVersions, async (call, { id }) => {
    const { row } = await openFile(call, id);
    const rows = await queries.selectVersions(call.db, call.me.userId, row.id);
    return { items: rows.map((one) => versionView(call, row, one)) };
  }),

  handle(contract.createFileVersion, async (call, { id, uploadId }) => {
    const { opened, row } = await openToChange(call, id);
    const sent = await ownUpload(call, uploadId);
    if (!(await queries.isVersion(call.db, row.id, sent))) {
      await addVersion(call, opened.reader.club, row.id, sent);
      if (opened.viewer.manages) await keep(call, opened, 'changed', row.name);
    }
    return readFile(call, opened, row.id);
  }),

  handle(contract.restoreFileVersion, async (call, { id, number }) => {
    const { opened, row } = await openToChange(call, id);
    if (number !== row.current) {
      if (!(await queries.updateCurrent(call.db, row.id, number, call.now)))
        throw problem('not_found');
      if (opened.viewer.manages) await keep(call, opened, 'restored', row.name);
    }
    return readFile(call, opened, row.id);
  }),

  handle(contract.getClubFileSettings, async (call) => ({
    megabytes: Math.floor((await queries.selectLimit(call.db)) / megabyte),
  })),

  handle(contract.updateClubFileSettings, async (call, { megabytes }) => {
    await queries.upsertLimit(call.db, call.schoolId, megabytes * megabyte);
    await record(call, 'club_file_limit_changed', { megabytes });
    return { megabytes };
  }),
];

/** People can report files of others that they can see. The current version stays with the report. */
export const clubFileReports: ReportTarget = {
  kind: 'club_file',
  find: async (call, id) => {
    const { row } = await openFile(call, id);
    if (row.created_by === call.me.userId) throw problem('own_content');
    return { person: row.created_by, title: row.name, uploads: [row.upload.id] };
  },
  describe: async ({ db }, ids) =>
    new Map(
      (await queries.selectReportedFiles(db, ids.map(idOf))).map((row) => [
        String(row.id),
        hideableSubject({ text: row.name, club: row.club_id, isHidden: row.is_hidden }),
      ]),
    ),
  hide: ({ db }, id, at) => queries.updateFileHidden(db, idOf(id), at),
};
