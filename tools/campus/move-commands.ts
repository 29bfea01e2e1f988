import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import {
  giveUpMove,
  moveSchool,
  selectMoveStatus,
  type Move,
} from '#server/features/cells/moving/move.ts';
import {
  freezeSchool,
  selectState,
  thawSchool,
  waitForTransactions,
} from '#server/features/cells/states/states.queries.ts';
import { cellMap, selectCellHosts } from '#server/kernel/http/cell-hosts.ts';
import { findPoolers } from '#server/kernel/database/poolers.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { openFiles } from '#server/kernel/files/bucket-files.ts';
import { readSecret } from '#server/kernel/security/secret.ts';
import { errorCode } from '#postgres/refused.ts';
import { dataFolder } from '#postgres/private-folder.ts';
import { findSchool, withCampus, type Campus } from './open-campus.ts';
import { CommandError } from './command-errors.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const log = (line: string) => process.stderr.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Milliseconds for which `school freeze` waits for transactions that are already running. */
const freezeMs = 30_000;

/** Reads the other cell's environment from a file with a variable per line, as its servers use it. */
const readCell = async (path: string): Promise<NodeJS.Dict<string>> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read (${errorCode(error) ?? String(error)}).`);
  });
  return parseEnv(text);
};

/** Opens the other cell and calls `work` with the move. The name of the file without its ending is the cell's name. */
const withMove = async (
  campus: Campus,
  code: string,
  path: string,
  work: (move: Move) => Promise<void>,
): Promise<void> => {
  const school = await findSchool(campus.pool, code);
  const other = await readCell(path);
  const { DATABASE_URL: url, DATABASE_CALLS_URL: callsUrl, FILES_URL, COMMONS_DATA } = other;
  if (url === undefined)
    throw new CommandError(
      `${path} has no DATABASE_URL, the address of the other cell’s database.`,
    );
  if (FILES_URL === undefined && COMMONS_DATA === undefined)
    throw new CommandError(
      `${path} has neither FILES_URL nor COMMONS_DATA, where files are stored.`,
    );
  const pool = openPool({ url, callsUrl, isPooled: await findPoolers(url, callsUrl), max: 6 });
  try {
    const secret = await readSecret(pool, other['COMMONS_SECRET']);
    const files = openFiles(FILES_URL, join(dataFolder(COMMONS_DATA ?? ''), 'files'), secret);
    await work({
      school,
      source: { name: 'this cell', pool: campus.pool, files: campus.files, secret: campus.secret },
      target: { name: basename(path).replace(/\.env$/, ''), pool, files, secret },
      publisherUrl: process.env['PUBLISHER_URL'] ?? campus.url,
      subscriberUrl: other['SUBSCRIBER_URL'] ?? url,
      signal: campus.signal,
      log,
    });
  } finally {
    await pool.close();
  }
};

/** Adds the command that prints a proxy's map. */
export function addHostsCommand(program: Command, signal: AbortSignal): void {
  program
    .command('hosts')
    .description('print the hosts that this cell serves, as a map for a proxy')
    .requiredOption('--cell <name>', 'the name of this cell in the map')
    .addHelpText('after', '\nExample:\n  npm run campus -- hosts --cell cell-a')
    .action(async ({ cell }: { cell: string }) => {
      if (!/^[\w.-]{1,100}$/.test(cell))
        throw new CommandError(`${cell} has other characters than letters, digits, . - and _.`);
      await withCampus(signal, async ({ pool }) => {
        const hosts = await selectCellHosts(
          pool,
          (process.env['CAMPUS_HOST'] ?? 'localhost').toLowerCase(),
        );
        process.stdout.write(cellMap(hosts, cell));
      });
    });
}

/** Adds the commands that freeze a school and move it to another cell. */
export function addMoveCommands(school: Command, signal: AbortSignal): void {
  school
    .command('freeze')
    .description('refuse changes to a school, and stop its jobs; people can still read')
    .argument('<code>', 'its code')
    .addHelpText('after', '\nExample:\n  npm run campus -- school freeze north')
    .action(async (code: string) => {
      await withCampus(signal, async ({ pool }) => {
        const id = await findSchool(pool, code);
        const { state } = await selectState(pool, id);
        if (state === 'moved' || state === 'arriving')
          throw new CommandError(`This cell doesn’t serve the school ${code}.`);
        await freezeSchool(pool, id);
        const running = await waitForTransactions(pool, freezeMs);
        print(
          running.length === 0
            ? `Froze the school ${code}; nothing is writing to it any longer.`
            : `Froze the school ${code}; transactions that began before are still running (process ${running.join(', ')}).`,
        );
      });
    });

  school
    .command('thaw')
    .description('allow changes to a frozen school again')
    .argument('<code>', 'its code')
    .addHelpText('after', '\nExample:\n  npm run campus -- school thaw north')
    .action(async (code: string) => {
      await withCampus(signal, async ({ pool }) => {
        const id = await findSchool(pool, code);
        const { state } = await selectState(pool, id);
        if (state !== 'frozen') throw new CommandError(`The school ${code} isn’t frozen.`);
        await thawSchool(pool, id);
        print(`The school ${code} is active.`);
      });
    });

  const toOption = ['--to <file>', 'the environment of the other cell’s servers'] as const;
  school
    .command('move')
    .description('move a school to another cell while it is in use; run it again to continue')
    .argument('<code>', 'its code')
    .requiredOption(...toOption)
    .addHelpText(
      'after',
      '\nPUBLISHER_URL is this cell’s database as the other PostgreSQL reaches it, with a login that can replicate. The file has the other cell’s\nDATABASE_URL, COMMONS_SECRET, FILES_URL or COMMONS_DATA, and SUBSCRIBER_URL, whose login can create subscriptions.\n\nExample:\n  npm run campus -- school move north --to cell-b.env',
    )
    .action(async (code: string, { to }: { to: string }) => {
      await withCampus(signal, (campus) =>
        withMove(campus, code, to, async (move) => {
          const { tables, rows, files, copyMs, frozenMs } = await moveSchool(move);
          print(`Moved the school ${code} to ${move.target.name}.`);
          if (tables > 0 && copyMs > 0)
            print(
              `${rows.toLocaleString('en')} rows of ${tables} tables are equal in both cells, and ${files.toLocaleString('en')} files were copied. Copied in ${seconds(copyMs)}; changes were refused for ${seconds(frozenMs)}.`,
            );
          print(
            'Point the school’s hosts to the other cell: campus hosts lists those of each cell.',
          );
        }),
      );
    });

  school
    .command('move-give-up')
    .description('revert a move that isn’t complete; the school stays in this cell')
    .argument('<code>', 'its code')
    .requiredOption(...toOption)
    .addHelpText(
      'after',
      '\nExample:\n  npm run campus -- school move-give-up north --to cell-b.env',
    )
    .action(async (code: string, { to }: { to: string }) => {
      await withCampus(signal, (campus) =>
        withMove(campus, code, to, async (move) => {
          await giveUpMove(move);
          print(`The school ${code} stays in this cell; ${move.target.name} has no rows of it.`);
        }),
      );
    });

  school
    .command('move-status')
    .description('print a school’s state in this cell, and how far its move is')
    .argument('<code>', 'its code')
    .addHelpText('after', '\nExample:\n  npm run campus -- school move-status north')
    .action(async (code: string) => {
      await withCampus(signal, async ({ pool }) => {
        const status = await selectMoveStatus(pool, await findSchool(pool, code));
        print(`${code}: ${status.state}${status.movedTo === null ? '' : ` to ${status.movedTo}`}`);
        if (status.isCopying)
          print(
            status.bytesBehind === null
              ? 'A move has begun.'
              : `A move is copying; the other cell is ${Math.round(status.bytesBehind / 1_024).toLocaleString('en')} kB behind.`,
          );
      });
    });
}
