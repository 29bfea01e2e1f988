import { callsMin, inTransaction, type Db, type Pool } from './database.ts';

/** From how many askings on a text is prepared (client-db.ts). */
const rounds = 3;

type WarmUp = (db: Db) => Promise<unknown>;

/** Opens some connections for calls and has each plan the most frequent statements. */
export const warmUpConnections = async (pool: Pool, warmUps: readonly WarmUp[]): Promise<void> => {
  const run = () =>
    inTransaction(pool, { school: null, readOnly: true }, async (db) => {
      for (const warmUp of warmUps) await warmUp(db);
    });
  for (let round = 1; round < rounds; round += 1) await run();
  // At once, so that each has a connection of its own.
  await Promise.all(Array.from({ length: callsMin }, run));
};
