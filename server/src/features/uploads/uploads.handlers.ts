import { createUpload, sendUploadPiece, type UploadedFile } from '#contract/uploads/endpoints.ts';
import { pieceBytes } from '#contract/uploads/limits.ts';
import { memberOf, transact, type Scope } from '../../kernel/context.ts';
import type { Attachments, UploadReference } from '../../kernel/feature.ts';
import { newStem } from '../../kernel/files/files.ts';
import { withUpload } from '../../kernel/files/upload.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { idOf } from '../../kernel/sql.ts';
import { cleanName } from './file-kind.ts';
import { finish, ownUpload, readPieces } from './receiving.ts';
import { isValidAddress, uploadPath } from './upload-address.ts';
import * as queries from './uploads.queries.ts';
import { uploadView } from './uploads.views.ts';

/** Maximum number of a person's unused files. */
const unusedMax = 40;
/** Maximum files that one person announces in an hour. */
const hourly = { max: 400, seconds: 3_600 };

interface Progress {
  id: string;
  size: number;
  received: number;
  file: UploadedFile | null;
}

const progressView = (scope: Scope, row: queries.UploadRow): Progress => ({
  id: String(row.id),
  size: row.size,
  received: row.received,
  file:
    row.type === null
      ? null
      : uploadView(
          scope,
          { kind: queries.ownUploads.kind, holder: memberOf(scope).userId },
          { ...row, type: row.type },
        ),
});

const isReceived = ({ type, received, size }: queries.UploadRow) =>
  type === null && received === size;

/** `references` has the upload references of all features. */
export const uploadsHandlers = (references: readonly UploadReference[]) => [
  // If the file was already announced, the response has the number of received bytes. If all have arrived and the
  // server stopped before completing the file, it is completed now.
  handleWithoutTransaction(createUpload, async (call, { clientId, name, size }) => {
    const { me, schoolId, now } = call;
    const row = await transact(call, async ({ db }) => {
      const before = await queries.selectOwnUpload(db, me.userId, { clientId });
      if (before !== undefined) return before;
      if ((await queries.countLooseUploads(db, me.userId, references)) >= unusedMax)
        throw problem('too_many_uploads');
      const made = await queries.insertUpload(db, {
        school: schoolId,
        owner: me.userId,
        clientId,
        name: cleanName(name),
        size,
        now,
      });
      const one = made ?? (await queries.selectOwnUpload(db, me.userId, { clientId }));
      if (one === undefined) throw problem('unavailable');
      return one;
    });
    return progressView(call, isReceived(row) ? await finish(call, row) : row);
  }),

  handleWithoutTransaction(sendUploadPiece, async (call, { id: text, offset, upload: stream }) => {
    const { me, schoolId } = call;
    const id = idOf(text);
    const row = await ownUpload(call, id);
    if (row.type !== null) return progressView(call, row);
    if (isReceived(row)) return progressView(call, await finish(call, row));
    if (offset !== row.received) return progressView(call, row);
    if (row.received === 0) await countUse(call, `upload:${me.userId}`, hourly);
    return withUpload(`${schoolId}:${me.userId}`, stream, pieceBytes, async (bytes) => {
      if (row.received + bytes.length > row.size)
        throw problem('upload_too_large', { max: row.size / 1e6 });
      if (bytes.length === 0) return progressView(call, row);
      const name = `${newStem()}.bin`;
      await call.files.putAs(schoolId, name, bytes);
      // The cleanup deletes files that a crash leaves here. If another request stored the piece first, this
      // file is deleted immediately.
      const isStored = await transact(call, ({ db }) =>
        queries.insertPiece(db, schoolId, { upload: id, offset, size: bytes.length, name }),
      );
      if (!isStored) await call.files.remove(schoolId, name);
      const after = await ownUpload(call, id);
      return progressView(call, isReceived(after) ? await finish(call, after) : after);
    });
  }),
];

/** Opens uploads by their signed addresses, for the kernel to send. */
export const uploadAttachments = (references: readonly UploadReference[]): Attachments => ({
  path: uploadPath,
  open: async (
    scope,
    { kind = '', holder: holderId = '', upload = '', form, until = '', mark: signature = '' },
  ) => {
    if (form !== 'whole' && form !== 'small') return null;
    const holder = idOf(holderId);
    const requested = { kind, holder, upload: idOf(upload), form } as const;
    const reference = references.find((one) => one.kind === kind);
    const { school_id: school } = scope.school;
    if (
      reference === undefined ||
      !isValidAddress(scope, school, requested, { until, mark: signature })
    )
      return null;
    const file = await transact(
      scope,
      ({ db }) => queries.selectOpenable(db, requested.upload, reference.isReferencedBy(holder)),
      { readOnly: true },
    );
    if (file === undefined) return null;
    // Pages show only files that this server encoded. All others are downloaded.
    const inlineType = file.thumbnail === null ? null : file.type;
    const pieces =
      form === 'whole' ? file.pieces : file.thumbnail === null ? null : [file.thumbnail];
    return pieces && { name: file.name, inlineType, bytes: readPieces(scope, pieces) };
  },
});
