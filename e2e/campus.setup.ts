import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres } from '#postgres/launch.ts';
import { startServer } from '#server/main.ts';
import { startReplicatedPostgres } from '../server/test/standby.ts';
import { buildWeb } from '../tools/build.ts';

/**
 * Starts a server with the demo school in a temporary folder. Its URL is in CAMPUS_ADDRESS. With `CAMPUS_REPLICA=1`, it reads from a replica
 * that is two seconds behind.
 */
export default async (): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'commons-e2e-'));
  const replicated =
    process.env['CAMPUS_REPLICA'] === '1' ? await startReplicatedPostgres(2_000) : null;
  const database =
    replicated?.primary ??
    (await launchPostgres({ folder, log: () => undefined, settings: { fsync: 'off' } }));
  await buildWeb({ log: () => undefined });
  const env = {
    ...database.environment,
    ...(replicated && { DATABASE_READ_URL: replicated.standbyUrl }),
    COMMONS_DATA: folder,
    CAMPUS_DEMO: '1',
    LOG_LEVEL: 'error',
    SSO_PRIVATE_HOSTS: '1',
    WEBHOOK_PRIVATE_HOSTS: '1',
  };
  const server = await startServer({
    env: { ...env, PORT: '0' },
    // Parallel journeys share accounts and open a hundred pages a minute, which is too much for one person on a slow machine.
    loadBudgets: { person: 20_000, key: 20_000, network: 60_000 },
  });
  process.env['CAMPUS_ADDRESS'] = server.address;
  // For tests that start another server (own-server.ts).
  process.env['CAMPUS_SERVER'] = JSON.stringify(env);
  process.env['CAMPUS_DATABASE'] = database.superUrl;
  process.env['CAMPUS_FOLDER'] = folder;
  return async () => {
    await server.close();
    await (replicated ?? database).stop();
    rmSync(folder, { recursive: true, force: true });
  };
};
