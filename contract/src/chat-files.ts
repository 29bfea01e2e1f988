import { z } from 'zod';
import { fileMaxBytes, pieceBytes } from './chat-limits.ts';
import { chatId, clientId } from './chat-ids.ts';
import { endpoint } from './endpoint.ts';
import { messageFile } from './messages.ts';

/* Files on their way into a conversation. */

/** A file on its way: bytes go in pieces of `pieceBytes`, each from the offset that is expected. */
export const fileProgress = z.object({
  id: z.string(),
  size: z.number().int(),
  received: z.number().int(),
  file: messageFile.nullable(),
});

export const beginFile = endpoint({
  name: 'chat.begin-file',
  summary: `Announces a file of at most ${fileMaxBytes / 1024 / 1024} MB. The same \`clientId\` again answers how much of it has arrived. What no message names within a day is removed.`,
  method: 'POST',
  path: '/api/v1/chat/files',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    clientId,
    name: z.string().min(1).max(200),
    size: z.number().int().min(1).max(fileMaxBytes),
  }),
  reply: fileProgress,
  errors: [
    'upload_too_large',
    'chat_too_many_files',
    'picture_pixels',
    'picture_damaged',
    'picture_heic',
    'picture_slow',
    'chat_file_unsafe',
  ],
});

export const sendFilePiece = endpoint({
  name: 'chat.send-piece',
  summary:
    'One piece of a file from `offset` on. Another offset than the expected one answers the expected one and keeps nothing. The last piece answers the file.',
  method: 'PUT',
  path: '/api/v1/chat/files/{file}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ file: chatId }),
  query: z.strictObject({ offset: z.coerce.number().int().min(0).max(fileMaxBytes) }),
  upload: { maxBytes: pieceBytes },
  reply: fileProgress,
  errors: [
    'not_found',
    'upload_too_large',
    'upload_cut_off',
    'picture_pixels',
    'picture_damaged',
    'picture_heic',
    'picture_slow',
    'chat_file_unsafe',
  ],
});
