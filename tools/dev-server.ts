import { startServer } from '#server/main.ts';
import { explain } from './explain.ts';
import { onParentGone } from './parent.ts';
import { onStopSignal } from './stop-signals.ts';

// The server of `npm run dev`, in a process that ends with every change. Developers can receive webhooks on their own machine.
const starting = startServer({
  env: { WEBHOOK_PRIVATE_HOSTS: '1', ...process.env },
  log: (line) => process.stdout.write(`${line}\n`),
});

const stop = (): void => {
  void starting
    .then((server) => server.close())
    .catch(explain)
    .finally(() => process.exit());
};

onStopSignal(stop);
onParentGone(stop);

try {
  const { banner } = await starting;
  process.send?.(banner);
} catch (error) {
  explain(error);
  process.exit();
}
