import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';

/** argon2id with OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
// The library's enum is ambient and cannot be read under verbatimModuleSyntax: 2 is Argon2id.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Passwords hashed at once in a process: half of the machine's cores, so that the other half is there for other calls. */
export const maxConcurrentHashes = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const atWork = pLimit(maxConcurrentHashes);

/** The stored form of a password. */
export const hashPassword = (password: string): Promise<string> =>
  atWork(() => hash(password.normalize('NFKC'), cost));

// Made once, of a password nobody has: verifying against it costs what verifying a real one costs.
const nobody = hashPassword('no account has this password 5f3a9c');

/** Whether the password fits. Without a hash it takes the same time and answers false. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const against = stored ?? (await nobody);
  return (await atWork(() => verify(against, password.normalize('NFKC')))) && stored !== null;
};

/** Hashes under way and waiting in this process. */
export const pendingHashes = (): { underWay: number; waiting: number } => ({
  underWay: atWork.activeCount,
  waiting: atWork.pendingCount,
});
