import type { Command } from 'commander';
import { selectChain } from '#server/features/audit/audit.queries.ts';
import { selectHosts, selectSchool } from '#server/features/schools/schools.queries.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { findSchool, withCampus } from './open-campus.ts';
import { CommandError } from './command-errors.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

export function addAuditCommands(program: Command, signal: AbortSignal): void {
  const audit = program.command('audit').description('verify the activity log');
  audit
    .command('verify')
    .description(
      'verify the whole chain; print a changed, missing or inserted entry, with exit code 1',
    )
    .option('--school <code>', 'one school; all by default')
    .addHelpText(
      'after',
      '\nThe last seal covers the whole log. If you store it elsewhere, it also reveals that entries were removed from the end.\n\nExample:\n  npm run campus -- audit verify',
    )
    .action(async (options: { school?: string }) => {
      await withCampus(signal, async ({ pool }) => {
        const ids =
          options.school === undefined
            ? (await selectHosts(pool)).map(({ id }) => id)
            : [await findSchool(pool, options.school)];
        const broken: string[] = [];
        for (const id of ids) {
          const { code } = await selectSchool(pool, id);
          const { entries, brokenAt, head } = await inTransaction(
            pool,
            { school: id, readOnly: true, timeout: 600_000 },
            selectChain,
          );
          print(
            `${code.padEnd(16)} ${entries} entries, ${brokenAt === null ? `whole, last seal ${head ?? 'none'}` : `broken at entry ${brokenAt}`}`,
          );
          if (brokenAt !== null) broken.push(code);
        }
        if (broken.length > 0)
          throw new CommandError(
            `The activity log of ${broken.join(', ')} was changed after it was written.`,
          );
      });
    });
}
