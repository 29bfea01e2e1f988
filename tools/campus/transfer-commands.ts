import type { Command } from 'commander';
import { kindOfBundle } from '#server/features/imports/bundle.ts';
import {
  TooManyDisabled,
  type DisabledAccounts,
} from '#server/features/imports/disabled-accounts.ts';
import { exportCampus } from '#server/features/imports/export/export-campus.ts';
import { importCampus, type ImportReport } from '#server/features/imports/import-campus.ts';
import type { Progress } from '#server/features/imports/progress.ts';
import { importRoster } from '#server/features/rosters/import-roster.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { addJournalCommands } from './journal-commands.ts';
import { findSchool, withCampus, type Campus } from './open-campus.ts';
import { openProgressLine } from './progress-line.ts';
import { CommandError } from './command-errors.ts';
import {
  amount,
  rosterLines,
  rosterRows,
  print,
  printNotes,
  printProblems,
} from './transfer-report.ts';

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const counts = (
  what: string,
  { added, changed, ended, unchanged }: ImportReport['people'] | ImportReport['connections'],
) =>
  `${what}: ${amount(added)} added, ${amount(changed)} changed, ${ended > 0 ? `${amount(ended)} ended, ` : ''}${amount(unchanged)} unchanged`;

/** Names of the club, event, course, finance and ledger lists. */
const clubLists = {
  clubs: 'clubs',
  clubMembers: 'members of clubs',
  clubOfficers: 'officers of clubs',
  events: 'events',
  terms: 'terms',
  courses: 'courses',
  sections: 'sections',
  meetings: 'meetings of sections',
  sectionMembers: 'members of sections',
  charges: 'charges',
  payments: 'payments',
  holds: 'holds',
  clubAccounts: 'accounts of clubs',
  clubTransactions: 'transactions of clubs',
} as const;
const clubCounts = (report: ImportReport) =>
  (Object.keys(clubLists) as (keyof typeof clubLists)[]).flatMap((list) => {
    const merged = report[list];
    return merged === undefined ? [] : [{ what: clubLists[list], merged }];
  });

const rowsOf = (report: ImportReport) =>
  [report.people, report.connections, ...clubCounts(report).map(({ merged }) => merged)].reduce(
    (sum, { added, changed, ended, unchanged }) => sum + added + changed + ended + unchanged,
    0,
  );

/** Returns the option that the operator must add if the import disables many people. */
const needed = ({ disabled, active }: DisabledAccounts) =>
  `This would deactivate ${amount(disabled)} of ${amount(active)} people. Check that the files are complete. To import them anyway, add: --disable-up-to ${disabled}`;

const readAmount = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new CommandError(`${text} is not a number of people.`);
  return Number(text);
};

interface Reading extends Campus {
  readonly school: SchoolId;
  readonly path: string;
  readonly now: Date;
  readonly isDryRun: boolean;
  readonly disableUpTo: number | undefined;
  readonly onProgress: (progress: Progress) => void;
}

/** The result of an import, as lines and as a number of rows. */
interface ReportOutput {
  readonly isStored: boolean;
  readonly id: number | null;
  readonly disabledAccounts: DisabledAccounts;
  readonly lines: readonly string[];
  readonly rows: number;
}

async function readCampus(reading: Reading): Promise<ReportOutput | null> {
  const report = await importCampus(reading);
  if (report.problemTotal > 0) return printProblems(report);
  const lines = [
    counts('people', report.people),
    counts('connections', report.connections),
    ...clubCounts(report).map(({ what, merged }) => counts(what, merged)),
    `pictures: ${amount(report.pictures)}`,
  ];
  return { ...report, lines, rows: rowsOf(report) };
}

async function readRoster(reading: Reading): Promise<ReportOutput | null> {
  const report = await importRoster(reading);
  printNotes(report);
  if (report.problemTotal > 0) return printProblems(report);
  return { ...report, lines: rosterLines(report), rows: rosterRows(report) };
}

export function addTransferCommands(program: Command, signal: AbortSignal): void {
  const command = program
    .command('import')
    .description(
      'import people, connections, clubs and photos, or a roster (OneRoster 1.1 or 1.2), into a school, completely or not at all',
    )
    .argument(
      '<folder or zip>',
      'with people.csv, connections.csv, lists of clubs, events and courses, charges, payments and holds, and photos/, or with the CSV files of OneRoster (docs/import-format.md)',
    )
    .option('--school <code>', 'the school to import into')
    .option(
      '--disable-up-to <n>',
      'disable up to this many people; required for more than 20 that are also more than a tenth',
      readAmount,
    )
    .option('--dry-run', 'check everything and show what would change, without changing anything')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run campus -- import ./autumn --school demo --dry-run\n  npm run campus -- import autumn.zip --school demo\n  npm run campus -- import list --school demo\n  npm run campus -- import undo 7',
    )
    .action(
      async (
        path: string,
        {
          school: code,
          dryRun = false,
          disableUpTo,
        }: { school?: string; dryRun?: boolean; disableUpTo?: number },
        own: Command,
      ) => {
        // The subcommands need no school, so the parser can't require one.
        if (code === undefined)
          return own.error("error: required option '--school <code>' not specified");
        await withCampus(signal, async (campus) => {
          const school = await findSchool(campus.pool, code);
          const read = (await kindOfBundle(path)) === 'campus' ? readCampus : readRoster;
          const progress = openProgressLine(process.stderr);
          const since = performance.now();
          const reading = {
            ...campus,
            school,
            path,
            now: new Date(),
            isDryRun: dryRun,
            disableUpTo,
            onProgress: progress.show,
          };
          const reported = await read(reading)
            .finally(progress.end)
            .catch((error: unknown) => {
              throw error instanceof TooManyDisabled
                ? new CommandError(`Nothing was changed. ${needed(error.accounts)}`)
                : error;
            });
          if (reported === null) {
            process.exitCode = 1;
            return;
          }
          for (const line of reported.lines) print(line);
          const rate = amount(Math.round(reported.rows / ((performance.now() - since) / 1000)));
          if (
            !reported.isStored &&
            reported.disabledAccounts.needsConfirmation &&
            reported.disabledAccounts.disabled > (disableUpTo ?? 0)
          )
            print(needed(reported.disabledAccounts));
          if (!reported.isStored)
            print(`Nothing was changed (dry run); it took ${seconds(since)}, ${rate} rows/s.`);
          else print(`Done in ${seconds(since)}, ${rate} rows/s.`);
          if (reported.id !== null)
            print(
              `This is import ${reported.id}; undo it with: npm run campus -- import undo ${reported.id}`,
            );
        });
      },
    );
  addJournalCommands(command, signal);

  program
    .command('export')
    .description('export a school’s people, connections, clubs and photos in the import format')
    .argument('<folder>', 'a new or empty folder')
    .requiredOption('--school <code>', 'the school to export')
    .option(
      '--for-spreadsheets',
      'add an apostrophe before cells that a spreadsheet program would run as a formula; such files can’t be imported',
    )
    .addHelpText(
      'after',
      '\nPasswords are not exported.\n\nExample:\n  npm run campus -- export ./backup --school demo',
    )
    .action(async (folder: string, options: { school: string; forSpreadsheets?: boolean }) => {
      if (folder === '') throw new CommandError('Name a folder for the export.');
      await withCampus(signal, async ({ pool, files }) => {
        const school = await findSchool(pool, options.school);
        const progress = openProgressLine(process.stderr);
        const since = performance.now();
        const report = await exportCampus({
          pool,
          files,
          school,
          folder,
          isForSpreadsheets: options.forSpreadsheets === true,
          onProgress: ({ part, done }) => {
            // An error here ends the export, which removes its incomplete folder.
            signal.throwIfAborted();
            progress.show({ part, done, total: 0 });
          },
        }).finally(progress.end);
        print(
          `${amount(report.people)} people, ${amount(report.connections)} connections${report.clubs > 0 ? `, ${amount(report.clubs)} clubs` : ''} and ${amount(report.pictures)} pictures are in ${folder} (${seconds(since)}).`,
        );
        if (report.missing > 0)
          process.stderr.write(
            `${amount(report.missing)} pictures are missing in the file store and were left out.\n`,
          );
      });
    });
}
