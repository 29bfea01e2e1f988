import {
  createPrivateKey,
  generateKeyPair,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Tokens } from './tokens.ts';

/* Pairs of keys that features store: the public half as it is, the private one encrypted with the installation's secret. */

const encryptKey = (tokens: Tokens, context: string, key: KeyObject): string =>
  tokens.encrypt(context, key.export({ format: 'der', type: 'pkcs8' }).toString('base64url'));

const newRsaPair = promisify(generateKeyPair);

/** A new Ed25519 pair as it is stored. `context`: whose it is; it opens nowhere else. */
export const newSigningKeys = (
  tokens: Tokens,
  context: string,
): { publicKey: string; encryptedKey: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { publicKey: x, encryptedKey: encryptKey(tokens, context, privateKey) };
};

/** The same as RSA with 2048 bits, where others ask for that. It takes a tenth of a second and more, beside other work. */
export const newRsaSigningKeys = async (
  tokens: Tokens,
  context: string,
): Promise<{ publicKey: JsonWebKey; encryptedKey: string }> => {
  const { publicKey, privateKey } = await newRsaPair('rsa', { modulusLength: 2_048 });
  return {
    publicKey: publicKey.export({ format: 'jwk' }),
    encryptedKey: encryptKey(tokens, context, privateKey),
  };
};

/** The private half, to sign with. Throws where it was encrypted with another secret: a copy of the database alone signs nothing. */
export const signingKey = (tokens: Tokens, context: string, encryptedKey: string): KeyObject => {
  const der = tokens.decrypt(context, encryptedKey);
  if (der === null) throw new Error('a signing key is encrypted with another secret');
  return createPrivateKey({ key: Buffer.from(der, 'base64url'), format: 'der', type: 'pkcs8' });
};
