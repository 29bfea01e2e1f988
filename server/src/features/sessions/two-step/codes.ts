import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { twoStepLimits } from '#contract/sessions/limits.ts';
import type { Scope } from '../../../kernel/context.ts';

/** Seconds for which an authenticator app shows one code. */
const period = 30;

type At = Pick<Scope, 'tokens' | 'school' | 'clock'>;

// Apps only support the defaults: SHA-1, six digits and 30 seconds. HMAC is safe with SHA-1.
const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: twoStepLimits.codeDigits,
    period,
    secret: Secret.fromBase32(secret),
  });

/** Returns a new secret for an authenticator app, in Base32. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the address with which an app adds the secret of an account. */
export const appUri = (secret: string, school: string, account: string): string =>
  totpOf(secret, school, account).toString();

/** Returns the time step of a correct code, or null. A code of the previous or the next step is also correct. */
export const stepOfCode = ({ clock }: Pick<Scope, 'clock'>, secret: string, code: string) => {
  const timestamp = clock.now().getTime();
  const delta = totpOf(secret).validate({ token: code.replaceAll(' ', ''), timestamp, window: 1 });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
};

const secretContext = (userId: number): string => `app-secret:${userId}`;

export const encryptAppSecret = ({ tokens, school }: At, userId: number, secret: string): string =>
  tokens.encryptFor(school.school_id, secretContext(userId), secret);

/** Decrypts a secret. Null if it was moved, or if the installation's secret has changed. */
export const decryptAppSecret = (
  { tokens, school }: At,
  userId: number,
  stored: string,
): string | null => tokens.decryptFor(school.school_id, secretContext(userId), stored);

/** Characters of recovery codes, without those that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const half = 5;

const newCode = (): string => {
  const part = () =>
    Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${part()}-${part()}`;
};

/** Returns new recovery codes. */
export const newRecoveryCodes = (): string[] => {
  const codes = new Set<string>();
  while (codes.size < twoStepLimits.recoveryCodes) codes.add(newCode());
  return [...codes];
};

/** Returns the stored hash of a recovery code. It uses the installation's secret, because a code is shorter than a token. */
export const recoveryHash = ({ tokens, school }: At, userId: number, code: string): Buffer => {
  const plain = code.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  return tokens.hash(tokens.linkToken(`recovery:${school.school_id}:${userId}:${plain}`));
};
