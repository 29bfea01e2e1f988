import type { SchoolPictureKind } from '#contract/schools/pictures.ts';
import { forSchool, uploadFormats, withPicture } from '../../../kernel/files/picture-encoding.ts';

/** Encodes a school's picture anew, as PNG. Throws BadPicture for what is none. */
export const encodeSchoolPicture = (kind: SchoolPictureKind, bytes: Buffer): Promise<Buffer> =>
  withPicture(bytes, uploadFormats, (picture) => forSchool(picture, kind === 'favicon'));
