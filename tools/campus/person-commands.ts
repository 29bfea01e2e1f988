import type { Command } from 'commander';
import { personFields, InvalidCell } from '#server/features/imports/imports.rules.ts';
import { updateKeysRevoked } from '#server/features/api-keys/api-keys.queries.ts';
import { hashPassword } from '#server/kernel/security/password-hashing.ts';
import { deleteResets, upsertPassword } from '#server/features/passwords/passwords.queries.ts';
import { weaknessOf } from '#server/features/passwords/passwords.rules.ts';
import { insertPeople, selectPersonByEmail } from '#server/features/people/people.queries.ts';
import {
  deleteUsernameDoubles,
  selectUsernameDoubles,
} from '#server/features/people/usernames/usernames.queries.ts';
import { linkMember } from '#server/features/rosters/members/link-member.ts';
import { deleteSessions } from '#server/features/sessions/sessions.queries.ts';
import { deleteSignInSteps } from '#server/features/sessions/two-step/two-step.queries.ts';
import { passwordMax } from '#contract/sessions/endpoints.ts';
import { errorCode } from '#postgres/refused.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { addAccessCommands } from './access-commands.ts';
import { askNewPassword } from './ask.ts';
import { findSchool, withCampus } from './open-campus.ts';
import { CommandError } from './command-errors.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Parses a field like an import. */
function read(field: string, value: string, option: string): string {
  const parsed = personFields[field]?.parse(value);
  if (parsed instanceof InvalidCell) throw new CommandError(`${option} ${parsed.reason}.`);
  return typeof parsed === 'string' ? parsed : '';
}

export function addPersonCommands(program: Command, signal: AbortSignal): void {
  const person = program
    .command('person')
    .alias('people')
    .description('list, add and suspend people, set passwords, resolve duplicate usernames')
    .addHelpText('after', '\nTo add many people at once: npm run campus -- import --help');
  addAccessCommands(person, signal);

  person
    .command('add')
    .description('add one person to a school')
    .requiredOption('--school <code>', 'the school')
    .requiredOption('--email <address>', 'the address to sign in with')
    .option('--first <name>', 'given name', '')
    .option('--last <name>', 'family name', '')
    .option('--username <name>', 'key for imports; the email address by default')
    .option(
      '--type <account type>',
      'Student, Graduate Student, Faculty, Staff, Alumni or another',
      'Student',
    )
    .option('--admin', 'make the person an admin')
    .addHelpText(
      'after',
      '\nExample:\n  npm run campus -- person add --school north --email ada@north.example --first Ada --last Min --admin',
    )
    .action(
      async (options: {
        school: string;
        email: string;
        first: string;
        last: string;
        username?: string;
        type: string;
        admin?: boolean;
      }) => {
        const email = read('email', options.email, '--email');
        if (email === '') throw new CommandError('--email is empty; people need it to sign in.');
        const row = {
          email,
          username: read('username', options.username ?? email, '--username'),
          first_name: read('firstName', options.first, '--first'),
          last_name: read('lastName', options.last, '--last'),
          account_type: read('accountType', options.type, '--type') || 'Student',
          is_admin: options.admin ?? false,
        };
        if (row.first_name === '' && row.last_name === '')
          throw new CommandError('A person needs a first or a last name (--first, --last).');
        await withCampus(signal, async ({ pool }) => {
          const school = await findSchool(pool, options.school);
          await inTransaction(pool, { school }, (db) => insertPeople(db, school, [row])).catch(
            (error: unknown) => {
              throw errorCode(error) === '23505'
                ? new CommandError(
                    `${options.school} already has someone with this username or email address.`,
                  )
                : error;
            },
          );
          print(
            `Added ${email} without a password; set one with: npm run campus -- person password --school ${options.school} --email ${email}`,
          );
        });
      },
    );

  person
    .command('password')
    .description('set a person’s password, sign them out everywhere and revoke their API keys')
    .requiredOption('--school <code>', 'the school')
    .requiredOption('--email <address>', 'the person')
    .addHelpText(
      'after',
      '\nAsks on a terminal, or reads the password from standard input:\n  npm run campus -- person password --school north --email ada@north.example < password.txt',
    )
    .action(async (options: { school: string; email: string }) => {
      await withCampus(signal, async ({ pool }) => {
        const school = await findSchool(pool, options.school);
        const found = await inTransaction(pool, { school, readOnly: true }, (db) =>
          selectPersonByEmail(db, options.email.trim()),
        );
        if (found === undefined)
          throw new CommandError(
            `No one at ${options.school} has the email address ${options.email}.`,
          );
        const password = await askNewPassword(found.email, signal);
        if (password.length > passwordMax)
          throw new CommandError(`The password is too long: at most ${passwordMax} characters.`);
        const why = weaknessOf(password, [found.first_name, found.email.split('@')[0] ?? '']);
        if (why !== null) throw new CommandError(`The password is too weak: ${why}.`);
        const hash = await hashPassword(password);
        await inTransaction(pool, { school }, async (db) => {
          await upsertPassword(db, school, found.id, hash, new Date());
          await deleteResets(db, found.id);
          await deleteSignInSteps(db, found.id);
          await deleteSessions(db, found.id, null);
          await updateKeysRevoked(db, found.id, new Date());
        });
        print(`Set the password of ${found.email}.`);
      });
    });

  person
    .command('doubles')
    .description('list usernames that differed only in case, or settle one of them')
    .requiredOption('--school <code>', 'the school')
    .option('--settle <username>', 'keep this username for the person who has it now')
    .addHelpText(
      'after',
      '\nUntil you settle a username, no one new can sign in with it, and imports that use it fail.\n\nExample:\n  npm run campus -- person doubles --school north --settle ada.lee',
    )
    .action(async ({ school: code, settle }: { school: string; settle?: string }) => {
      await withCampus(signal, async ({ pool }) => {
        const school = await findSchool(pool, code);
        if (settle !== undefined) {
          const settled = await inTransaction(pool, { school }, (db) =>
            deleteUsernameDoubles(db, settle),
          );
          if (settled === 0)
            throw new CommandError(`${code} has no unsettled username like ${settle}.`);
          print(`Settled ${settle}.`);
          return;
        }
        const doubles = await inTransaction(pool, { school, readOnly: true }, (db) =>
          selectUsernameDoubles(db),
        );
        for (const one of doubles)
          print(
            `${one.kept_username}: ${one.kept_name} (${one.kept_email ?? 'no address'}, id ${one.kept_id}) has kept the name; ` +
              `${one.username}: ${one.name} (${one.email ?? 'no address'}, id ${one.id}${one.is_disabled ? ', disabled' : ''}) is now ${one.present}.`,
          );
        if (doubles.length === 0) print('No usernames differ only in case.');
      });
    });

  person
    .command('link')
    .description('link a person to their sourcedId in the school’s rosters (OneRoster)')
    .argument(
      '<username>',
      'the person’s username; the email address if they were added without one',
    )
    .argument('<sourcedId>', 'sourcedId from users.csv')
    .requiredOption('--school <code>', 'the school')
    .addHelpText(
      'after',
      '\nExample:\n  npm run campus -- person link ada@north.example 4711 --school north',
    )
    .action(async (username: string, given: string, { school: code }: { school: string }) => {
      await withCampus(signal, async ({ pool }) => {
        const { sourcedId } = await linkMember(
          pool,
          await findSchool(pool, code),
          { username, sourcedId: given },
          new Date(),
        );
        print(`Linked ${username} to ${sourcedId}; the next roster updates this person.`);
      });
    });
}
