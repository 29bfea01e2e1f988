import { callsMin, inTransaction, type Db, type Pool } from './database.ts';

/** Executions after which a statement is prepared (client-db.ts). */
const rounds = 3;

type WarmUp = (db: Db) => Promise<unknown>;

/** Opens some connections for calls, and makes each plan the most frequent statements. */
export const warmUpConnections = async (pool: Pool, warmUps: readonly WarmUp[]): Promise<void> => {
  const run = () =>
    inTransaction(pool, { school: null, readOnly: true }, async (db) => {
      for (const warmUp of warmUps) await warmUp(db);
    });
  for (let round = 1; round < rounds; round += 1) await run();
  // Runs at the same time, so that each run gets its own connection.
  await Promise.all(Array.from({ length: callsMin }, run));
};
