import { permissionsIn } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import type { Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { idOf, orNotFound } from '../../kernel/sql.ts';
import { clubViewer } from '../clubs/club-viewer.ts';
import { accessTo, isClubStaff } from '../clubs/club-access.ts';
import { selectClubState } from '../clubs/clubs.queries.ts';
import type { ClubState } from '../clubs/clubs.rules.ts';
import { selectFindablePeople, type ElectionRow } from './elections.queries.ts';

type Who = Pick<Context, 'db' | 'actor' | 'clock'>;

/** The caller's rights in elections. */
export interface ElectionAccess {
  /** True with `elections.manage_all` at the school, which permits everything in every election. */
  readonly isStaff: boolean;
  /** Returns whether they manage the elections of a club, or of the school with null. */
  readonly manages: (club: number | null) => boolean;
}

/** Returns the caller's rights in the elections of these clubs. */
export const electionAccess = async (
  context: Who,
  clubs: readonly (number | null)[],
): Promise<ElectionAccess> => {
  const [atSchool, inClubs] = await Promise.all([
    permissionsIn(context, 'school', [0]),
    permissionsIn(
      context,
      'club',
      clubs.filter((club) => club !== null),
    ),
  ]);
  const isStaff = atSchool(0).has('elections.manage_all');
  return {
    isStaff,
    manages: (club) => isStaff || (club !== null && inClubs(club).has('elections.manage')),
  };
};

/** Throws a 404 if the caller can't find one of these people. Otherwise, naming them would reveal who they are. */
export const checkFindable = async (call: Call, uids: readonly string[]): Promise<void> => {
  const people = uids.map(idOf);
  const { visibility } = clubViewer(call, false);
  const found = await selectFindablePeople(call.db, visibility, people);
  if (people.some((id) => !found.has(id))) throw problem('not_found');
};

/** Returns a club that the caller can see, or throws a 404. */
export const readClub = async (
  call: Call,
  { isStaff }: Pick<ElectionAccess, 'isStaff'>,
  club: number,
): Promise<Pick<ClubState, 'id' | 'status' | 'deleted_at'>> =>
  orNotFound(
    await selectClubState(
      call.db,
      { viewer: call.me.userId, isStaff: isStaff || (await isClubStaff(call)) },
      club,
    ),
  );

/** Returns whether the caller can see an election: managers, candidates and voters; after the count, members too. */
export const canSee = async (context: Who, row: ElectionRow): Promise<boolean> => {
  const isInvolved = row.state !== 'draft' && (row.is_voter || row.is_candidate);
  const isPublic = (row.state === 'published' || row.state === 'canceled') && row.is_member;
  if (isInvolved || isPublic) return true;
  return (await electionAccess(context, [row.club_id])).manages(row.club_id);
};

/** Returns whether the caller can see which members of a club owe dues. */
export const canSeeDues = async (context: Who, club: number | null): Promise<boolean> =>
  club !== null && (await accessTo(context, [club])).may(club, 'dues.manage');

/** Returns whether a manager can see who the voters are. With a rule for dues, the other members owe dues. */
export const canListVoters = async (
  context: Who,
  { club_id: club, voter_rule: rule }: Pick<ElectionRow, 'club_id' | 'voter_rule'>,
): Promise<boolean> => !rule.dues || canSeeDues(context, club);

/** Returns whether an election's club accepts changes. Elections of the school always do. */
export const isElectionWritable = ({
  club_status: status,
}: Pick<ElectionRow, 'club_status'>): boolean =>
  status === null || status === 'active' || status === 'pending';
