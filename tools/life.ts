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

/** A command that runs until it is stopped: by Ctrl-C, by the death of its starter, or by an error. */
export interface Life {
  /** Folder of files, mail and the packaged database. */
  readonly folder: string;
  /** Whether the end has begun; what is still being started then goes no further. */
  readonly isStopping: () => boolean;
  /** Has `close` called at the end, before what was named earlier. */
  readonly atEnd: (close: () => unknown) => void;
  /** Tells a second start of the same folder where this one answers. */
  readonly answersAt: (address: string) => void;
  /** Where the database is: where the environment says, else the packaged one, started here. */
  readonly openDatabase: () => Promise<DatabaseEnvironment>;
}

/** Milliseconds a part may take to end once the database is gone. */
const goneMs = 2_000;

/** Runs `start` with the data folder locked; ends everything in the reverse order. Errors are told in a sentence, exit code 1. */
export async function live(start: (life: Life) => Promise<void>): Promise<void> {
  const self: Holder = { pid: process.pid };
  const closes: (() => unknown)[] = [];
  let stopping: Promise<void> | undefined;
  let isDatabaseGone = false;

  // Each part is stopped even when the one before fails to.
  const stopAll = async (): Promise<void> => {
    self.isStopping = true;
    for (const close of closes.toReversed()) {
      try {
        // Without its database a part has nothing to finish, only answers to wait for that never come.
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
    // A database that is still being started is stopped when it stands; one that was refused is not there to stop.
    closes.push(async () => (await launching.catch(() => undefined))?.stop());
    const database = await launching;
    void database.died.then((how) => {
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
      atEnd: (close) => closes.push(close),
      answersAt: (address) => {
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
