import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { decimalText, type Money } from '#contract/finances/money.ts';
import { financeLimits } from '#contract/finances/limits.ts';
import type { Tokens } from '../../kernel/security/tokens.ts';

/*
 * What the school's own payment page is told: a JSON Web Token (RFC 7519) signed with HMAC-SHA256 and the key that the school and the
 * page share. docs/payment-page.md says it to whoever programs the page.
 */

const keyContext = (school: number): string => `finance-payment-key:${school}`;

/** A new key, and how it is stored. */
export const newPaymentKey = (tokens: Tokens, school: number) => {
  const key = `cpay_${randomBytes(32).toString('base64url')}`;
  return { key, encrypted: tokens.encrypt(keyContext(school), key), hint: key.slice(0, 9) };
};

/** What is to be paid, by whom. */
export interface PaymentOrder {
  readonly student: string;
  readonly account: string;
  readonly money: Money;
  readonly hold: string | null;
  /** Where the page leads back to; left out: the student's own finances. */
  readonly back?: string;
}

/** The address of the payment page with the signed reference as its query parameter `reference`. */
export const paymentUrl = async (
  { tokens, school, now, origin }: { tokens: Tokens; school: number; now: Date; origin: string },
  { url, encryptedKey }: { url: string; encryptedKey: string },
  { student, account, money, hold, back = '/financial' }: PaymentOrder,
): Promise<string> => {
  const key = tokens.decrypt(keyContext(school), encryptedKey);
  // Encrypted with another secret: a copy of the database without its installation signs nothing.
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
