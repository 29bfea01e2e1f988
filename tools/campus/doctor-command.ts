import type { Command } from 'commander';
import { CommandError } from './command-errors.ts';
import { diagnose } from './diagnosis.ts';
import { print } from './transfer-report.ts';

const labels = { ok: 'ok     ', warning: 'warning', error: 'ERROR  ' } as const;

/** Adds `doctor`. */
export function addDoctorCommand(program: Command, signal: AbortSignal): void {
  program
    .command('doctor')
    .description('check settings, database, files, mail server, disk, clock and the public address')
    .option('--mail-to <address>', 'also send a test email to this address')
    .option('--url <address>', 'also check the public address, such as https://campus.example.edu')
    .addHelpText(
      'after',
      '\nRun it where the server runs, with the same environment. The exit code is 1 if it finds an error.\n\nExample:\n  npm run campus -- doctor --url https://campus.example.edu --mail-to you@example.edu',
    )
    .action(async (options: { mailTo?: string; url?: string }) => {
      let errors = 0;
      for await (const { state, about, sentence } of diagnose(signal, {
        env: process.env,
        mailTo: options.mailTo,
        url: options.url,
      })) {
        print(`${labels[state]}  ${about}: ${sentence}`);
        if (state === 'error') errors += 1;
      }
      if (errors > 0)
        throw new CommandError(
          `Found ${errors} ${errors === 1 ? 'error' : 'errors'}. docs/operate.md explains each setting.`,
        );
    });
}
