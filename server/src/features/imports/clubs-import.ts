import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import {
  mergeClubMembers,
  mergeClubOfficers,
  mergeClubs,
  type Merged,
} from '../clubs/import/merge-clubs.queries.ts';
import {
  analyzeStagedClubs,
  createStagedClubs,
  selectClubProblems,
  selectMemberProblems,
  selectOfficerProblems,
  type ClubColumn,
  type MemberColumn,
} from '../clubs/import/staged-clubs.queries.ts';
import { insertPositions } from '../roles/positions/positions.queries.ts';
import type { CampusFile } from './campus-files.ts';
import { clubFields, clubMemberFields, clubOfficerFields } from './club-fields.ts';
import { problemsMax } from './problems.ts';
import { stageFile, type ImportContext } from './reading.ts';

/** The changes to clubs by an import, by file. */
export interface ClubCounts {
  readonly clubs?: Merged;
  readonly clubMembers?: Merged;
  readonly clubOfficers?: Merged;
}

/** The columns of the staged files, or null if there is no valid file. */
export interface StagedClubs {
  readonly clubs: readonly ClubColumn[] | null;
  readonly members: readonly MemberColumn[] | null;
  readonly hasOfficers: boolean;
}

/** Streams the club lists into their staging tables and checks them. People are staged before. */
export const stageClubs = async (
  reading: ImportContext,
  school: SchoolId,
  now: Date,
): Promise<StagedClubs> => {
  const { bulk, problems } = reading;
  const { db } = bulk;
  await createStagedClubs(db);
  const clubs = await stageFile(reading, 'clubs.csv', 'staged_clubs', {
    fields: clubFields,
    key: ['code'],
  });
  const place = { key: ['club', 'username'] as const };
  const members = await stageFile(reading, 'club-members.csv', 'staged_club_members', {
    ...place,
    fields: clubMemberFields,
  });
  const officers = await stageFile(reading, 'club-officers.csv', 'staged_club_officers', {
    ...place,
    fields: clubOfficerFields,
  });
  await analyzeStagedClubs(db);
  const note = (
    file: CampusFile,
    found: { problems: readonly { line: number; column: string; reason: string }[]; total: number },
  ) => problems.add(file, found.problems, found.total);
  const clubColumns = clubs?.filter((column) => column !== 'code') ?? null;
  if (clubColumns !== null)
    note('clubs.csv', await selectClubProblems(db, clubColumns, problemsMax));
  if (members !== null) note('club-members.csv', await selectMemberProblems(db, problemsMax));
  if (officers !== null) {
    // The default positions of every school don't belong to an import.
    await insertPositions(db, school, now);
    note('club-officers.csv', await selectOfficerProblems(db, problemsMax));
  }
  return {
    clubs: clubColumns,
    members: members?.filter((column) => column !== 'club' && column !== 'username') ?? null,
    hasOfficers: officers !== null,
  };
};

/** Merges the staged rows. */
export const mergeStagedClubs = async (
  db: Db,
  school: SchoolId,
  { clubs, members, hasOfficers }: StagedClubs,
  now: Date,
): Promise<ClubCounts> => ({
  ...(clubs !== null && { clubs: await mergeClubs(db, school, clubs, now) }),
  ...(members !== null && { clubMembers: await mergeClubMembers(db, school, members, now) }),
  ...(hasOfficers && { clubOfficers: await mergeClubOfficers(db, school, now) }),
});
