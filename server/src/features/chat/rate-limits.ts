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

/** Refuses whoever has used up their window, and counts nothing: so that one person's flood costs no transactions. */
export const checkRateLimit = (scope: Scope, what: LimitedAction): void =>
  checkInMemory(scope, keyOf(scope, what), limits[what]);

/** Takes a count back: what was counted was not done. */
export const uncountRateLimit = (scope: Scope, what: LimitedAction): void =>
  refundInMemory(scope, keyOf(scope, what));

/** Counts one message, one change of messages, one thing kept for oneself, one reading or one search of the caller; refuses with the seconds to wait once a window's are used up. */
export const countRateLimit = (scope: Scope, what: LimitedAction): Promise<void> =>
  countInMemory(scope, keyOf(scope, what), limits[what]);
