import { z } from 'zod';
import { chatId, clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { pieceBytes, uploadMaxBytes } from './limits.ts';

/*
 * Files that people send. A file is announced, sent in pieces, and then named by what it belongs to, such as a message. What nothing
 * names within a day is removed.
 */

/** A file that has come whole. Addresses are signed and end after a day. */
export const uploadedFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Media type by content, e.g. `image/webp`; `application/octet-stream` where the content says nothing. */
  type: z.string(),
  url: z.string(),
  /** A picture: its size in pixels, and a smaller one as WebP. */
  picture: z
    .object({ width: z.number().int(), height: z.number().int(), thumbnailUrl: z.string() })
    .nullable(),
});
export type UploadedFile = z.output<typeof uploadedFile>;

/** A file on its way: bytes go in pieces of `pieceBytes`, each from the offset that is expected. */
export const uploadProgress = z.object({
  id: z.string(),
  size: z.number().int(),
  received: z.number().int(),
  file: uploadedFile.nullable(),
});

const fileErrors = [
  'upload_too_large',
  'upload_unsafe',
  'picture_pixels',
  'picture_damaged',
  'picture_heic',
  'picture_slow',
  'storage_full',
  'school_storage_full',
] as const;

export const createUpload = endpoint({
  name: 'uploads.create',
  summary: `Announces a file of at most ${uploadMaxBytes / 1024 / 1024} MB. The same \`clientId\` again answers how much of it has arrived. What nothing names within a day is removed. 400 an hour, and 40 at a time that nothing names. The announced size counts toward your storage immediately.`,
  method: 'POST',
  path: '/api/v1/uploads',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    clientId,
    name: z.string().min(1).max(200),
    size: z.number().int().min(1).max(uploadMaxBytes),
  }),
  reply: uploadProgress,
  errors: [...fileErrors, 'too_many_uploads'],
});

export const sendUploadPiece = endpoint({
  name: 'uploads.send-piece',
  summary:
    'One piece of a file from `offset` on. Another offset than the expected one answers the expected one and keeps nothing. The last piece answers the file.',
  method: 'PUT',
  path: '/api/v1/uploads/{id}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ id: chatId }),
  query: z.strictObject({ offset: z.coerce.number().int().min(0).max(uploadMaxBytes) }),
  upload: { maxBytes: pieceBytes },
  reply: uploadProgress,
  errors: [...fileErrors, 'not_found', 'upload_cut_off'],
});
