import type { Context } from '../../../kernel/context.ts';
import { lockPeople, settleAwards, updateOutdated } from './badges.queries.ts';

/** Paths of paths that are followed at once. */
const rounds = 4;

/**
 * Brings badges up to what is verified, for these people. `badge`: this one alone, after it has changed. Runs in the transaction of the change,
 * so that a page that verifies a document never shows a badge whose reason has gone.
 */
export const settleBadges = async (
  { db, school, clock }: Context,
  users: readonly number[],
  badge: number | null = null,
): Promise<void> => {
  const now = clock.now();
  // Who verifies for the same person waits, and counts what this one has verified.
  await lockPeople(db, users);
  for (let round = 0; round < rounds; round += 1)
    // One after another: a path counts the badges of the round before.
    if (!(await settleAwards(db, school.school_id, { users, badge, now }))) break;
  await updateOutdated(db, users);
};
