import type { Command } from 'commander';
import { addKey, revokeKey } from '#server/features/api-keys/school-keys.ts';
import { selectSchoolKeys } from '#server/features/api-keys/api-keys.queries.ts';
import { selectSchool } from '#server/features/schools/schools.queries.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { Problem } from '#server/kernel/http/problem.ts';
import { findSchool, withCampus } from './open-campus.ts';
import { CommandError } from './command-errors.ts';
import { print } from './transfer-report.ts';

const operator = { kind: 'import' } as const;
const stamp = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Adds `scim key add`, `list` and `end`. */
export function addScimCommands(program: Command, signal: AbortSignal): void {
  const scim = program
    .command('scim')
    .description('provisioning of people by a school’s identity provider (SCIM 2.0)');
  const key = scim.command('key').description('the keys with which identity providers sign in');

  key
    .command('add')
    .description('create a key and print it once; only its hash is stored')
    .argument('<name>', 'its name in the activity log')
    .requiredOption('--school <code>', 'its school')
    .addHelpText('after', '\nExample:\n  npm run campus -- scim key add "Entra ID" --school demo')
    .action(async (given: string, { school: code }: { school: string }) => {
      const name = given.trim();
      if (name === '' || name.length > 80)
        throw new CommandError('Give the key a name of up to 80 characters.');
      await withCampus(signal, async ({ pool }) => {
        const school = await selectSchool(pool, await findSchool(pool, code));
        const { id, token } = await inTransaction(pool, { school: school.school_id }, (db) =>
          addKey(
            { db, school, clock: systemClock, actor: operator },
            { name, scopes: ['provisioning'] },
          ),
        ).catch((error: unknown) => {
          throw error instanceof Problem ? new CommandError(error.message) : error;
        });
        process.stderr.write(
          `This is key ${id} of ${code}, for https://<the school’s host>/scim/v2. It is shown only once:\n`,
        );
        print(token);
      });
    });

  key
    .command('list')
    .description('list a school’s active keys, newest first')
    .requiredOption('--school <code>', 'the school')
    .addHelpText('after', '\nExample:\n  npm run campus -- scim key list --school demo')
    .action(async ({ school: code }: { school: string }) => {
      await withCampus(signal, async ({ pool }) => {
        const school = await findSchool(pool, code);
        for (const { id, name, created_at, last_used_at } of await inTransaction(
          pool,
          { school, readOnly: true },
          (db) => selectSchoolKeys(db, 'provisioning'),
        ))
          print(
            `${id}  ${name}  made ${stamp(created_at)}  ${last_used_at === null ? 'never used' : `last used ${stamp(last_used_at)}`}`,
          );
      });
    });

  key
    .command('end')
    .description('revoke a key; its calls are rejected from now on')
    .argument('<id>', 'its number in "scim key list"')
    .requiredOption('--school <code>', 'the school')
    .addHelpText('after', '\nExample:\n  npm run campus -- scim key end 3 --school demo')
    .action(async (text: string, { school: code }: { school: string }) => {
      await withCampus(signal, async ({ pool }) => {
        const school = await findSchool(pool, code);
        const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
        const isEnded = await inTransaction(pool, { school }, (db) =>
          revokeKey({ db, clock: systemClock, actor: operator }, id),
        );
        if (!isEnded)
          throw new CommandError(`${code} has no active key ${text}; "scim key list" shows them.`);
        print(`Revoked key ${id}.`);
      });
    });
}
