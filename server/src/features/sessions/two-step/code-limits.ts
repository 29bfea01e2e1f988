import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { appendEntry } from '../../../kernel/security/audit.ts';
import {
  addUseInTransaction,
  countUseInTransaction,
  forgetUsesWithin,
  selectRateLimitUses,
} from '../../../kernel/security/rate-limits.ts';

/*
 * These limits make it pointless to guess codes. A code has only six digits, so unlike for passwords, the limit applies to the account,
 * from any address. A browser in which the person has signed in before has a separate count, so that someone who knows the password can't
 * lock out the owner. Passkeys have no such limit.
 */

/** Wrong codes of an account from unknown browsers, or from one known browser, after which codes stop working. */
export const codeFailures = { max: 10, seconds: 900 } as const;
/** The same for a day. It makes a correct guess improbable: 50 of a million codes. */
export const dailyFailures = { max: 50, seconds: 86_400 } as const;

/** Codes of an app and recovery codes are counted separately, so wrong codes don't block the way in after a lost phone. */
type CodeKind = 'code' | 'recovery';

const subjectsOf = (kind: CodeKind, userId: number, browser: string | undefined) => {
  const whose = browser === undefined ? `${userId}` : `${userId}:${browser}`;
  const name = kind === 'code' ? 'second-step' : 'recovery-code';
  return { short: `${name}:${whose}`, day: `${name}-day:${whose}` };
};

/** Counts a try before its code is checked, so that simultaneous tries can't exceed the limit. Throws `too_many_requests`. */
export const countCodeTry = (
  scope: Scope,
  kind: CodeKind,
  userId: number,
  browser: string | undefined,
): Promise<void> =>
  transact(scope, async (context) => {
    const of = subjectsOf(kind, userId, browser);
    await countUseInTransaction(context, of.short, codeFailures);
    await countUseInTransaction(context, of.day, dailyFailures);
  });

/** Records in the activity log that an account has reached the limit, once per period. */
export const warnOfCodes = (
  scope: Scope,
  kind: CodeKind,
  userId: number,
  browser: string | undefined,
): Promise<void> =>
  transact(scope, async (context) => {
    const of = subjectsOf(kind, userId, browser);
    const [used = 0] = await selectRateLimitUses(context, [of.short]);
    if (used < codeFailures.max) return;
    const reported = await addUseInTransaction(context, `${of.short}:told`, codeFailures.seconds);
    if (reported.used === 1)
      await appendEntry(context.db, context.clock.now(), null, 'sign_in_slowed', {
        person: userId,
        failures: used,
      });
  });

/** Forgets the tries after a correct code. */
export const forgetCodeTries = (
  scope: Scope,
  kind: CodeKind,
  userId: number,
  browser: string | undefined,
): Promise<void> =>
  transact(scope, async (context) => {
    const of = subjectsOf(kind, userId, browser);
    await forgetUsesWithin(context, [of.short, of.day]);
  });

/** Forgets the attempts from unknown browsers when the password changes, because a person with the old password made them. */
export const forgetAllCodeTries = (context: Context, userId: number): Promise<void> =>
  forgetUsesWithin(
    context,
    (['code', 'recovery'] as const).flatMap((kind) =>
      Object.values(subjectsOf(kind, userId, undefined)),
    ),
  );
