import type { Context } from '../../../kernel/context.ts';
import { lockPeople, settleAwards, updateOutdated } from './badges.queries.ts';

/** Maximum levels of paths that count other paths. */
const rounds = 4;

/**
 * Updates the badges of these people from their verified experiences. With `badge`, only this one, after it was
 * changed. It runs in the same transaction as the change, so that the page of a verified document never shows a badge
 * without its reason.
 */
export const settleBadges = async (
  { db, school, clock }: Context,
  users: readonly number[],
  badge: number | null = null,
): Promise<void> => {
  const now = clock.now();
  // A second transaction that verifies for the same person waits, and then counts the experiences verified here.
  await lockPeople(db, users);
  for (let round = 0; round < rounds; round += 1)
    // The rounds run one after another, because a path counts the badges of the previous round.
    if (!(await settleAwards(db, school.school_id, { users, badge, now }))) break;
  await updateOutdated(db, users);
};
