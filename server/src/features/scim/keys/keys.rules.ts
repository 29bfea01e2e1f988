import { createHash, randomBytes } from 'node:crypto';

/** Living keys of a school. */
export const keysMax = 20;

/** A key and what is kept of it; 256 bits of chance need no slow hash. The word before it tells scanners of leaked secrets what it is. */
export const newKey = (): { token: string; hash: Buffer } => {
  const token = `commons_key_${randomBytes(32).toString('base64url')}`;
  return { token, hash: createHash('sha256').update(token).digest() };
};
