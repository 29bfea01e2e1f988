import { pictureUpload } from '#contract/people/picture-crop.ts';
import type { SchoolPictureKind } from '#contract/schools/pictures.ts';
import type { School } from '#contract/schools/endpoints.ts';
import * as schools from '#contract/schools/endpoints.ts';
import { type Context, transact } from '../../../kernel/context.ts';
import { reserveStorage } from '../../../kernel/files/storage.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { selectSchoolPicture, updateSchoolPicture } from '../schools.queries.ts';
import { schoolView } from '../schools.views.ts';
import { encodeSchoolPicture } from './school-picture.ts';

/** Maximum pictures per person and hour, because encoding takes the server time. */
const hourly = { max: 40, seconds: 3_600 };

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

export const picturesHandlers = [
  // Sets the school's logo or favicon. Only admins can do this. Reading, encoding and storing happen outside of any
  // transaction.
  handleWithoutTransaction(schools.setSchoolPicture, async (call, { kind, upload }) => {
    const { userId } = call.me;
    const { school_id: school } = call.school;
    await countUse(call, `school-picture:${userId}`, hourly);
    return withUpload(`${school}:${userId}`, upload, pictureUpload.maxBytes, async (bytes) => {
      const encoded = await encodeSchoolPicture(kind, bytes);
      await reserveStorage(call, encoded.length);
      const name = await call.files.put(school, encoded, 'png');
      return transact(call, (context) => change(context, kind, name));
    });
  }),

  handle(schools.removeSchoolPicture, async (call, { kind }) => change(call, kind, null)),
];
