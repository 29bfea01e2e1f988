import { sql } from 'kysely';
import type { NominationState } from '#contract/elections/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { FileReferences } from '../../../kernel/files/file-references.ts';
import { first } from '../../../kernel/sql.ts';

export interface PicturedCandidate {
  readonly id: number;
  readonly election_id: number;
  readonly user_id: number | null;
  readonly state: NominationState;
  readonly photo: string | null;
}

export const selectCandidate = (db: Db, id: number): Promise<PicturedCandidate | undefined> =>
  first(
    db,
    sql`select x.id, k.election_id, x.user_id, x.state, x.photo
      from election_candidates x join election_contests k on k.school_id = x.school_id and k.id = x.contest_id where x.id = ${id}`,
  );

export const updateCandidatePhoto = async (
  db: Db,
  id: number,
  photo: string | null,
): Promise<void> => {
  await sql`update election_candidates set photo = ${photo} where id = ${id}`.execute(db);
};

/** Returns which of these files are pictures of candidates. */
export const selectCandidateFiles: FileReferences = async (db, names) =>
  (
    await sql<{
      name: string;
    }>`select photo as name from election_candidates where photo = any(${names})`.execute(db)
  ).rows.map(({ name }) => name);
