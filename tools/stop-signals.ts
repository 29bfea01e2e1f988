import { constants } from 'node:os';

// One Ctrl-C arrives several times: from the terminal, npm and the parent.
const sameKeyMs = 500;

/** The first signal requests an orderly stop. A second one, sent manually, ends the process immediately. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let first = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (first === 0) {
        first = Date.now();
        stop(signal);
      } else if (Date.now() - first > sameKeyMs) {
        process.exit(128 + constants.signals[signal]);
      }
    });
  }
}
