import type { SchoolPictureKind } from '#contract/schools/pictures.ts';
import {
  encodeSchoolPng,
  uploadFormats,
  withPicture,
} from '../../../kernel/files/picture-encoding.ts';

/** Encodes a school's picture as PNG. Throws PictureError if the file isn't a picture. */
export const encodeSchoolPicture = (kind: SchoolPictureKind, bytes: Buffer): Promise<Buffer> =>
  withPicture(bytes, uploadFormats, (picture) => encodeSchoolPng(picture, kind === 'favicon'));
