import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Holder } from '#postgres/folder-lock.ts';
import { launchPostgres, type DatabaseEnvironment } from '#postgres/launch.ts';
import { closeDataFolder, dataFolder } from '#postgres/private-folder.ts';
import { explain } from './explain.ts';
import { onParentGone } from './parent.ts';
import { lockServer } from './server-lock.ts';
import { onStopSignal } from './stop-signals.ts';
import { root } from './web-hash.ts';

export const log = (line: string) => process.stdout.write(`${line}\n`);

/** A command that runs until it is stopped: by Ctrl-C, by the end of its parent process, or by an error. */
export interface CommandLifecycle {
  /** The folder with files, mail and the packaged database. */
  readonly folder: string;
  /** Returns whether the command is stopping, so that pending steps of the start don't continue. */
  readonly isStopping: () => boolean;
  /** Registers a function to call at the end, in reverse order. */
  readonly onStop: (close: () => unknown) => void;
  /** Stores the address, for a second start on the same folder to report. */
  readonly saveAddress: (address: string) => void;
  /** Returns the database of the environment, or starts the packaged one. */
  readonly openDatabase: () => Promise<DatabaseEnvironment>;
}

/** Milliseconds that a part has to end after the database is gone. */
const goneMs = 2_000;

/**
 * Runs `start` with a lock on the data folder, and ends everything in reverse order. Errors are printed as a sentence, with exit code 1.
 */
export async function runCommand(
  start: (lifecycle: CommandLifecycle) => Promise<void>,
): Promise<void> {
  const self: Holder = { pid: process.pid };
  const closes: (() => unknown)[] = [];
  let stopping: Promise<void> | undefined;
  let isDatabaseGone = false;

  // Each part is stopped, even if stopping an earlier one failed.
  const stopAll = async (): Promise<void> => {
    self.isStopping = true;
    for (const close of closes.toReversed()) {
      try {
        // Without its database, a part can only wait for responses that will never arrive.
        await (isDatabaseGone ? Promise.race([close(), delay(goneMs)]) : close());
      } catch (error) {
        explain(error);
      }
    }
  };
  const stop = (reason?: string): void => {
    if (stopping) return;
    if (reason) log(reason);
    stopping = stopAll().then(() => process.exit());
  };
  const openDatabase = async (folder: string): Promise<DatabaseEnvironment> => {
    const given = process.env['DATABASE_URL'];
    if (given)
      return { DATABASE_URL: given, DATABASE_CALLS_URL: process.env['DATABASE_CALLS_URL'] };
    const launching = launchPostgres({ folder, log });
    // If the database is still starting, it is stopped when it is ready. If it couldn't start, there is nothing to stop.
    closes.push(async () => (await launching.catch(() => undefined))?.stop());
    const database = await launching;
    void database.exited.then((how) => {
      isDatabaseGone = true;
      process.exitCode = 1;
      stop(`The database has ended (${how}); its log is ${join(folder, 'postgres.log')}.`);
    });
    return database.environment;
  };

  onStopSignal(() => stop('Stopping …'));
  onParentGone(() => stop());
  try {
    const folder = dataFolder(process.env['COMMONS_DATA'] ?? join(root, '.data'));
    const lock = await lockServer(folder, self);
    closes.push(() => lock.release());
    closeDataFolder(folder);
    await start({
      folder,
      isStopping: () => stopping !== undefined,
      onStop: (close) => closes.push(close),
      saveAddress: (address) => {
        self.address = address;
      },
      openDatabase: () => openDatabase(folder),
    });
  } catch (error) {
    if (!stopping) {
      explain(error);
      stop();
    }
  }
}
