import pLimit from 'p-limit';
import { pieceBytes } from '#contract/uploads/limits.ts';
import { createUpload, sendUploadPiece } from '#contract/uploads/calls.ts';
import { CallError } from './call-error.ts';
import { call } from './call.ts';
import { upload } from './upload.ts';

/** A file to be sent. `clientId`: the same for every try, so that one goes on where another ended. */
interface FileToSend {
  readonly clientId: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly blob: Blob;
}

/** So many files of one person the server takes at a time (server/src/kernel/files/upload.ts); more wait here. */
const inTurn = pLimit(2);

/** Sends a file when its turn has come; what was given up meanwhile is not begun. Otherwise as `sendPieces`. */
export const uploadFile = (
  file: FileToSend,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<string> =>
  inTurn(() => {
    signal.throwIfAborted();
    return sendPieces(file, onSent, signal);
  });

/** Sends a file piece by piece, going on where an earlier try has ended; answers its id. `onSent`: which part of it has left, 0 to 1. */
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
    // The server says what it expects; being asked for the same place for ever would be its fault, and is not waited for.
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
