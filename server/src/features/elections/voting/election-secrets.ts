import { randomBytes } from 'node:crypto';
import { setBounded } from '../../../kernel/bounded-map.ts';
import type { Scope } from '../../../kernel/context.ts';
import { ballotKeys, secretBytes, type BallotKeys } from './ballot-encryption.ts';

/*
 * Secrets of elections in the file store. Each is encrypted with the installation's secret, so that the file store alone opens no ballot,
 * and all servers read the same one.
 */

const contextOf = (school: number, name: string): string => `election:${school}:${name}`;

/** Keys in memory, so that a ballot doesn't read the file store. */
const known = new Map<string, { readonly keys: BallotKeys; readonly until: number }>();
const knownMax = 200;
const knownMs = 30_000;

/** Creates and stores a secret. Returns its name and keys. */
export const newElectionSecret = async ({
  files,
  tokens,
  school,
}: Pick<Scope, 'files' | 'tokens' | 'school'>): Promise<{ name: string; keys: BallotKeys }> => {
  const name = `election-${randomBytes(16).toString('hex')}`;
  const secret = randomBytes(secretBytes);
  const encrypted = tokens.encrypt(contextOf(school.school_id, name), secret.toString('base64url'));
  await files.putSecret(school.school_id, name, Buffer.from(encrypted));
  return { name, keys: ballotKeys(secret) };
};

/** Returns the keys of a secret if they are in memory. A transaction can't wait for the file store. */
export const knownElectionKeys = (name: string): BallotKeys | undefined => {
  const found = known.get(name);
  return found !== undefined && found.until > performance.now() ? found.keys : undefined;
};

/** Returns the keys of a secret, or null if it was destroyed, such as in a restored backup. Call it outside of transactions. */
export const readElectionKeys = async (
  { files, tokens, school }: Pick<Scope, 'files' | 'tokens' | 'school'>,
  name: string,
): Promise<BallotKeys | null> => {
  const found = knownElectionKeys(name);
  if (found !== undefined) return found;
  known.delete(name);
  const encrypted = await files.getSecret(school.school_id, name);
  if (encrypted === null) return null;
  const secret = tokens.decrypt(contextOf(school.school_id, name), encrypted.toString());
  if (secret === null) return null;
  const keys = ballotKeys(Buffer.from(secret, 'base64url'));
  setBounded(known, name, { keys, until: performance.now() + knownMs }, knownMax);
  return keys;
};

/** Destroys a secret. Afterwards, nothing can decrypt the election's ballots or reveal who voted. */
export const destroyElectionSecret = async (
  { files, school }: Pick<Scope, 'files' | 'school'>,
  name: string,
): Promise<void> => {
  known.delete(name);
  await files.removeSecret(school.school_id, name);
};
