import { ownLimit, readLimit, searchLimit, sendLimit } from '#contract/chat/limits.ts';
import { memberOf, type Scope } from '../../kernel/context.ts';
import { checkInMemory, countInMemory, refundInMemory } from '../../kernel/security/rate-limits.ts';

type LimitedAction = 'send' | 'change' | 'own' | 'read' | 'search';

const limits = {
  send: sendLimit,
  change: sendLimit,
  own: ownLimit,
  read: readLimit,
  search: searchLimit,
} as const;

const keyOf = (
  { school, ...scope }: Pick<Scope, 'school' | 'actor'>,
  what: LimitedAction,
): string => `chat-${what}:${school.school_id}:${memberOf(scope).userId}`;

/** Throws if the person has used up their window, without counting, so that a flood causes no transactions. */
export const checkRateLimit = (scope: Scope, what: LimitedAction): void =>
  checkInMemory(scope, keyOf(scope, what), limits[what]);

/** Removes a count, because the action didn't happen. */
export const refundRateLimit = (scope: Scope, what: LimitedAction): void =>
  refundInMemory(scope, keyOf(scope, what));

/**
 * Counts one action of the caller (a message, a change, a private setting, a reading or a search). Throws with the seconds to wait if the
 * window is used up.
 */
export const countRateLimit = (scope: Scope, what: LimitedAction): Promise<void> =>
  countInMemory(scope, keyOf(scope, what), limits[what]);
