import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { maxZoom, pictureKinds, pictureUpload, pictureUploadErrors } from './picture-crop.ts';

const params = z.strictObject({
  kind: z.enum(pictureKinds).describe('`photo` is the round picture, `cover` the wide one'),
});

const crop = z
  .strictObject({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    zoom: z.number().min(1).max(maxZoom),
  })
  .describe(
    'The part shown: its middle as fractions of width and height, and how near; 1 is the largest part that fits',
  );

const ownPicture = z.object({
  url: z.string(),
  original: z
    .object({ url: z.string(), width: z.int(), height: z.int(), crop })
    .nullable()
    .describe(
      'The whole picture, told to its owner only; null for a picture that came with an import',
    ),
});
export type OwnPicture = z.output<typeof ownPicture>;

export const readPictures = endpoint({
  name: 'pictures.own',
  summary: 'The caller’s own pictures, with what is needed to choose another part of them.',
  method: 'GET',
  path: '/api/v1/profile/pictures',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: z.object({ photo: ownPicture.nullable(), cover: ownPicture.nullable() }),
});

export const uploadPicture = endpoint({
  name: 'pictures.upload',
  summary:
    'Give oneself a picture. The body is the file itself, JPEG, PNG, WebP, AVIF or GIF (first image), judged by its content. ' +
    'It is turned upright, made sRGB, stripped of everything but its pixels, and kept in three sizes.',
  method: 'POST',
  path: '/api/v1/profile/pictures/{kind}',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  upload: { maxBytes: pictureUpload.maxBytes },
  params,
  query: z.strictObject({
    x: z.coerce.number().min(0).max(1).default(0.5),
    y: z.coerce.number().min(0).max(1).default(0.5),
    zoom: z.coerce.number().min(1).max(maxZoom).default(1),
  }),
  reply: ownPicture,
  errors: [...pictureUploadErrors],
});

export const cropPicture = endpoint({
  name: 'pictures.crop',
  summary: 'Show another part of a picture that was uploaded before. It gets a new address.',
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
  summary:
    'Take a picture off. It can be put back for an hour; then its files are removed. Without a picture nothing changes.',
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
  summary:
    'Put a picture back that was taken off less than an hour ago, unless there is another by now.',
  method: 'POST',
  path: '/api/v1/profile/pictures/{kind}/restore',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  params,
  reply: ownPicture,
  errors: ['not_found'],
});
