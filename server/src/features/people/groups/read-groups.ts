import type { Context } from '../../../kernel/context.ts';
import { isClubStaff } from '../../clubs/club-access.ts';
import { viewContextOf } from '../people.views.ts';
import { selectGroups, type GroupRow } from './groups.queries.ts';

/** Returns the clubs on these people's profiles that the caller can see. */
export const readGroups = async (
  context: Context,
  people: readonly number[],
): Promise<GroupRow[]> => {
  const { userId } = viewContextOf(context).viewer;
  const viewer = { userId, isStaff: await isClubStaff(context) };
  return selectGroups(context.db, viewer, people, context.school.profile_groups);
};

/** Returns the caller's own clubs, even if the school shows no clubs on profiles. */
export const readOwnGroups = (context: Context): Promise<GroupRow[]> => {
  const { userId } = viewContextOf(context).viewer;
  // People see their own memberships without any permission.
  return selectGroups(context.db, { userId, isStaff: false }, [userId], true);
};
