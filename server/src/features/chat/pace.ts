import { ownLimit, readLimit, searchLimit, sendLimit } from '#contract/chat-limits.ts';
import { memberOf, type Scope } from '../../kernel/context.ts';
import { tooManyUntil } from '../../kernel/limits.ts';
import { openMeters, type Window } from '../../kernel/meters.ts';

type Paced = 'send' | 'change' | 'own' | 'read' | 'search';

const limits = { send: sendLimit, change: sendLimit, own: ownLimit, read: readLimit, search: searchLimit } as const;

// One length for all: a limit of another window needs a meter of its own.
const metersOf = openMeters(sendLimit.seconds);

const keyOf = ({ school, ...scope }: Pick<Scope, 'school' | 'actor'>, what: Paced): string =>
  `${what}:${school.school_id}:${memberOf(scope).userId}`;

const refuseUsedUp = (what: Paced, window: Window | undefined, now: number): void => {
  if (window !== undefined && window.used >= limits[what].max) throw tooManyUntil(window.endsAt, now);
};

/** Refuses whoever has used up their window, and counts nothing: so that one person's flood costs no transactions. */
export const checkPace = (scope: Scope, what: Paced): void => {
  const now = scope.clock.now().getTime();
  refuseUsedUp(what, metersOf(scope.pool).find(keyOf(scope, what), now), now);
};

/** Takes a count back: what was counted was not done. */
export const uncountPace = (scope: Scope, what: Paced): void => {
  const window = metersOf(scope.pool).find(keyOf(scope, what), scope.clock.now().getTime());
  if (window !== undefined && window.used > 0) window.used -= 1;
};

/** Counts one message, one change of messages, one thing kept for oneself, one reading or one search of the caller; refuses with the seconds to wait once a window's are used up. */
export const countPace = (scope: Scope, what: Paced): void => {
  const now = scope.clock.now().getTime();
  const window = metersOf(scope.pool).open(keyOf(scope, what), now);
  refuseUsedUp(what, window, now);
  window.used += 1;
};
