import { startServer } from '#server/main.ts';

/** A server of its own process, for journeys that stop it: `node e2e/start-server.ts`, with its environment; it says when it listens. */
const { address } = await startServer({ env: process.env });
process.stdout.write(`${address}\n`);
