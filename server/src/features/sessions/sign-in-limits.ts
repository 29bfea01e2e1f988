import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { appendEntry } from '../../kernel/security/audit.ts';
import { transact, type Context, type Scope } from '../../kernel/context.ts';
import {
  addUseWithin,
  countUseWithin,
  forgetUsesWithin,
  networkOf,
  rateLimitError,
  usesWithin,
} from '../../kernel/security/rate-limits.ts';
import { problem } from '../../kernel/http/problem.ts';
import { maxConcurrentHashes } from '../../kernel/security/password-hashing.ts';

/*
 * Slows down guessing without locking anyone out. Only failures count. Three things delay an attempt: many failures for this account from
 * this address, many for this account from any address, and an address with mostly failed attempts, for any accounts. Each address has
 * separate limits, so people who guess from six or six hundred addresses don't use up the owner's attempts. A browser in which the person
 * has signed in before isn't affected, and has a separate count.
 */

const seconds = 900;
/** Failures for one account from one address, or from a known browser, after which further attempts there are delayed. */
export const hereMax = 10;
/** Failures for one account from any address, after which attempts from unknown browsers are delayed. */
export const anywhereMax = 60;
/** Failures from one address after which it is delayed, if they exceed the number of people who have signed in from there. */
export const addressMax = 30;
/** Limits the attempts for one account from one address that has failed too often. */
export const slowHere = { max: 1, seconds: 30 } as const;
/** Limits the attempts from an address for all delayed accounts. */
export const slowAddress = { max: 5, seconds: 10 } as const;

/**
 * Limits the passwords that are still checked for a delayed address. A correct one signs in. A wrong one gets the same error as an
 * unchecked one. So people who share the address with someone who guesses can sign in, and the number of checks stays limited.
 */
export const checkedAddress = { max: 20, seconds: 10 } as const;

/** Maximum number of waiting attempts: more than a whole campus that signs in at the same time. */
const waitingMax = 2_000;
// Running attempts aren't counted yet, so their number is limited, and a burst can't bypass the counts.
const atWork = pLimit(2 * maxConcurrentHashes);

/** Runs one attempt after the earlier ones. Throws if too many are waiting. */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  if (atWork.pendingCount >= waitingMax) throw problem('too_many_requests', { seconds: 10 });
  return atWork(work);
};

/** An attempt to sign in: the account, the address, and the owner of the browser. */
export interface Try {
  readonly email: string;
  /** The id of the account, if it exists. */
  readonly userId: number | undefined;
  /** The result of `browserOf`. */
  readonly browser: string | undefined;
}

const subjectsOf = ({ address }: Scope, { email, browser }: Try) => {
  // The entered email address isn't stored.
  const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  const network = networkOf(address);
  return {
    network,
    anywhere: `login:${account}`,
    here: `login:${account}:${network}`,
    slowHere: `login-slow:${account}:${network}`,
    failed: `login-failed:${network}`,
    arrived: `login-arrived:${network}`,
    arrivedOne: `login-arrived:${network}:${account}`,
    slow: `login-slow:${network}`,
    checked: `login-checked:${network}`,
    reported: `login-told:${network}`,
    browser: `login-browser:${browser ?? ''}`,
  };
};

const isSuspicious = (failed: number, arrived: number): boolean =>
  failed >= addressMax && failed > arrived;

/** How an attempt is admitted. */
export interface Admission {
  /** Whether it comes from a known browser. */
  readonly isKnown: boolean;
  /** The error for a wrong password, if the address is slow. */
  readonly error?: Error;
}

/**
 * Admits an attempt, or throws `too_many_requests` with the seconds until the next one. A known browser that has failed too often is
 * treated like others.
 */
export const countSignInTry = (scope: Scope, one: Try): Promise<Admission> =>
  transact(scope, async (context) => {
    const of = subjectsOf(scope, one);
    const [browser = 0, here = 0, anywhere = 0, failed = 0, arrived = 0] = await usesWithin(
      context,
      [of.browser, of.here, of.anywhere, of.failed, of.arrived],
    );
    if (one.browser !== undefined && browser < hereMax) return { isKnown: true };
    if (here >= hereMax) await countUseWithin(context, of.slowHere, slowHere);
    if (anywhere < anywhereMax && !isSuspicious(failed, arrived)) return { isKnown: false };
    const { used, endsAt } = await addUseWithin(context, of.slow, slowAddress.seconds);
    if (used <= slowAddress.max) return { isKnown: false };
    await countUseWithin(context, of.checked, checkedAddress);
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
  const [arrived = 0] = await usesWithin(context, [of.arrived]);
  if (
    !isSuspicious(failures, arrived) ||
    (await addUseWithin(context, of.reported, seconds)).used > 1
  )
    return;
  await appendEntry(context.db, context.clock.now(), null, 'sign_in_slowed', {
    address: of.network,
    failures,
  });
};

/** Counts a failed attempt. The first delay is written to the audit log, once in a time window. */
export const countFailure = (scope: Scope, one: Try, { isKnown }: Admission): Promise<void> =>
  transact(scope, async (context) => {
    const of = subjectsOf(scope, one);
    if (isKnown) {
      await addUseWithin(context, of.browser, seconds);
      return;
    }
    if ((await addUseWithin(context, of.here, seconds)).used >= hereMax)
      await addUseWithin(context, of.slowHere, slowHere.seconds);
    const { used } = await addUseWithin(context, of.anywhere, seconds);
    if (used === anywhereMax && one.userId !== undefined)
      await appendEntry(context.db, context.clock.now(), null, 'sign_in_slowed', {
        person: one.userId,
        failures: used,
      });
    await warnOfAddress(context, of, (await addUseWithin(context, of.failed, seconds)).used);
  });

/** Records a successful sign-in: deletes the person's own failures, and counts one more person for their address. */
export const recordSignIn = (scope: Scope, one: Try): Promise<void> =>
  transact(scope, async (context) => {
    const of = subjectsOf(scope, one);
    await forgetUsesWithin(context, [of.here, of.slowHere, of.browser]);
    // Each person counts once. Otherwise people with an account could offset their guesses by signing in.
    if ((await addUseWithin(context, of.arrivedOne, seconds)).used === 1)
      await addUseWithin(context, of.arrived, seconds);
  });
