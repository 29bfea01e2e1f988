import { Command, CommanderError } from 'commander';
import { systemClock } from '#server/kernel/clock.ts';
import { countSchools } from '#server/features/schools/schools.queries.ts';
import { prepareDemo } from '#demo/demo-campus.ts';
import { ignoreBrokenPipe } from '../broken-pipe.ts';
import { isEntry } from '../entry.ts';
import { onParentGone } from '../parent.ts';
import { onStopSignal } from '../stop-signals.ts';
import { addBackupCommands } from './backup-commands.ts';
import { addAuditCommands } from './audit-commands.ts';
import { withCampus } from './open-campus.ts';
import { addPaymentsCommands } from './payments-commands.ts';
import { addPersonCommands } from './person-commands.ts';
import { CommandError, sentenceFor } from './command-errors.ts';
import { addElectionCommands } from './election-commands.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addHostsCommand } from './move-commands.ts';
import { addIcsCommands } from './ics-commands.ts';
import { addJobCommands } from './job-commands.ts';
import { addScimCommands } from './scim-commands.ts';
import { addSchoolCommands } from './school-commands.ts';
import { addSsoCommands } from './sso-commands.ts';
import { addTransferCommands } from './transfer-commands.ts';

const makeProgram = (signal: AbortSignal): Command => {
  const program = new Command('campus')
    // Subcommands inherit this, so it must be set before them.
    .exitOverride()
    .usage('<command> [options]')
    .description(
      'Commons: the operator’s commands. They use DATABASE_URL, or else the data folder (COMMONS_DATA, ./.data). You can run them while the server runs.',
    )
    .showHelpAfterError('(use --help for details)')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run campus -- school add north --name "Northern College"\n  npm run campus -- import ./autumn --school north --dry-run\n  npm run campus -- person add --school north --email ada@north.example --first Ada --admin',
    );
  addTransferCommands(program, signal);
  addSchoolCommands(program, signal);
  addHostsCommand(program, signal);
  addPersonCommands(program, signal);
  addAuditCommands(program, signal);
  addBackupCommands(program, signal);
  addScimCommands(program, signal);
  addSsoCommands(program, signal);
  addPaymentsCommands(program, signal);
  addIcsCommands(program);
  addElectionCommands(program);
  addJobCommands(program, signal);
  addDoctorCommand(program, signal);
  program
    .command('demo')
    .description('create the demo campus in an empty database')
    .addHelpText('after', '\nExample:\n  npm run campus -- demo')
    .action(async () => {
      await withCampus(signal, async ({ pool, files, tokens }) => {
        const log = (line: string) => process.stderr.write(`${line}\n`);
        if ((await countSchools(pool)) > 0)
          throw new CommandError(
            'This database already has schools. The demo campus needs an empty one.',
          );
        const lines = await prepareDemo({
          pool,
          files,
          env: { ...process.env, CAMPUS_DEMO: '1' },
          log,
          clock: systemClock,
          tokens,
        });
        process.stdout.write(`${lines.join('\n')}\n`);
      });
    });
  return program;
};

/** Runs a command and sets the exit code of the process: 0, 1 after an error, 130 if `signal` stopped it. */
export const runCampus = async (args: readonly string[], signal: AbortSignal): Promise<void> => {
  try {
    await makeProgram(signal).parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has already printed its help or error.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    process.stderr.write(`${sentenceFor(signal.aborted ? signal.reason : error)}\n`);
    process.exitCode = signal.aborted ? 130 : 1;
  }
};

if (isEntry(import.meta.filename)) {
  ignoreBrokenPipe();
  const stop = new AbortController();
  onStopSignal(() => stop.abort(new CommandError('Stopped; nothing was changed.')));
  onParentGone(() => stop.abort(new CommandError('Stopped; nothing was changed.')));
  await runCampus(process.argv.slice(2), stop.signal);
}
