import { hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
// The library's enum is ambient and cannot be read under verbatimModuleSyntax: 2 is Argon2id.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The stored form of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost);

// Made once, of a password nobody has: verifying against it costs what verifying a real one costs.
const nobody = hashPassword('no account has this password 5f3a9c');

/** Whether the password fits. Without a hash it takes the same time and answers false. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const fits = await verify(stored ?? (await nobody), password.normalize('NFKC'));
  return fits && stored !== null;
};
