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
    .description(
      'write everything, all schools and their files, into a folder; also while the server runs',
    )
    .argument('<folder>', 'a folder that does not exist yet, or is empty')
    .addHelpText(
      'after',
      '\nThe folder holds everything people entrusted to the campus, and its secret: keep it as safe as the database.\n\nExample:\n  npm run campus -- backup /backups/2026-11-21',
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
    .description('put a backup into an empty database; all or nothing')
    .argument('<folder>', 'what backup wrote')
    .addHelpText(
      'after',
      '\nA backup of an older version is brought up to date. People who were signed in then still are.\n\nExample:\n  COMMONS_DATA=./restored npm run campus -- restore /backups/2026-11-21',
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
