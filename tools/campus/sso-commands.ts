import type { Command } from 'commander';
import { isSsoRequired } from '#server/features/sso/sso.queries.ts';
import { selectSetup, updateAllOff } from '#server/features/sso/setup/setup.queries.ts';
import { appendEntry } from '#server/kernel/security/audit.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { findSchool, withCampus } from './open-campus.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

export function addSsoCommands(program: Command, signal: AbortSignal): void {
  const sso = program
    .command('sso')
    .description('show a school’s sign-on providers, or turn them off if no one can sign in')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run campus -- sso list north\n  npm run campus -- sso off north',
    );

  sso
    .command('list')
    .description('list the providers of a school and whether sign-on is required')
    .argument('<code>', 'code of the school')
    .action(async (code: string) => {
      await withCampus(signal, async ({ pool }) => {
        const school = await findSchool(pool, code);
        const { rows, isRequired } = await inTransaction(
          pool,
          { school, readOnly: true },
          async (db) => ({
            rows: await selectSetup(db),
            isRequired: await isSsoRequired(db),
          }),
        );
        for (const row of rows) {
          const failed = row.read_error === null ? '' : `, last reading failed: ${row.read_error}`;
          print(
            `${row.name} (${row.kind}, ${row.is_on ? 'on' : 'off'}, ${row.issuer}, ${row.people} people${failed})`,
          );
        }
        print(
          isRequired
            ? 'Sign-on is required; passwords are off for all but the named admins.'
            : 'People sign in with passwords.',
        );
      });
    });

  sso
    .command('off')
    .description('turn off all providers of a school and allow passwords again')
    .argument('<code>', 'code of the school')
    .action(async (code: string) => {
      await withCampus(signal, async ({ pool }) => {
        const school = await findSchool(pool, code);
        const count = await inTransaction(pool, { school }, async (db) => {
          const switchedOff = await updateAllOff(db);
          await appendEntry(db, new Date(), null, 'sign_on_changed', { what: 'off' });
          await appendEntry(db, new Date(), null, 'sign_on_changed', { what: 'not_required' });
          return switchedOff;
        });
        print(
          `People at ${code} can sign in with passwords again; ${count} ${count === 1 ? 'provider was' : 'providers were'} turned off.`,
        );
      });
    });
}
