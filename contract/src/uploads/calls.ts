/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as uploads from './endpoints.ts';

export const createUpload = 'POST /api/v1/uploads' as Call<typeof uploads.createUpload>;
export const sendUploadPiece = 'PUT /api/v1/uploads/{id}' as Call<typeof uploads.sendUploadPiece>;
