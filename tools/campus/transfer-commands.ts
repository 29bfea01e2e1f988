import type { Command } from 'commander';
import { exportCampus } from '#server/features/imports/export/export.actions.ts';
import { importCampus, type ImportReport, type Progress } from '#server/features/imports/imports.actions.ts';
import { problemLine } from '#server/features/imports/problems.ts';
import { findSchool, withCampus } from './open-campus.ts';
import { openProgressLine } from './progress-line.ts';
import { CommandRefused } from './refusals.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const amount = (n: number) => n.toLocaleString('en');
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const counts = (what: string, { added, changed, unchanged }: ImportReport['people']) =>
  `${what}: ${amount(added)} added, ${amount(changed)} changed, ${amount(unchanged)} unchanged`;

const rowsOf = ({ people, connections }: ImportReport) =>
  [people, connections].reduce((sum, { added, changed, unchanged }) => sum + added + changed + unchanged, 0);

function tellProblems({ problems, problemTotal }: ImportReport): void {
  for (const problem of problems) process.stderr.write(`${problemLine(problem)}\n`);
  const more = problemTotal - problems.length;
  if (more > 0) process.stderr.write(`… and ${amount(more)} more\n`);
  process.stderr.write(
    `Nothing was changed: ${problemTotal === 1 ? '1 problem' : `${amount(problemTotal)} problems`} to put right first.\n`,
  );
}

export function addTransferCommands(program: Command, signal: AbortSignal): void {
  program
    .command('import')
    .description('read people, connections and photos into a school; all or nothing')
    .argument('<folder or zip>', 'with people.csv, connections.csv and photos/ (docs/import-format.md)')
    .requiredOption('--school <code>', 'the school to read them into')
    .option('--dry-run', 'check everything, say what would change, and change nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run campus -- import ./autumn --school demo --dry-run\n  npm run campus -- import autumn.zip --school demo',
    )
    .action(async (path: string, options: { school: string; dryRun?: boolean }) => {
      await withCampus(signal, async ({ pool, files }) => {
        const school = await findSchool(pool, options.school);
        const progress = openProgressLine(process.stderr);
        const since = performance.now();
        const report = await importCampus({
          pool,
          files,
          school,
          path,
          signal,
          now: new Date(),
          isDryRun: options.dryRun ?? false,
          onProgress: progress.show,
        }).finally(progress.end);
        if (report.problemTotal > 0) {
          tellProblems(report);
          process.exitCode = 1;
          return;
        }
        say(counts('people', report.people));
        say(counts('connections', report.connections));
        say(`pictures: ${amount(report.pictures)}`);
        const rate = Math.round(rowsOf(report) / ((performance.now() - since) / 1000));
        say(
          `${report.isStored ? 'Done' : 'Nothing was changed (dry run); it took'} ${report.isStored ? 'in ' : ''}${seconds(since)}, ${amount(rate)} rows/s.`,
        );
      });
    });

  program
    .command('export')
    .description('write a school’s people, connections and photos, as import reads them')
    .argument('<folder>', 'a folder that does not exist yet, or is empty')
    .requiredOption('--school <code>', 'the school to write')
    .addHelpText('after', '\nPasswords are not exported.\n\nExample:\n  npm run campus -- export ./backup --school demo')
    .action(async (folder: string, options: { school: string }) => {
      if (folder === '') throw new CommandRefused('Name the folder to write.');
      await withCampus(signal, async ({ pool, files }) => {
        const school = await findSchool(pool, options.school);
        const progress = openProgressLine(process.stderr);
        const since = performance.now();
        const onProgress = ({ part, done }: { part: Progress['part']; done: number }) => {
          // What is thrown here ends the export, which takes its half folder away.
          signal.throwIfAborted();
          progress.show({ part, done, total: 0 });
        };
        const report = await exportCampus({ pool, files, school, folder, onProgress }).finally(progress.end);
        say(
          `${amount(report.people)} people, ${amount(report.connections)} connections and ${amount(report.pictures)} pictures are in ${folder} (${seconds(since)}).`,
        );
        if (report.missing > 0)
          process.stderr.write(`${amount(report.missing)} pictures are missing in the file store and were left out.\n`);
      });
    });
}
