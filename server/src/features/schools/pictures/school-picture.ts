import type { SchoolPictureKind } from '#contract/schools/pictures.ts';
import type { Files } from '../../../kernel/files/files.ts';
import { forSchool, uploadFormats, withPicture } from '../../../kernel/files/picture-encoding.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

/** Encodes a school's picture anew and keeps it; answers the name of its file. Throws BadPicture for what is none. */
export const saveSchoolPicture = async (
  files: Files,
  school: SchoolId,
  kind: SchoolPictureKind,
  bytes: Buffer,
): Promise<string> =>
  files.put(
    school,
    await withPicture(bytes, uploadFormats, (picture) => forSchool(picture, kind === 'favicon')),
    'png',
  );
