import { permissionsIn } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { viewContextOf } from '../people.views.ts';
import { selectGroups, type GroupRow } from './groups.queries.ts';

/** Returns the clubs on these people's profiles that the caller can see. */
export const readGroups = async (
  context: Context,
  people: readonly number[],
): Promise<GroupRow[]> => {
  const { userId } = viewContextOf(context).viewer;
  // The clubs feature has a function for this, but it depends on people.
  const isStaff = (await permissionsIn(context, 'school', [0]))(0).has('clubs.manage');
  const viewer = { userId, isStaff };
  return selectGroups(context.db, viewer, people, context.school.profile_groups);
};

/** Returns the caller's own clubs, even if the school shows no clubs on profiles. */
export const readOwnGroups = (context: Context): Promise<GroupRow[]> => {
  const { userId } = viewContextOf(context).viewer;
  // People see their own memberships without any permission.
  return selectGroups(context.db, { userId, isStaff: false }, [userId], true);
};
