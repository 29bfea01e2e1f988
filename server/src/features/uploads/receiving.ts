import pLimit from 'p-limit';
import { buffer } from 'node:stream/consumers';
import { memberOf, transact, type Scope } from '../../kernel/context.ts';
import { newStem } from '../../kernel/files/files.ts';
import {
  PictureError,
  encodeOriginal,
  encodeSmall,
  uploadFormats,
  withPicture,
} from '../../kernel/files/picture-encoding.ts';
import { problem, storageCode } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { orNotFound } from '../../kernel/sql.ts';
import { asWebp, headBytes, kindOf } from './file-kind.ts';
import {
  deleteUpload,
  selectOwnUpload,
  selectPieces,
  updatePicture,
  updateWhole,
  type UploadRow,
} from './uploads.queries.ts';

/* Processes a file after all of its bytes have arrived. */

/** Longest side of the thumbnail in pixels: twice the size that a conversation shows. */
const thumbnailSide = 640;

/** Limits how many files a process completes at the same time, because each can use 25 MB of memory. */
const runLimit = pLimit(2);

/** Returns an upload of the caller. */
export const ownUpload = async (scope: Scope, id: number): Promise<UploadRow> =>
  orNotFound(
    await transact(scope, ({ db }) => selectOwnUpload(db, memberOf(scope).userId, { id }), {
      readOnly: true,
    }),
  );

/** Reads stored pieces one after another, as one file. */
export async function* readPieces(
  scope: Pick<Scope, 'files' | 'school'>,
  names: readonly string[],
): AsyncGenerator<Buffer> {
  for (const name of names) {
    const found = await scope.files.get(scope.school.school_id, name);
    if (found === null) throw problem('not_found');
    for await (const chunk of found.stream) yield chunk as Buffer;
  }
}

const readHead = async (scope: Scope, names: readonly string[]): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of readPieces(scope, names)) {
    parts.push(part);
    size += part.length;
    if (size >= headBytes) break;
  }
  return Buffer.concat(parts).subarray(0, headBytes);
};

/** Re-encodes a picture and replaces the pieces that were uploaded. */
const savePicture = async (
  scope: Scope,
  row: UploadRow,
  pieces: readonly string[],
): Promise<void> => {
  const bytes = await buffer(readPieces(scope, pieces));
  const { whole, small } = await withPicture(bytes, uploadFormats, async (picture) => {
    const made = await encodeOriginal(picture);
    return { whole: made, small: await encodeSmall(made, thumbnailSide) };
  });
  const { school_id: school } = scope.school;
  const [wholeName, smallName] = [`${newStem()}.bin`, `${newStem()}.bin`];
  await scope.files.putAs(school, wholeName, whole.bytes);
  await scope.files.putAs(school, smallName, small);
  await transact(scope, async (context) => {
    const stored = await updatePicture(context.db, school, row.id, {
      name: asWebp(row.name),
      size: whole.bytes.length,
      width: whole.width,
      height: whole.height,
      whole: wholeName,
      thumbnail: smallName,
    });
    await emit(context, 'files_dropped', { names: stored ? [...pieces] : [wholeName, smallName] });
  }).catch(async (error: unknown) => {
    // The encoded picture is larger than announced, so it can exceed a storage limit.
    if (storageCode(error) !== undefined)
      await transact(scope, (context) =>
        emit(context, 'files_dropped', { names: [wholeName, smallName] }),
      );
    throw error;
  });
};

/** Deletes a file that can't be sent, including all pieces that have arrived. */
const drop = (scope: Scope, row: UploadRow): Promise<void> =>
  transact(scope, async (context) =>
    emit(context, 'files_dropped', { names: await deleteUpload(context.db, row.id) }),
  );

/** Completes an upload and sets its type, which depends on its content. Repeated and concurrent calls have the same result. */
export const finish = async (scope: Scope, row: UploadRow): Promise<UploadRow> =>
  runLimit(async () => {
    const pieces = await transact(scope, ({ db }) => selectPieces(db, row.id), { readOnly: true });
    const { type, how } = await kindOf(await readHead(scope, pieces));
    if (how === 'refuse') {
      await drop(scope, row);
      throw problem(/image\/hei[cf]/.test(type) ? 'picture_heic' : 'upload_unsafe');
    }
    if (how === 'pass') await transact(scope, ({ db }) => updateWhole(db, row.id, type));
    else
      await savePicture(scope, row, pieces).catch(async (error: unknown) => {
        if (!(error instanceof PictureError) && storageCode(error) === undefined) throw error;
        await drop(scope, row);
        throw error instanceof PictureError && error.fault === 'format'
          ? problem('upload_unsafe')
          : error;
      });
    return ownUpload(scope, row.id);
  });
