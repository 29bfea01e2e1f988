import type { SchoolPictureKind } from '#contract/schools/pictures.ts';
import { appendEntry } from '../../../kernel/security/audit.ts';
import { inTransaction, type Pool } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { selectSchoolPicture, updateSchoolPicture } from '../schools.queries.ts';

/**
 * Sets a school's picture for the operator's commands, and records it in the activity log. The cleanup deletes the
 * previous file a day later.
 */
export const replaceSchoolPicture = (
  pool: Pool,
  school: SchoolId,
  kind: SchoolPictureKind,
  name: string | null,
): Promise<void> =>
  inTransaction(pool, { school }, async (db) => {
    const before = await selectSchoolPicture(db, school, kind);
    if (before === name) return;
    await updateSchoolPicture(db, school, kind, name);
    await appendEntry(db, new Date(), null, 'school_picture_changed', {
      picture: kind,
      before,
      after: name,
    });
  });
