import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first } from '../../../kernel/sql.ts';

export const insertAnswer = async (
  db: Db,
  school: SchoolId,
  answer: { code_hash: Buffer; content: string; expires_at: Date },
): Promise<void> => {
  await db
    .insertInto('lti_answers')
    .values({ school_id: school, ...answer })
    .execute();
};

/** Takes an answer, so that it is posted only once. */
export const claimAnswer = async (db: Db, hash: Buffer, now: Date): Promise<string | null> =>
  (
    await first(
      db,
      sql<{
        content: string;
      }>`delete from lti_answers where code_hash = ${hash} and expires_at > ${now} returning content`,
    )
  )?.content ?? null;
