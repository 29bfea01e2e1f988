import { newClientId } from '#contract/client-id.ts';
import {
  finishedStates,
  importLimits,
  listName,
  plainFileName,
  type RunState,
  zipName,
} from '#contract/imports/limits.ts';
import type { ImportRun } from '#contract/imports/endpoints.ts';
import {
  cancelRun,
  checkRun,
  createRun,
  listImports,
  newestRun,
  uploadFile,
} from '#contract/imports/calls.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { upload } from '../../lib/upload.ts';

export const runQuery = () => callQuery(newestRun, {});
export const importsKey = [listImports] as const;

export const isEnded = (state: RunState): boolean => finishedStates.includes(state);
/** Returns whether the server is working on the import. */
export const isAtWork = (state: RunState): boolean =>
  ['waiting', 'checking', 'confirmed', 'storing'].includes(state);

/** Shows a run from a reply immediately. */
export const saveRun = (run: ImportRun): void => {
  queryClient.setQueryData(runQuery().queryKey, { run });
};

/** Returns the reason why files can't be uploaded, or null. */
export function filesProblem(files: readonly File[]): 'wrongFiles' | 'tooLarge' | null {
  const zips = files.filter(({ name }) => zipName.test(name));
  const tables = files.filter(({ name }) => listName.test(name) && plainFileName.test(name));
  if (
    files.length === 0 ||
    zips.length + tables.length < files.length ||
    (zips.length > 0 && files.length > 1)
  )
    return 'wrongFiles';
  if (files.length > importLimits.files) return 'wrongFiles';
  return files.reduce((sum, { size }) => sum + size, 0) > importLimits.megabytes * 1_000_000
    ? 'tooLarge'
    : null;
}

/** Returns a name that the server accepts. The server recognizes a zip by its content, and a list by its name or columns. */
const sentName = (name: string): string => {
  if (zipName.test(name)) return 'import.zip';
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot).slice(0, longestStem)}${name.slice(dot)}`;
};
/** This many characters fit into the maximum byte length of a name in any script. */
const longestStem = 45;

export interface UploadProgress {
  name: string;
  done: number;
  total: number;
}

/** Starts an import, uploads its files and has them checked. An error on the way ends it. */
export async function sendImport(
  files: readonly File[],
  onProgress: (sent: UploadProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const source = files
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 200);
  const { run } = await call(createRun, { clientId: newClientId(), source });
  try {
    let before = 0;
    for (const file of files) {
      onProgress({ name: file.name, done: before, total });
      const onSent = (share: number) =>
        onProgress({ name: file.name, done: before + share * file.size, total });
      const input = { id: run.id, name: sentName(file.name), upload: file };
      await upload(uploadFile, input, { onSent, signal });
      before += file.size;
    }
    saveRun((await call(checkRun, { id: run.id })).run);
  } catch (error) {
    await call(cancelRun, { id: run.id }).then(
      (answer) => saveRun(answer.run),
      () => undefined,
    );
    throw error;
  }
}
