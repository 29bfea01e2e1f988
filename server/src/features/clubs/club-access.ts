import type { PermissionOf } from '#contract/permissions.ts';
import { permissionLookup, permissionsIn, type Grant } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';

/** A person's permissions in some clubs. */
export interface ClubAccess {
  /** True with `clubs.manage` at the school, which permits everything in every club. */
  readonly isStaff: boolean;
  readonly may: (club: number, permission: PermissionOf<'club'>) => boolean;
  /** Returns whether they have any permission there. */
  readonly canAny: (club: number) => boolean;
}

type AccessContext = Pick<Context, 'db' | 'actor' | 'clock'>;

/** Returns whether a person manages all clubs of the school. */
export const isClubStaff = async (context: AccessContext): Promise<boolean> =>
  (await permissionsIn(context, 'school', [0]))(0).has('clubs.manage');

/** Returns the caller's permissions in these clubs by their positions. Pass `isStaff` if it is known. */
export const accessTo = async (
  context: AccessContext,
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
    canAny: (club) => staff || inClubs(club).size > 0,
  };
};

/** Returns the caller's permissions in every club, based on the grants that came with a list. */
export const accessBy = (
  context: Pick<AccessContext, 'actor'>,
  grants: readonly Grant[],
): ClubAccess => {
  const held = permissionLookup(context, grants);
  const isStaff = held('school', 0).has('clubs.manage');
  return {
    isStaff,
    may: (club, permission) => isStaff || held('club', club).has(permission),
    canAny: (club) => isStaff || held('club', club).size > 0,
  };
};
