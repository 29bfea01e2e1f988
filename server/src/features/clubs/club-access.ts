import type { PermissionOf } from '#contract/permissions.ts';
import { permissionLookup, permissionsIn, type Grant } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';

/** What somebody may do with some clubs. */
export interface ClubAccess {
  /** Holds `clubs.manage` at the school: may do everything in every club. */
  readonly isStaff: boolean;
  readonly may: (club: number, permission: PermissionOf<'club'>) => boolean;
  /** Whether they hold any permission there. */
  readonly mayAny: (club: number) => boolean;
}

type Who = Pick<Context, 'db' | 'actor' | 'clock'>;

/** Whether somebody manages all clubs of the school. */
export const isClubStaff = async (context: Who): Promise<boolean> =>
  (await permissionsIn(context, 'school', [0]))(0).has('clubs.manage');

/** What the caller may do in these clubs, by their positions there; `isStaff` where that is known. */
export const accessTo = async (
  context: Who,
  clubs: readonly number[],
  isStaff?: boolean,
): Promise<ClubAccess> => {
  const [staff, inClubs] = await Promise.all([
    isStaff ?? isClubStaff(context),
    permissionsIn(context, 'club', clubs),
  ]);
  return {
    isStaff: staff,
    may: (club, permission) => staff || inClubs(club).has(permission),
    mayAny: (club) => staff || inClubs(club).size > 0,
  };
};

/** What the caller may do in every club by the grants that came with a list. */
export const accessBy = (context: Pick<Who, 'actor'>, grants: readonly Grant[]): ClubAccess => {
  const held = permissionLookup(context, grants);
  const isStaff = held('school', 0).has('clubs.manage');
  return {
    isStaff,
    may: (club, permission) => isStaff || held('club', club).has(permission),
    mayAny: (club) => isStaff || held('club', club).size > 0,
  };
};
