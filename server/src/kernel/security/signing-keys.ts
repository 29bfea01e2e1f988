import {
  createPrivateKey,
  generateKeyPair,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Tokens } from './tokens.ts';

/* Key pairs that features store: the public key as is, and the private key encrypted with the installation's secret. */

const encryptKey = (tokens: Tokens, context: string, key: KeyObject): string =>
  tokens.encrypt(context, key.export({ format: 'der', type: 'pkcs8' }).toString('base64url'));

const newRsaPair = promisify(generateKeyPair);

/** Creates an Ed25519 key pair to store. `context` identifies its owner, and is required to decrypt it. */
export const newSigningKeys = (
  tokens: Tokens,
  context: string,
): { publicKey: string; encryptedKey: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { publicKey: x, encryptedKey: encryptKey(tokens, context, privateKey) };
};

/** Creates a 2048-bit RSA key pair, for systems that require RSA. It takes a tenth of a second or more, outside of the event loop. */
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

/** Returns the private key for signing. Throws if it was encrypted with another secret, so a copy of the database alone can't sign. */
export const signingKey = (tokens: Tokens, context: string, encryptedKey: string): KeyObject => {
  const der = tokens.decrypt(context, encryptedKey);
  if (der === null) throw new Error('a signing key is encrypted with another secret');
  return createPrivateKey({ key: Buffer.from(der, 'base64url'), format: 'der', type: 'pkcs8' });
};
