/**
 * Drops a test's database, even if clients are connected. `run` sends a statement to another database. PostgreSQL refuses to terminate its
 * autovacuum by force, but a drop without force makes it stop.
 */
export const dropDatabase = (
  run: (text: string) => Promise<unknown>,
  name: string,
): Promise<unknown> =>
  run(`drop database if exists ${name} with (force)`).catch(() =>
    run(`drop database if exists ${name}`),
  );
