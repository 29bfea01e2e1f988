import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';

/** argon2id with OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
// The library's enum is ambient, which `verbatimModuleSyntax` forbids. 2 is Argon2id.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Maximum passwords that a process hashes at the same time: half of the cores, which leaves the others for calls. */
export const maxConcurrentHashes = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const limit = pLimit(maxConcurrentHashes);

/** Returns the hash of a password to store. */
export const hashPassword = (password: string): Promise<string> =>
  limit(() => hash(password.normalize('NFKC'), cost));

// The hash of a password that no account has. Verifying against it takes as long as verifying a real one.
const unusedHash = hashPassword('no account has this password 5f3a9c');

/** Returns whether the password matches. Without a hash, returns false after the same time. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const against = stored ?? (await unusedHash);
  return (await limit(() => verify(against, password.normalize('NFKC')))) && stored !== null;
};

/** Returns the numbers of running and waiting hashes in this process. */
export const pendingHashes = (): { underWay: number; waiting: number } => ({
  underWay: limit.activeCount,
  waiting: limit.pendingCount,
});
