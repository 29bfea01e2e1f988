import type { MessageFile } from '#contract/messages.ts';
import { chatFileUrl, type Signer } from './file-address.ts';

/** A file of a message. `pieces`: a picture is one stored file, others as many as they came in. */
export interface FileRow {
  id: number;
  name: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
}

export const fileView = (signer: Signer, conversation: number, row: FileRow): MessageFile => ({
  id: String(row.id),
  name: row.name,
  size: row.size,
  type: row.type,
  url: chatFileUrl(signer, { conversation, file: row.id, form: 'whole' }),
  picture:
    row.width === null || row.height === null
      ? null
      : {
          width: row.width,
          height: row.height,
          thumbnailUrl: chatFileUrl(signer, { conversation, file: row.id, form: 'small' }),
        },
});
