import { permissionsIn } from '../../kernel/access.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { selectOfficerClubs, type OfficerClub } from './jobs.queries.ts';

type Who = Pick<Context, 'db' | 'actor' | 'clock'>;

/** The caller's rights in jobs. */
export interface JobAccess {
  /** True with `jobs.manage_all` at the school, which permits everything in every job. */
  readonly isStaff: boolean;
  /** Clubs whose jobs their positions let them manage. */
  readonly clubs: readonly OfficerClub[];
  /** Returns whether they manage the jobs of a club, or of the school with null. */
  readonly manages: (club: number | null) => boolean;
}

/** Returns the caller's rights in all jobs. */
export const jobAccess = async (context: Who): Promise<JobAccess> => {
  const { userId } = memberOf(context);
  const officerClubs = await selectOfficerClubs(context.db, userId);
  const [atSchool, inClubs] = await Promise.all([
    permissionsIn(context, 'school', [0]),
    permissionsIn(
      context,
      'club',
      officerClubs.map(({ id }) => id),
    ),
  ]);
  const isStaff = atSchool(0).has('jobs.manage_all');
  const clubs = officerClubs.filter(({ id }) => inClubs(id).has('jobs.manage'));
  const held = new Set(clubs.map(({ id }) => id));
  return {
    isStaff,
    clubs,
    manages: (club) => isStaff || (club !== null && held.has(club)),
  };
};
