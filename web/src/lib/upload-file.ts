import pLimit from 'p-limit';
import { pieceBytes } from '#contract/uploads/limits.ts';
import { createUpload, sendUploadPiece } from '#contract/uploads/calls.ts';
import { CallError } from './call-error.ts';
import { call } from './call.ts';
import { upload } from './upload.ts';

/** A file to upload. `clientId` stays the same for retries, so that they resume. */
interface FileToSend {
  readonly clientId: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly blob: Blob;
}

/**
 * Maximum number of parallel uploads per user that the server accepts (server/src/kernel/files/upload.ts). Others wait here.
 */
const inTurn = pLimit(2);

/** Uploads a file when it's its turn, unless it was aborted. Otherwise like `sendPieces`. */
export const uploadFile = (
  file: FileToSend,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<string> =>
  inTurn(() => {
    signal.throwIfAborted();
    return sendPieces(file, onSent, signal);
  });

/**
 * Uploads a file in pieces, resuming where an earlier attempt stopped, and returns its ID. `onSent` receives the share sent,
 * 0 to 1.
 */
const sendPieces = async (
  file: FileToSend,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  let {
    id,
    received,
    file: whole,
  } = await call(
    createUpload,
    { clientId: file.clientId, name: file.name, size: file.size },
    signal,
  );
  const from = new Set<number>();
  while (whole === null) {
    // The server reports the offset it expects. If it repeats an offset, it is stuck, so stop.
    if (from.has(received))
      throw new CallError({
        status: 0,
        code: 'upload_cut_off',
        message: 'The file did not arrive whole.',
      });
    from.add(received);
    const offset = received;
    const piece = file.blob.slice(offset, offset + pieceBytes);
    const answer = await upload(
      sendUploadPiece,
      { id, offset, upload: piece },
      { onSent: (share) => onSent((offset + share * piece.size) / file.size), signal },
    );
    ({ id, received, file: whole } = answer);
  }
  onSent(1);
  return id;
};
