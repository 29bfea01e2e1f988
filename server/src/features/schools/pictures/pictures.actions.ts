import type { HandlerInput } from '#contract/endpoint.ts';
import { pictureUpload } from '#contract/picture-crop.ts';
import type { SchoolPictureKind } from '#contract/school-pictures.ts';
import type { removeSchoolPicture, School, setSchoolPicture } from '#contract/schools.ts';
import { record } from '../../../kernel/security/audit.ts';
import { memberOf, transact, type Context, type Scope } from '../../../kernel/context.ts';
import type { Files } from '../../../kernel/files/files.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import {
  BadPicture,
  forSchool,
  uploadFormats,
  withPicture,
} from '../../../kernel/files/picture-encoding.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { selectSchoolPicture, updateSchoolPicture } from '../schools.queries.ts';
import { schoolView } from '../schools.views.ts';

/** Pictures one person may send an hour; each is work for the server. */
const hourly = { max: 40, seconds: 3_600 };

/** Encodes a school's picture anew and keeps it; answers the name of its file. Throws BadPicture for what is none. */
export const keepSchoolPicture = async (
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

const change = async (
  context: Context,
  kind: SchoolPictureKind,
  name: string | null,
): Promise<School> => {
  const { db, school } = context;
  const before = await selectSchoolPicture(db, school.school_id, kind);
  if (before !== name) {
    await updateSchoolPicture(db, school.school_id, kind, name);
    await record(context, 'school_picture_changed', { picture: kind, before, after: name });
    if (before !== null) await emit(context, 'files_dropped', { names: [before] });
  }
  return schoolView({ ...school, [kind]: name });
};

/** Sets the school's logo or favicon. Reading, encoding and storing happen outside any transaction. Who may: those who run the campus. */
export const setPictureOfSchool = async (
  scope: Scope,
  { kind, upload }: HandlerInput<typeof setSchoolPicture>,
): Promise<School> => {
  const { userId } = memberOf(scope);
  const { school_id: school } = scope.school;
  await countUse(scope, `school-picture:${userId}`, hourly);
  return withUpload(`${school}:${userId}`, upload, pictureUpload.maxBytes, async (bytes) => {
    const name = await keepSchoolPicture(scope.files, school, kind, bytes).catch(
      (error: unknown) => {
        throw error instanceof BadPicture
          ? problem(`picture_${error.fault}`, { max: pictureUpload.maxPixels / 1e6 })
          : error;
      },
    );
    return transact(scope, (context) => change(context, kind, name));
  });
};

/** Takes the school's logo or favicon off. */
export const removePictureOfSchool = async (
  context: Context,
  { kind }: HandlerInput<typeof removeSchoolPicture>,
): Promise<School> => {
  return change(context, kind, null);
};
