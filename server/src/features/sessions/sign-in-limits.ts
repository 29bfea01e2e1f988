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
 * Guessing is slowed down; nobody is locked out. Only failures count. Three things slow a try down: many failures at this account
 * from this address, many at this account from anywhere, and an address most of whose tries fail, whichever accounts they are at.
 * What is slow is a lane of each address's own, so that whoever guesses from six or six hundred addresses takes no turn from the
 * owner's. A browser that has signed the person in before is asked nothing of this, and has a count of its own.
 */

const seconds = 900;
/** Failures at one account from one address, or from a browser that is known, before further tries there are slow. */
export const hereMax = 10;
/** Failures at one account from anywhere, before tries from browsers that are not known are slow. */
export const anywhereMax = 60;
/** Failures from one address, before it is slow where they are more than the people who have got in from there. */
export const addressMax = 30;
/** What is left to one account from one address that has failed too often. */
export const slowHere = { max: 1, seconds: 30 } as const;
/** What is left to an address over all accounts that are slow for it. */
export const slowAddress = { max: 5, seconds: 10 } as const;

/**
 * Passwords that are still checked for an address that is slow. A right one signs in; a wrong one gets the refusal, as if it had not
 * been checked. So people behind the address of someone who guesses get in, and checking stays bounded.
 */
export const checkedAddress = { max: 20, seconds: 10 } as const;

/** Tries that wait for their turn at most. More than a whole campus that signs in at the same moment. */
const waitingMax = 2_000;
// What is under way has not been counted yet: so few at once that a burst cannot slip past the counts.
const atWork = pLimit(2 * maxConcurrentHashes);

/** Carries out one try when its turn has come; refuses where too many wait. */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  if (atWork.pendingCount >= waitingMax) throw problem('too_many_requests', { seconds: 10 });
  return atWork(work);
};

/** One try to sign in: at which account, from where, and whose browser it is. */
export interface Try {
  readonly email: string;
  /** Of the account, if there is one. */
  readonly userId: number | undefined;
  /** What `browserOf` answered. */
  readonly browser: string | undefined;
}

const subjectsOf = ({ address }: Scope, { email, browser }: Try) => {
  // The address typed is kept nowhere.
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

/** How a try is admitted. */
export interface Admission {
  /** Whether it comes from a known browser. */
  readonly isKnown: boolean;
  /** The error for a wrong password, if the address is slow. */
  readonly error?: Error;
}

/**
 * Admits a try, or throws `too_many_requests` with the seconds until the next one. A known browser that has failed too often itself is
 * like any other.
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

/** Counts a try that failed. The first that is slow because of it is told in the audit log, once in a window. */
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

/** Notes that somebody got in: their own failures are forgotten, and their address has one person more who may. */
export const recordSignIn = (scope: Scope, one: Try): Promise<void> =>
  transact(scope, async (context) => {
    const of = subjectsOf(scope, one);
    await forgetUsesWithin(context, [of.here, of.slowHere, of.browser]);
    // Each person once, or whoever has an account could make up for what they guess by signing in.
    if ((await addUseWithin(context, of.arrivedOne, seconds)).used === 1)
      await addUseWithin(context, of.arrived, seconds);
  });
