import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { maxZoom, pictureKinds, pictureUpload, pictureUploadErrors } from './picture-crop.ts';
import { schemaNames } from '../schema-names.ts';

const params = z.strictObject({
  kind: z
    .enum(pictureKinds)
    .describe('Picture type: `photo` is the round picture, `cover` the wide one.'),
});

const crop = z
  .strictObject({
    x: z.number().min(0).max(1).describe('Center of the visible part as a fraction of the width.'),
    y: z.number().min(0).max(1).describe('Center of the visible part as a fraction of the height.'),
    zoom: z.number().min(1).max(maxZoom).describe('Zoom, where 1 is the largest part that fits.'),
  })
  .describe(
    'Visible part: its center as fractions of width and height, and the zoom, where 1 is the largest part that fits.',
  );
schemaNames.add(crop, { id: 'PictureCrop' });

const ownPicture = z.object({
  url: z.string(),
  original: z
    .object({ url: z.string(), width: z.int(), height: z.int(), crop })
    .nullable()
    .describe('Original picture, visible to its owner only. Null for a picture from an import.'),
});
schemaNames.add(ownPicture, { id: 'ProfilePicture' });
export type OwnPicture = z.output<typeof ownPicture>;

export const readPictures = endpoint({
  name: 'pictures.own',
  summary: 'List your pictures',
  description: 'Includes the data needed to crop them again.',
  method: 'GET',
  path: '/api/v1/profile/pictures',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: z.object({ photo: ownPicture.nullable(), cover: ownPicture.nullable() }),
});

export const uploadPicture = endpoint({
  name: 'pictures.upload',
  summary: 'Upload a profile picture',
  description:
    'Send the file as the body (JPEG, PNG, WebP, AVIF or GIF; first frame only; detected by content). The picture is rotated upright, converted to sRGB and stored in three sizes. Metadata is removed.',
  method: 'POST',
  path: '/api/v1/profile/pictures/{kind}',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  upload: { maxBytes: pictureUpload.maxBytes },
  params,
  query: z.strictObject({
    x: z.coerce
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('Center of the visible part as a fraction of the width.'),
    y: z.coerce
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('Center of the visible part as a fraction of the height.'),
    zoom: z.coerce
      .number()
      .min(1)
      .max(maxZoom)
      .default(1)
      .describe('Zoom, where 1 is the largest part that fits.'),
  }),
  reply: ownPicture,
  errors: [...pictureUploadErrors],
});

export const cropPicture = endpoint({
  name: 'pictures.crop',
  summary: 'Crop a picture',
  description: 'Shows another part of an uploaded picture. The picture gets a new address.',
  method: 'PATCH',
  path: '/api/v1/profile/pictures/{kind}',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  params,
  body: crop,
  reply: ownPicture,
  errors: ['not_found', 'picture_changed', 'picture_slow', 'storage_full', 'school_storage_full'],
});

export const removePicture = endpoint({
  name: 'pictures.remove',
  summary: 'Remove a picture',
  description: 'Can be restored for an hour; then its files are deleted. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/profile/pictures/{kind}',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  params,
  reply: z.object({ ok: z.literal(true) }),
});

export const restorePicture = endpoint({
  name: 'pictures.restore',
  summary: 'Restore a picture',
  description: 'Works for an hour after removal, unless there is a new picture.',
  method: 'POST',
  path: '/api/v1/profile/pictures/{kind}/restore',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  params,
  reply: ownPicture,
  errors: ['not_found'],
});
