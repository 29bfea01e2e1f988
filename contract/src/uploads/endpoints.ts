import { z } from 'zod';
import { chatId, clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { pieceBytes, uploadMaxBytes } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

/*
 * Uploads. A client announces a file, sends it in pieces, and then references it, for example in a message. Files that nothing
 * references within a day are deleted.
 */

/** A complete file. Its addresses are signed and expire after a day. */
export const uploadedFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().int().describe('Size in bytes.'),
  type: z
    .string()
    .describe(
      'Media type by content, such as `image/webp`, or `application/octet-stream` if the content doesn’t show it.',
    ),
  url: z.string(),
  picture: z
    .object({ width: z.number().int(), height: z.number().int(), thumbnailUrl: z.string() })
    .nullable()
    .describe('Size in pixels and a smaller version as WebP, or null if it isn’t a picture.'),
});
schemaNames.add(uploadedFile, { id: 'UploadedFile' });
export type UploadedFile = z.output<typeof uploadedFile>;

/** An upload in progress. Clients send pieces of `pieceBytes`, each starting at the expected offset. */
export const uploadProgress = z.object({
  id: z.string(),
  size: z.number().int().describe('Size in bytes.'),
  received: z.number().int().describe('Number of bytes received.'),
  file: uploadedFile.nullable().describe('Complete file, or null while the upload is running.'),
});
schemaNames.add(uploadProgress, { id: 'Upload' });

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
  summary: 'Start an upload',
  description: `Announces a file of at most ${uploadMaxBytes / 1024 / 1024} MB. Idempotent by \`clientId\`: a retry returns the number of bytes received. Files that nothing references within a day are deleted. Rate limit: 400 per hour, and 40 unreferenced files at a time. The announced size counts toward your storage immediately.`,
  method: 'POST',
  path: '/api/v1/uploads',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    clientId,
    name: z.string().min(1).max(200),
    size: z.number().int().min(1).max(uploadMaxBytes).describe('Size in bytes.'),
  }),
  reply: uploadProgress,
  errors: [...fileErrors, 'too_many_uploads'],
});

export const sendUploadPiece = endpoint({
  name: 'uploads.send-piece',
  summary: 'Upload a chunk',
  description:
    'Starts at `offset`. With an unexpected offset, stores nothing and returns the expected one. The last chunk returns the file.',
  method: 'PUT',
  path: '/api/v1/uploads/{id}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ id: chatId }),
  query: z.strictObject({
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .max(uploadMaxBytes)
      .describe('Offset in bytes at which the chunk starts.'),
  }),
  upload: { maxBytes: pieceBytes },
  reply: uploadProgress,
  errors: [...fileErrors, 'not_found', 'upload_cut_off'],
});
