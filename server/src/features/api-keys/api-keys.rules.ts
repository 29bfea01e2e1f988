import { createHash, randomBytes } from 'node:crypto';
import { keyPrefix } from '#contract/api-keys/scopes.ts';

/** Maximum active keys of a school. */
export const schoolKeysMax = 20;
/** Maximum active personal keys. */
export const ownKeysMax = 20;
/** Days for which expired keys are listed, so that people can find out why a program stopped working. */
export const expiredDays = 30;

/** Creates a key with its stored form. 256 random bits need no slow hash. */
export const newKey = (): { token: string; hash: Buffer; hint: string } => {
  const chance = randomBytes(32).toString('base64url');
  const token = keyPrefix + chance;
  return { token, hash: createHash('sha256').update(token).digest(), hint: chance.slice(0, 4) };
};

const dayMs = 86_400_000;

/** Returns when a new key expires. Null for never. */
export const expiryOf = (now: Date, days: number | undefined): Date | null =>
  days === undefined ? null : new Date(now.getTime() + days * dayMs);
