import { permissionsIn } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import type { Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { orNotFound } from '../../kernel/sql.ts';
import { isClubStaff } from '../clubs/club-access.ts';
import { selectClubState } from '../clubs/clubs.queries.ts';
import { isWritable } from '../clubs/clubs.rules.ts';

type Who = Pick<Context, 'db' | 'actor'>;

/** The caller's rights in the money of clubs. */
export interface BudgetAccess {
  /** True with `budgets.manage` at the school, which permits everything with all accounts and requests. */
  readonly isManager: boolean;
  /** Returns whether they see the amounts of a club. */
  readonly reads: (club: number | null) => boolean;
  /** Returns whether they can request and spend money for a club. */
  readonly requests: (club: number | null) => boolean;
}

/** Returns the caller's rights in the money of these clubs. */
export const budgetAccess = async (
  context: Who,
  clubs: readonly (number | null)[],
): Promise<BudgetAccess> => {
  const [atSchool, inClubs] = await Promise.all([
    permissionsIn(context, 'school', [0]),
    permissionsIn(context, 'club', [...new Set(clubs.filter((club) => club !== null))]),
  ]);
  const isManager = atSchool(0).has('budgets.manage');
  const has = (club: number | null, permission: 'money.read' | 'budgets.request') =>
    club !== null && inClubs(club).has(permission);
  return {
    isManager,
    reads: (club) => isManager || has(club, 'money.read'),
    requests: (club) => isManager || has(club, 'budgets.request'),
  };
};

/** Returns a club that the caller can see, or throws a 404. */
export const readClub = async (call: Call, { isManager }: BudgetAccess, club: number) =>
  orNotFound(
    await selectClubState(
      call.db,
      { viewer: call.me.userId, isStaff: isManager || (await isClubStaff(call)) },
      club,
    ),
  );

/** Returns a club for which the caller can request money now. */
export const readRequestingClub = async (call: Call, club: number) => {
  const access = await budgetAccess(call, [club]);
  const row = await readClub(call, access, club);
  if (!access.requests(club)) throw problem('forbidden');
  if (!isWritable(row)) throw problem('club_inactive');
  return { access, row };
};
