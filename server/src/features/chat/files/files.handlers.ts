import { beginFile, sendFilePiece } from '#contract/chat-files.ts';
import { pieceBytes } from '#contract/chat-limits.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { pictureUpload } from '#contract/picture-crop.ts';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { type Context, memberOf, type Scope, transact } from '../../../kernel/context.ts';
import { newStem } from '../../../kernel/files/files.ts';
import {
  BadPicture,
  encodeOriginal,
  encodeSmall,
  uploadFormats,
  withPicture,
} from '../../../kernel/files/picture-encoding.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { found, idOf } from '../../../kernel/sql.ts';
import { asWebp, cleanName, headBytes, kindOf } from './file-kind.ts';
import {
  type ChatFileRow,
  countLooseFiles,
  deleteFile,
  insertFile,
  insertPiece,
  selectOwnFile,
  selectPieces,
  updatePicture,
  updateWhole,
} from './files.queries.ts';
import { fileView } from './files.views.ts';
import { readPieces } from './open-file.ts';

/** Files of one person that are in no message yet, at most. */
const looseMost = 40;
/** Files one person announces in an hour. */
const fileLimit = { max: 400, seconds: 3_600 };
/** Longest side of the small picture, in pixels: twice what a conversation shows. */
const thumbnailSide = 640;

/** Files made whole at once in a process: each may be 25 MB in memory. */
const atWork = pLimit(2);

type Progress = Reply<typeof beginFile>;

const progressView = (scope: Scope, row: ChatFileRow): Progress => ({
  id: String(row.id),
  size: row.size,
  received: row.received,
  file: row.type === null ? null : fileView(scope, 0, { ...row, type: row.type }),
});

const announced = async (
  context: Context,
  input: HandlerInput<typeof beginFile>,
): Promise<ChatFileRow> => {
  const me = memberOf(context).userId;
  const { db, school, clock } = context;
  const before = await selectOwnFile(db, me, { clientId: input.clientId });
  if (before !== undefined) return before;
  if ((await countLooseFiles(db, me)) >= looseMost) throw problem('chat_too_many_files');
  const made = await insertFile(db, {
    school: school.school_id,
    owner: me,
    clientId: input.clientId,
    name: cleanName(input.name),
    size: input.size,
    now: clock.now(),
  });
  const row = made ?? (await selectOwnFile(db, me, { clientId: input.clientId }));
  if (row === undefined) throw problem('unavailable');
  return row;
};

const ownFile = async (scope: Scope, id: number): Promise<ChatFileRow> =>
  found(
    await transact(scope, ({ db }) => selectOwnFile(db, memberOf(scope).userId, { id }), {
      readOnly: true,
    }),
  );

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

/** Encodes a picture anew and puts it in the place of what came; answers the names that are stored now. */
const keepPicture = async (
  scope: Scope,
  row: ChatFileRow,
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
    const kept = await updatePicture(context.db, school, row.id, {
      name: asWebp(row.name),
      type: 'image/webp',
      size: whole.bytes.length,
      width: whole.width,
      height: whole.height,
      whole: wholeName,
      thumbnail: smallName,
    });
    await emit(context, 'files_dropped', { names: kept ? [...pieces] : [wholeName, smallName] });
  });
};

/** A file that cannot be sent goes at once, whatever of it has come. */
const drop = (scope: Scope, row: ChatFileRow): Promise<void> =>
  transact(scope, async (context) =>
    emit(context, 'files_dropped', { names: await deleteFile(context.db, row.id) }),
  );

const faultCode = ({ fault }: BadPicture) => {
  if (fault === 'pixels') return problem('picture_pixels', { max: pictureUpload.maxPixels / 1e6 });
  return problem(fault === 'format' ? 'chat_file_unsafe' : `picture_${fault}`);
};

/** All bytes have come: says what the file is, by its content. Done twice, or by two at once, it comes to the same. */
const finish = async (scope: Scope, row: ChatFileRow): Promise<ChatFileRow> =>
  atWork(async () => {
    const pieces = await transact(scope, ({ db }) => selectPieces(db, row.id), { readOnly: true });
    const { type, how } = await kindOf(await readHead(scope, pieces));
    if (how === 'refuse') {
      await drop(scope, row);
      throw problem(/image\/hei[cf]/.test(type) ? 'picture_heic' : 'chat_file_unsafe');
    }
    if (how === 'pass') await transact(scope, ({ db }) => updateWhole(db, row.id, type));
    else
      await keepPicture(scope, row, pieces).catch(async (error: unknown) => {
        if (!(error instanceof BadPicture)) throw error;
        await drop(scope, row);
        throw faultCode(error);
      });
    return ownFile(scope, row.id);
  });

export const chatFilesHandlers = [
  // Announces a file. Announced again, it answers how much has come; where all has, and whoever took the last piece died over it, the
  // file is made whole now.
  handleWithoutTransaction(beginFile, async (call, input) => {
    const row = await transact(call, (context) => announced(context, input));
    return progressView(
      call,
      row.type === null && row.received === row.size ? await finish(call, row) : row,
    );
  }),

  // Takes the next piece of a file. Another offset than the expected one keeps nothing and answers the expected one.
  handleWithoutTransaction(sendFilePiece, async (call, input) => {
    const me = call.me.userId;
    const { school_id: school } = call.school;
    const id = idOf(input.file);
    const row = await ownFile(call, id);
    if (row.type !== null) return progressView(call, row);
    if (row.received === row.size) return progressView(call, await finish(call, row));
    if (input.offset !== row.received) return progressView(call, row);
    if (row.received === 0) await countUse(call, `chat-file:${me}`, fileLimit);
    return withUpload(`${school}:${me}`, input.upload, pieceBytes, async (bytes) => {
      if (row.received + bytes.length > row.size)
        throw problem('upload_too_large', { max: row.size / 1e6 });
      if (bytes.length === 0) return progressView(call, row);
      const name = `${newStem()}.bin`;
      await call.files.putAs(school, name, bytes);
      // What a crash leaves in between is swept; what somebody else was quicker with goes at once.
      const isKept = await transact(call, ({ db }) =>
        insertPiece(db, school, { file: id, offset: input.offset, size: bytes.length, name }),
      );
      if (!isKept) await call.files.remove(school, name);
      const now = await ownFile(call, id);
      return progressView(
        call,
        now.type === null && now.received === now.size ? await finish(call, now) : now,
      );
    });
  }),
];
