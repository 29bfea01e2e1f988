import pLimit from 'p-limit';
import { buffer } from 'node:stream/consumers';
import type { beginFile, sendFilePiece } from '#contract/chat-files.ts';
import { pieceBytes } from '#contract/chat-limits.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { pictureUpload } from '#contract/picture-crop.ts';
import type { OpenAttachment } from '../../../kernel/http/attachments.ts';
import { memberOf, transact, type Context, type Scope } from '../../../kernel/context.ts';
import { newStem } from '../../../kernel/files/files.ts';
import { personId } from '../../../kernel/ids.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import {
  BadPicture,
  encodeSmall,
  encodeOriginal,
  uploadFormats,
  withPicture,
} from '../../../kernel/files/picture-encoding.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { fileView } from './files.views.ts';
import { asWebp, cleanName, headBytes, kindOf } from './file-kind.ts';
import { isGoodAddress } from './file-address.ts';
import {
  countLooseFiles,
  deleteFile,
  insertFile,
  insertPiece,
  selectOpenable,
  selectOwnFile,
  selectPieces,
  updatePicture,
  updateWhole,
  type ChatFileRow,
} from './files.queries.ts';

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

/**
 * Announces a file. Announced again, it answers how much has come; where all has, and whoever took the last piece died over it, the
 * file is made whole now.
 */
export const begin = async (
  scope: Scope,
  input: HandlerInput<typeof beginFile>,
): Promise<Progress> => {
  const row = await transact(scope, (context) => announced(context, input));
  return progressView(
    scope,
    row.type === null && row.received === row.size ? await finish(scope, row) : row,
  );
};

const ownFile = async (scope: Scope, id: number): Promise<ChatFileRow> => {
  const row = await transact(scope, ({ db }) => selectOwnFile(db, memberOf(scope).userId, { id }), {
    readOnly: true,
  });
  if (row === undefined) throw problem('not_found');
  return row;
};

/** Reads stored pieces one after another, as one file. */
async function* readPieces(
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

/** Takes the next piece of a file. Another offset than the expected one keeps nothing and answers the expected one. */
export const sendPiece = async (
  scope: Scope,
  input: HandlerInput<typeof sendFilePiece>,
): Promise<Progress> => {
  const me = memberOf(scope).userId;
  const { school_id: school } = scope.school;
  const id = personId(input.file);
  if (id === null) throw problem('not_found');
  const row = await ownFile(scope, id);
  if (row.type !== null) return progressView(scope, row);
  if (row.received === row.size) return progressView(scope, await finish(scope, row));
  if (input.offset !== row.received) return progressView(scope, row);
  if (row.received === 0) await countUse(scope, `chat-file:${me}`, fileLimit);
  return withUpload(`${school}:${me}`, input.upload, pieceBytes, async (bytes) => {
    if (row.received + bytes.length > row.size)
      throw problem('upload_too_large', { max: row.size / 1e6 });
    if (bytes.length === 0) return progressView(scope, row);
    const name = `${newStem()}.bin`;
    await scope.files.putAs(school, name, bytes);
    // What a crash leaves in between is swept; what somebody else was quicker with goes at once.
    const isKept = await transact(scope, ({ db }) =>
      insertPiece(db, school, { file: id, offset: input.offset, size: bytes.length, name }),
    );
    if (!isKept) await scope.files.remove(school, name);
    const now = await ownFile(scope, id);
    return progressView(
      scope,
      now.type === null && now.received === now.size ? await finish(scope, now) : now,
    );
  });
};

/** Opens a file by its signed address, for the kernel to send; null where there is none for this address. */
export const openChatFile: OpenAttachment = async (
  scope,
  { conversation = '', file = '', form, until = '', mark = '' },
) => {
  if (form !== 'whole' && form !== 'small') return null;
  const place = {
    conversation: conversation === '0' ? 0 : (personId(conversation) ?? -1),
    file: personId(file) ?? -1,
    form,
  } as const;
  if (!isGoodAddress(scope, scope.school.school_id, place, { until, mark })) return null;
  const found = await transact(
    scope,
    ({ db }) => selectOpenable(db, place.conversation, place.file),
    { readOnly: true },
  );
  if (found === undefined) return null;
  // Only what was encoded here is shown in a page; anything else is saved to disk.
  const inlineType = found.thumbnail === null ? null : found.type;
  if (form === 'whole')
    return { name: found.name, inlineType, bytes: readPieces(scope, found.pieces) };
  return found.thumbnail === null
    ? null
    : { name: found.name, inlineType, bytes: readPieces(scope, [found.thumbnail]) };
};
