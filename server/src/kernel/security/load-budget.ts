import type { Actor } from '../actor.ts';
import type { Scope } from '../context.ts';
import { Load, type LoadBudgets } from '../load.ts';
import type { SchoolId } from '../ids.ts';
import { addInMemory, checkInMemory, countInMemory, networkOf } from './rate-limits.ts';

/*
 * Limits every call and document, so that new ones can't forget to: a processor-time budget, and a rate limit for visitors
 * (decision 067). `writeLimits` of serve.ts also limits calls that change data.
 */

/** A person gets a thirtieth of a processor, enough for several hundred calls a minute. A whole school can share one address. */
export const defaultLoadBudgets: LoadBudgets = { person: 2_000, key: 20_000, network: 20_000 };

const seconds = 60;
/** Budgets count microseconds: the limiter cuts fractions off, so calls of less than a millisecond would cost nothing. */
const perMs = 1_000;

type At = Pick<Scope, 'pool' | 'clock'>;

const refuseSpent = (at: At, { subject, most }: Load): void =>
  checkInMemory(at, subject, { max: most * perMs, seconds });

/** Starts to measure a call. Throws `too_many_requests` if the caller's budget is used up. `budgets` is null for no limit. */
export const openLoad = (
  at: At & { readonly loadBudgets: LoadBudgets | null },
  school: SchoolId,
  actor: Actor | null,
  address: string,
): Load => {
  const { person, key, network } = at.loadBudgets ?? {
    person: Infinity,
    key: Infinity,
    network: Infinity,
  };
  const load =
    actor?.kind === 'member'
      ? new Load(`load:${school}:${actor.userId}`, person)
      : actor?.kind === 'key'
        ? new Load(`load:${school}:key:${actor.keyId}`, key)
        : actor?.kind === 'employer'
          ? new Load(`load:${school}:employer:${actor.contactId}`, person)
          : new Load(`load:${school}:from:${networkOf(address)}`, network);
  refuseSpent(at, load);
  return load;
};

/** Charges the rest of a call to a person who was identified during the call. Throws if their budget is used up. */
export const chargeTo = (
  scope: Pick<Scope, 'load' | 'loadBudgets' | 'pool' | 'clock' | 'school'>,
  userId: number,
): void => {
  const { load, loadBudgets, school } = scope;
  if (load === undefined) return;
  load.subject = `load:${school.school_id}:${userId}`;
  load.most = loadBudgets?.person ?? Infinity;
  refuseSpent(scope, load);
};

/** Charges the used time. A call that exceeds the budget still succeeds. */
export const closeLoad = (at: At, load: Load): void => {
  const used = load.take();
  if (used > 0 && load.most !== Infinity)
    addInMemory(at, load.subject, { max: load.most * perMs, seconds }, Math.round(used * perMs));
};

/** Calls and documents that the visitors of a network can read in half a minute. Many endpoints also have a stricter limit. */
export const visitLimit = { max: 6_000, seconds: 30 } as const;

/** Counts a visitor's read. */
export const countVisit = (at: At, school: SchoolId, address: string): Promise<void> =>
  countInMemory(at, `visits:${school}:from:${networkOf(address)}`, visitLimit);
