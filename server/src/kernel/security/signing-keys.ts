import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Tokens } from './tokens.ts';

/* Ed25519 pairs of keys that features store: the public half as it is, the private one encrypted with the installation's secret. */

/** A new pair as it is stored. `context`: whose it is; it opens nowhere else. */
export const newSigningKeys = (
  tokens: Tokens,
  context: string,
): { publicKey: string; encryptedKey: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  return { publicKey: x, encryptedKey: tokens.encrypt(context, der) };
};

/** The private half, to sign with. Throws where it was encrypted with another secret: a copy of the database alone signs nothing. */
export const signingKey = (tokens: Tokens, context: string, encryptedKey: string): KeyObject => {
  const der = tokens.decrypt(context, encryptedKey);
  if (der === null) throw new Error('a signing key is encrypted with another secret');
  return createPrivateKey({ key: Buffer.from(der, 'base64url'), format: 'der', type: 'pkcs8' });
};
