import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import { uploadUrl, type Holder, type Signer } from './upload-address.ts';

/** A complete file. `width` and `height` are set for pictures. */
export interface WholeUploadRow {
  id: number;
  name: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
}

/** A file for people who can see its holder. */
export const uploadView = (signer: Signer, holder: Holder, row: WholeUploadRow): UploadedFile => ({
  id: String(row.id),
  name: row.name,
  size: row.size,
  type: row.type,
  url: uploadUrl(signer, { ...holder, upload: row.id, form: 'whole' }),
  picture:
    row.width === null || row.height === null
      ? null
      : {
          width: row.width,
          height: row.height,
          thumbnailUrl: uploadUrl(signer, { ...holder, upload: row.id, form: 'small' }),
        },
});
