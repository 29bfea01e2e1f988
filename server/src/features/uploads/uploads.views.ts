import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import { uploadUrl, type Holder, type Signer } from './upload-address.ts';

/** A complete upload. Only pictures have `width` and `height`. */
export interface WholeUploadRow {
  id: number;
  name: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
}

/** Returns a file for people who can see the item that contains it. */
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
