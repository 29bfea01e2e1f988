import type { Actor } from '../actor.ts';
import type { Scope } from '../context.ts';
import { Load, type LoadBudgets } from '../load.ts';
import type { SchoolId } from '../ids.ts';
import { addInMemory, checkInMemory, countInMemory, networkOf } from './rate-limits.ts';

/*
 * What holds for every call and every document, so that a new one cannot forget it: a budget of processor time, and for visitors a count
 * (decision 067). Calls that change something are counted beside (`writeLimits` of serve.ts).
 */

/** One person gets a thirtieth of a processor, which is several hundred calls a minute; a campus may sit behind one address. */
export const usualLoad: LoadBudgets = { person: 2_000, key: 20_000, network: 20_000 };

const seconds = 60;

type At = Pick<Scope, 'pool' | 'clock'>;

const refuseSpent = (at: At, { subject, most }: Load): void =>
  checkInMemory(at, subject, { max: most, seconds });

/** Begins to measure a call, or refuses it with `too_many_requests` where the budget of its caller is used up. `budgets`: null for no bound. */
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
        : new Load(`load:${school}:from:${networkOf(address)}`, network);
  refuseSpent(at, load);
  return load;
};

/** Counts the rest of a call against the budget of a person whom it turned out to be of; refuses where that is used up. */
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

/** Counts what a call has used. The call that goes past the budget is still answered. */
export const closeLoad = (at: At, load: Load): void => {
  const used = load.take();
  if (used > 0 && load.most !== Infinity)
    addInMemory(at, load.subject, { max: load.most, seconds }, used);
};

/** Calls and documents that visitors of one network read in half a minute; many have a stricter limit of their own beside. */
export const visitLimit = { max: 6_000, seconds: 30 } as const;

/** Counts a reading by a visitor. */
export const countVisit = (at: At, school: SchoolId, address: string): Promise<void> =>
  countInMemory(at, `visits:${school}:from:${networkOf(address)}`, visitLimit);
