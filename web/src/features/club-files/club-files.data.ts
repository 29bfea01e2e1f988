import type { FileOrder, FileReaders } from '#contract/club-files/limits.ts';
import { newClientId } from '#contract/client-id.ts';
import {
  createClubFile,
  createFileVersion,
  listClubFiles,
  listClubFolders,
  listFileVersions,
} from '#contract/club-files/calls.ts';
import { getClubLayout } from '#contract/clubs/calls.ts';
import { call, callQuery } from '../../lib/call.ts';
import { uploadFile } from '../../lib/upload-file.ts';

/** Calls to repeat after a club's files change. */
export const staleFiles = [
  listClubFiles,
  listClubFolders,
  listFileVersions,
  getClubLayout,
] as const;

/** The visible part of a club's files. */
export interface FileListing {
  club: string;
  folder: string | undefined;
  search: string;
  order: FileOrder;
}

/** The files of a folder or search, page by page. */
export const filePages = ({ club, folder, search, order }: FileListing) => ({
  queryKey: [listClubFiles, 'pages', club, folder, search, order] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listClubFiles,
      {
        id: club,
        order,
        size: 50,
        ...(folder !== undefined && { folder }),
        ...(search !== '' && { search }),
        ...(pageParam !== null && { cursor: pageParam }),
      },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

export const allFolders = (club: string) => callQuery(listClubFolders, { id: club });
export const fileVersions = (id: string) => callQuery(listFileVersions, { id });

interface UploadOptions {
  onSent: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a file and returns the ID of the upload. A retry uses the same `clientId`. */
const send = (file: File, { onSent, signal }: UploadOptions): Promise<string> =>
  uploadFile(
    { clientId: newClientId(), name: file.name, size: file.size, blob: file },
    onSent,
    signal,
  );

/** Uploads files one by one into a folder. `onNext` receives the position of the current one. */
export const sendFiles = async (
  files: readonly File[],
  { club, folder, readers }: { club: string; folder: string | undefined; readers: FileReaders },
  { onNext, onSent, signal }: UploadOptions & { onNext: (at: number) => void },
): Promise<void> => {
  for (const [at, file] of files.entries()) {
    onNext(at);
    const uploadId = await send(file, {
      onSent: (share) => onSent((at + share) / files.length),
      signal,
    });
    await call(createClubFile, {
      id: club,
      clientId: newClientId(),
      uploadId,
      readers,
      ...(folder !== undefined && { folder }),
    });
  }
};

/** Uploads a new version of a file. */
export const sendVersion = async (id: string, file: File, way: UploadOptions) =>
  call(createFileVersion, { id, uploadId: await send(file, way) });
