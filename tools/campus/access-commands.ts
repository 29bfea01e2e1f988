import { Option, type Command } from 'commander';
import { accountStates, type AccountState } from '#contract/admin/limits.ts';
import {
  restoreAccounts,
  signOutAccounts,
  suspendAccounts,
  type AccessContext,
} from '#server/features/admin/suspensions/account-access.ts';
import {
  hasOtherAdmin,
  lockAccounts,
  type LockedAccount,
} from '#server/features/admin/suspensions/suspensions.queries.ts';
import { deleteSignInMethods } from '#server/features/sessions/two-step/second-factor-reset.ts';
import { selectAccounts } from '#server/features/admin/people/accounts.queries.ts';
import { selectIdByEmail } from '#server/features/people/people.queries.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { insertEvent } from '#server/kernel/jobs/outbox.ts';
import { appendEntry } from '#server/kernel/security/audit.ts';
import { findSchool, withCampus } from './open-campus.ts';
import { CommandError } from './command-errors.ts';
import { defaultLimit, parseLimit } from './options.ts';
import { print } from './transfer-report.ts';

/** Maximum length of a suspension reason in characters, the same as for admins. */
const reasonMax = 500;

/** Adds `person list`, `suspend`, `restore`, `sign-out` and `reset-second-factor`. */
export function addAccessCommands(person: Command, signal: AbortSignal): void {
  person
    .command('list')
    .description('list people of a school')
    .requiredOption('--school <code>', 'the school')
    .option(
      '--search <text>',
      'start of a name, username or email address, or a whole student number',
      '',
    )
    .addOption(new Option('--state <state>', 'only people in this state').choices(accountStates))
    .option('--limit <number>', 'maximum number of people', parseLimit, defaultLimit)
    .addHelpText(
      'after',
      '\nExample:\n  npm run campus -- person list --school north --search ada --state suspended',
    )
    .action(
      async (options: { school: string; search: string; state?: AccountState; limit: number }) => {
        await withCampus(signal, async ({ pool }) => {
          const school = await findSchool(pool, options.school);
          const people = await inTransaction(pool, { school, readOnly: true }, (db) =>
            selectAccounts(
              db,
              {
                search: options.search.trim(),
                state: options.state,
                type: undefined,
                sort: 'name',
                isDown: false,
              },
              { after: null, size: options.limit },
            ),
          );
          for (const one of people)
            print(
              [
                one.id,
                `${one.first_name} ${one.last_name}`.trim(),
                one.email ?? one.username,
                one.account_type,
                one.state,
                ...(one.is_admin ? ['admin'] : []),
                ...one.roles,
              ].join('  '),
            );
          if (people.length === 0) print('No people match.');
        });
      },
    );

  const change = (
    { name, description, example = '' }: { name: string; description: string; example?: string },
    work: (access: AccessContext, account: LockedAccount, reason: string) => Promise<string>,
  ): Command =>
    person
      .command(name)
      .description(description)
      .requiredOption('--school <code>', 'the school')
      .requiredOption('--email <address>', 'the person’s email address')
      .addHelpText(
        'after',
        `\nExample:\n  npm run campus -- person ${name} --school north --email ada@north.example${example}`,
      )
      .action(async (options: { school: string; email: string; reason?: string }) => {
        const reason = (options.reason ?? '').trim();
        if (options.reason !== undefined && (reason === '' || reason.length > reasonMax))
          throw new CommandError(`Enter a reason of up to ${reasonMax} characters.`);
        await withCampus(signal, async ({ pool }) => {
          const school = await findSchool(pool, options.school);
          const email = options.email.trim();
          const done = await inTransaction(pool, { school }, async (db) => {
            const id = await selectIdByEmail(db, email);
            const [account] = id === undefined ? [] : await lockAccounts(db, [id]);
            if (account === undefined)
              throw new CommandError(`No one at ${options.school} has the email address ${email}.`);
            const emitChanged = (userId: number) =>
              insertEvent(db, school, null, 'profile_changed', { userId });
            const access = { db, school, now: new Date(), by: null, emitChanged };
            return work(access, account, reason);
          });
          print(`${done} ${email}.`);
        });
      });

  change(
    {
      name: 'suspend',
      description: 'prevent a person from signing in, and end their sessions',
      example: ' --reason "Stolen laptop"',
    },
    async (access, account, reason) => {
      const { db, now } = access;
      if (account.is_admin && !(await hasOtherAdmin(db, [account.id])))
        throw new CommandError('This is the only admin. Make someone else an admin first.');
      await suspendAccounts(access, [account], reason);
      const entry = { person: account.id, act: 'suspended', reason } as const;
      await appendEntry(db, now, null, 'account_access', entry);
      return 'Suspended';
    },
  ).requiredOption('--reason <text>', 'the reason, which admins can read');
  change(
    { name: 'restore', description: 'let a suspended or deactivated person sign in again' },
    async (access, account) => {
      const { db, now } = access;
      if (!account.is_disabled) throw new CommandError('This person can already sign in.');
      await restoreAccounts(access, [account]);
      const entry = { person: account.id, act: 'restored' } as const;
      await appendEntry(db, now, null, 'account_access', entry);
      // As in the app, the suspension ends, and the import decides about the rest.
      return account.is_suspended && account.is_deactivated
        ? 'Ended the suspension. An import or identity provider also deactivated this account, so it stays deactivated until then:'
        : 'Restored';
    },
  );
  change(
    {
      name: 'sign-out',
      description: 'end a person’s sessions, and revoke their API keys and app passwords',
    },
    async (access, account) => {
      const { db, now } = access;
      await signOutAccounts(access, [account]);
      const entry = { person: account.id, act: 'signed_out' } as const;
      await appendEntry(db, now, null, 'account_access', entry);
      return 'Signed out';
    },
  );
  change(
    {
      name: 'reset-second-factor',
      description:
        'remove a person’s passkeys, authenticator app and recovery codes, so that their password alone signs them in',
    },
    async ({ db, school, now }, account) => {
      if (!(await deleteSignInMethods(db, account.id)))
        throw new CommandError('This person has no passkeys, and two-step verification is off.');
      const entry = { person: account.id, act: 'two_step_reset' } as const;
      await appendEntry(db, now, null, 'account_access', entry);
      await insertEvent(db, school, null, 'two_step_changed', {
        userId: account.id,
        what: 'reset',
      });
      return 'Reset the two-step verification of';
    },
  );
}
