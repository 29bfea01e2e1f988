import { startServer } from '#server/main.ts';
import { onParentGone } from './parent.ts';
import { onStopSignal } from './stop-signals.ts';

// The server alone, in a process that tools/dev.ts replaces when its sources change.
const server = await startServer({ env: process.env, log: console.log });
const stop = () => void server.close().finally(() => process.exit());
onStopSignal(stop);
onParentGone(stop);
process.send?.({ address: server.address, banner: server.banner });
