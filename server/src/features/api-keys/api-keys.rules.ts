import { createHash, randomBytes } from 'node:crypto';
import { keyPrefix } from '#contract/api-keys/scopes.ts';

/** Living keys of a school. */
export const schoolKeysMax = 20;
/** Living keys of a person's own. */
export const ownKeysMax = 20;
/** Days for which an expired key is still listed, so that whoever wonders why a program stopped finds it. */
export const expiredDays = 30;

/** A key and what is kept of it; 256 bits of chance need no slow hash. */
export const newKey = (): { token: string; hash: Buffer; hint: string } => {
  const chance = randomBytes(32).toString('base64url');
  const token = keyPrefix + chance;
  return { token, hash: createHash('sha256').update(token).digest(), hint: chance.slice(0, 4) };
};

const dayMs = 86_400_000;

/** When a key made now expires; null: never. */
export const expiryOf = (now: Date, days: number | undefined): Date | null =>
  days === undefined ? null : new Date(now.getTime() + days * dayMs);
