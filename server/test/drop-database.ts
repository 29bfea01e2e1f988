/**
 * Drops a database of a test, whoever is still connected to it; `run` sends one statement to another database. Ending sessions by
 * force is refused where the server's own vacuum works in it; dropping without force makes that one go.
 */
export const dropDatabase = (
  run: (text: string) => Promise<unknown>,
  name: string,
): Promise<unknown> =>
  run(`drop database if exists ${name} with (force)`).catch(() =>
    run(`drop database if exists ${name}`),
  );
