import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { appendEntry } from '../../kernel/security/audit.ts';
import { transact, type Context, type Scope } from '../../kernel/context.ts';
import {
  addUseInTransaction,
  countUseInTransaction,
  forgetUsesWithin,
  networkOf,
  rateLimitError,
  selectRateLimitUses,
} from '../../kernel/security/rate-limits.ts';
import { problem } from '../../kernel/http/problem.ts';
import { maxConcurrentHashes } from '../../kernel/security/password-hashing.ts';

/*
 * These limits slow down guessing and never lock anyone out. Only failures count. Three things slow a try down: many
 * failures at this account from this address, many at this account from anywhere, and an address most of whose tries
 * fail at any accounts. Each address has its own queue, so someone who guesses from many addresses takes no turns from
 * the owner. A browser in which the person has signed in before isn't slowed down and has a separate count.
 */

const seconds = 900;
/** Failures at one account from one address, or from a known browser, after which further tries are slow. */
export const failuresPerAddressMax = 10;
/** Failures at one account from anywhere, after which tries from unknown browsers are slow. */
export const anywhereMax = 60;
/** Failures from one address after which it is slow, if they outnumber the people who signed in from there. */
export const addressMax = 30;
/** The limit for one account from one address after too many failures. */
export const slowAccountLimit = { max: 1, seconds: 30 } as const;
/** The limit for an address over all accounts that are slow for it. */
export const slowAddress = { max: 5, seconds: 10 } as const;

/**
 * Passwords that are still checked for a slow address. A correct one signs in, and a wrong one gets the limit's error,
 * as if it hadn't been checked. So people who share the address of a guesser can sign in, and the number of checks
 * stays limited.
 */
export const checkedAddress = { max: 20, seconds: 10 } as const;

/** Maximum waiting tries. This is more than a whole school that signs in at the same time. */
const waitingMax = 2_000;
// Limits the running tries, because failures only count after a try. Otherwise a burst could exceed the limits.
const runLimit = pLimit(2 * maxConcurrentHashes);

/** Runs one try when its turn comes. Throws if too many are waiting. */
export const runInTurn = <T>(work: () => Promise<T>): Promise<T> => {
  if (runLimit.pendingCount >= waitingMax) throw problem('too_many_requests', { seconds: 10 });
  return runLimit(work);
};

/** One try to sign in. */
export interface SignInAttempt {
  readonly email: string;
  /** The account, if there is one. */
  readonly userId: number | undefined;
  /** The result of `browserOf`. */
  readonly browser: string | undefined;
}

const subjectsOf = ({ address }: Scope, { email, browser }: SignInAttempt) => {
  // Only a hash of the entered address is stored.
  const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  const network = networkOf(address);
  return {
    network,
    anywhere: `login:${account}`,
    here: `login:${account}:${network}`,
    slowAccount: `login-slow:${account}:${network}`,
    failed: `login-failed:${network}`,
    arrived: `login-arrived:${network}`,
    arrivedPerson: `login-arrived:${network}:${account}`,
    slow: `login-slow:${network}`,
    checked: `login-checked:${network}`,
    reported: `login-told:${network}`,
    browser: `login-browser:${browser ?? ''}`,
  };
};

const isSuspicious = (failed: number, arrived: number): boolean =>
  failed >= addressMax && failed > arrived;

/** The conditions under which a sign-in attempt continues. */
export interface SignInCheck {
  /** True if it comes from a known browser. */
  readonly isKnown: boolean;
  /** The error for a wrong password, if the address is slow. */
  readonly error?: Error;
}

/**
 * Admits a try, or throws `too_many_requests` with the seconds until the next one. A known browser with too many
 * failures counts as unknown.
 */
export const countSignInTry = (scope: Scope, one: SignInAttempt): Promise<SignInCheck> =>
  transact(scope, async (context) => {
    const of = subjectsOf(scope, one);
    const [browser = 0, here = 0, anywhere = 0, failed = 0, arrived = 0] =
      await selectRateLimitUses(context, [of.browser, of.here, of.anywhere, of.failed, of.arrived]);
    if (one.browser !== undefined && browser < failuresPerAddressMax) return { isKnown: true };
    if (here >= failuresPerAddressMax)
      await countUseInTransaction(context, of.slowAccount, slowAccountLimit);
    if (anywhere < anywhereMax && !isSuspicious(failed, arrived)) return { isKnown: false };
    const { used, endsAt } = await addUseInTransaction(context, of.slow, slowAddress.seconds);
    if (used <= slowAddress.max) return { isKnown: false };
    await countUseInTransaction(context, of.checked, checkedAddress);
    return {
      isKnown: false,
      error: rateLimitError(endsAt.getTime(), context.clock.now().getTime()),
    };
  });

const warnOfAddress = async (
  context: Context,
  of: ReturnType<typeof subjectsOf>,
  failures: number,
): Promise<void> => {
  const [arrived = 0] = await selectRateLimitUses(context, [of.arrived]);
  if (
    !isSuspicious(failures, arrived) ||
    (await addUseInTransaction(context, of.reported, seconds)).used > 1
  )
    return;
  await appendEntry(context.db, context.clock.now(), null, 'sign_in_slowed', {
    address: of.network,
    failures,
  });
};

/** Counts a failed try. The activity log records the first one that slows sign-ins down, once per period. */
export const countFailure = (
  scope: Scope,
  one: SignInAttempt,
  { isKnown }: SignInCheck,
): Promise<void> =>
  transact(scope, async (context) => {
    const of = subjectsOf(scope, one);
    if (isKnown) {
      await addUseInTransaction(context, of.browser, seconds);
      return;
    }
    if ((await addUseInTransaction(context, of.here, seconds)).used >= failuresPerAddressMax)
      await addUseInTransaction(context, of.slowAccount, slowAccountLimit.seconds);
    const { used } = await addUseInTransaction(context, of.anywhere, seconds);
    if (used === anywhereMax && one.userId !== undefined)
      await appendEntry(context.db, context.clock.now(), null, 'sign_in_slowed', {
        person: one.userId,
        failures: used,
      });
    await warnOfAddress(context, of, (await addUseInTransaction(context, of.failed, seconds)).used);
  });

/**
 * Stores a successful sign-in: it resets the person's own failures, and their address has one more person who signed
 * in.
 */
export const recordSignIn = (scope: Scope, one: SignInAttempt): Promise<void> =>
  transact(scope, async (context) => {
    const of = subjectsOf(scope, one);
    await forgetUsesWithin(context, [of.here, of.slowAccount, of.browser]);
    // Each person counts once. Otherwise guessers could offset their failures with repeated sign-ins to their own
    // account.
    if ((await addUseInTransaction(context, of.arrivedPerson, seconds)).used === 1)
      await addUseInTransaction(context, of.arrived, seconds);
  });
