import { startServer } from '#server/main.ts';

/**
 * Runs a server as a separate process, for tests that stop it: `node e2e/start-server.ts`. It prints its URL once it listens.
 */
const web = process.env['E2E_WEB'];
const { address } = await startServer({ env: process.env, ...(web && { web }) });
process.stdout.write(`${address}\n`);
