import type { Context } from '../../../kernel/context.ts';
import { lockPeople, settleAwards, updateOutdated } from './badges.queries.ts';

/** Maximum number of rounds for paths that depend on other paths. */
const rounds = 4;

/**
 * Updates the badges of these people to their verified entries. `badge`: only this one, after it has changed. It runs in the transaction of
 * the change, so that a document's page never shows a badge whose reason is gone.
 */
export const settleBadges = async (
  { db, school, clock }: Context,
  users: readonly number[],
  badge: number | null = null,
): Promise<void> => {
  const now = clock.now();
  // Another transaction that verifies entries of the same person waits, and then counts these too.
  await lockPeople(db, users);
  for (let round = 0; round < rounds; round += 1)
    // Sequential, because a path counts the badges of the previous round.
    if (!(await settleAwards(db, school.school_id, { users, badge, now }))) break;
  await updateOutdated(db, users);
};
