import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { decimalText, type Money } from '#contract/finances/money.ts';
import { financeLimits } from '#contract/finances/limits.ts';
import type { Tokens } from '../../kernel/security/tokens.ts';

/*
 * The message to the school's own payment page: a JSON Web Token (RFC 7519) signed with HMAC-SHA256 and a key that the school and the page
 * share. docs/payment-page.md describes it for the page's developers.
 */

const keyContext = (school: number): string => `finance-payment-key:${school}`;

/** Creates a key, and its stored form. */
export const newPaymentKey = (tokens: Tokens, school: number) => {
  const key = `cpay_${randomBytes(32).toString('base64url')}`;
  return { key, encrypted: tokens.encrypt(keyContext(school), key), hint: key.slice(0, 9) };
};

/** The amount to pay, and the person. */
export interface PaymentOrder {
  readonly student: string;
  readonly account: string;
  readonly money: Money;
  readonly hold: string | null;
  /** The address to return to afterwards, by default the student's own finances. */
  readonly back?: string;
}

/** Returns the address of the payment page with the signed token as its query parameter `reference`. */
export const paymentUrl = async (
  { tokens, school, now, origin }: { tokens: Tokens; school: number; now: Date; origin: string },
  { url, encryptedKey }: { url: string; encryptedKey: string },
  { student, account, money, hold, back = '/financial' }: PaymentOrder,
): Promise<string> => {
  const key = tokens.decrypt(keyContext(school), encryptedKey);
  // The key was encrypted with another secret. A copy of the database without its installation can't sign payments.
  if (key === null) throw new Error('the key of the payment page is encrypted with another secret');
  const page = new URL(url);
  const reference = await new SignJWT({
    account,
    amount: decimalText(money),
    currency: money.currency,
    ...(hold !== null && { hold }),
    return: `${origin}${back}`,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(origin)
    .setAudience(page.origin)
    .setSubject(student)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + financeLimits.referenceMinutes * 60)
    .sign(Buffer.from(key));
  page.searchParams.set('reference', reference);
  return page.href;
};
