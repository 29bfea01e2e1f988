import type { Command } from 'commander';
import { backUp, restore } from '#server/features/backups/backup-restore.ts';
import type { Manifest } from '#server/features/backups/backups.rules.ts';
import { withCampus } from './open-campus.ts';
import { openProgressLine } from './progress-line.ts';
import { amount, print } from './transfer-report.ts';

const rowsOf = ({ tables }: Manifest): string =>
  amount(tables.reduce((sum, { rows }) => sum + rows, 0));
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

export function addBackupCommands(program: Command, signal: AbortSignal): void {
  program
    .command('backup')
    .description('back up all schools and their files to a folder, also while the server runs')
    .argument('<folder>', 'a new or empty folder')
    .addHelpText(
      'after',
      '\nThe folder contains all data and the secret of the installation: keep it as safe as the database.\n\nExample:\n  npm run campus -- backup /backups/2026-11-21',
    )
    .action(async (folder: string) => {
      await withCampus(signal, async (campus) => {
        const progress = openProgressLine(process.stderr);
        const since = performance.now();
        const manifest = await backUp({
          ...campus,
          folder,
          now: new Date(),
          onProgress: progress.show,
        }).finally(progress.end);
        print(
          `${rowsOf(manifest)} rows and ${amount(manifest.files)} files in ${folder}, in ${seconds(since)}.`,
        );
      });
    });

  program
    .command('restore')
    .description('restore a backup into an empty database, completely or not at all')
    .argument('<folder>', 'a folder written by backup')
    .addHelpText(
      'after',
      '\nA backup of an older version is upgraded. People who were signed in at that time are signed in again.\n\nExample:\n  COMMONS_DATA=./restored npm run campus -- restore /backups/2026-11-21',
    )
    .action(async (folder: string) => {
      await withCampus(
        signal,
        async (campus) => {
          const progress = openProgressLine(process.stderr);
          const since = performance.now();
          const log = (line: string) => process.stderr.write(`${line}\n`);
          const manifest = await restore({
            ...campus,
            folder,
            now: new Date(),
            log,
            onProgress: progress.show,
          }).finally(progress.end);
          print(
            `${rowsOf(manifest)} rows and ${amount(manifest.files)} files of ${manifest.madeAt.slice(0, 10)} are restored, in ${seconds(since)}.`,
          );
        },
        { isNew: true },
      );
    });
}
