import type { Command } from 'commander';
import { selectClubOfCode } from '#server/features/payments/providers/providers.queries.ts';
import { isTestAddress, setUpStripe } from '#server/features/payments/providers/stripe-setup.ts';
import { selectSchool } from '#server/features/schools/schools.queries.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { appendEntry } from '#server/kernel/security/audit.ts';
import { CommandError } from './command-errors.ts';
import { findSchool, withCampus } from './open-campus.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

interface Options {
  readonly school: string;
  readonly key: string;
  readonly webhookSecret: string;
  readonly account?: string;
  readonly club?: string;
  readonly address?: string;
}

/** Throws if an option isn't valid. */
const check = ({ key, webhookSecret, account, club, address }: Options): void => {
  for (const secret of [key, webhookSecret])
    if (!/^\S{4,500}$/.test(secret))
      throw new CommandError('A key or secret has 4 to 500 characters without spaces.');
  if (account !== undefined && !/^acct_\w{1,60}$/.test(account))
    throw new CommandError('An account at Stripe starts with acct_.');
  if (club !== undefined && account === undefined)
    throw new CommandError('A club needs an account: add --account acct_….');
  if (address !== undefined && !isTestAddress(address))
    throw new CommandError('An address is for tests: use http://127.0.0.1:PORT.');
};

/** Adds `payments stripe`. */
export function addPaymentsCommands(program: Command, signal: AbortSignal): void {
  const payments = program
    .command('payments')
    .description('set up the ways to pay of a school’s clubs');

  payments
    .command('stripe')
    .description(
      'store the keys of a school’s or club’s account at Stripe, encrypted, and turn it on',
    )
    .requiredOption('--school <code>', 'the school')
    .requiredOption('--key <key>', 'secret key of the account')
    .requiredOption('--webhook-secret <secret>', 'signing secret of the webhook endpoint')
    .option('--account <id>', 'connected account in whose name calls are made')
    .option('--club <code>', 'club whose payments go to the account; the whole school by default')
    .option('--address <url>', 'for tests: an address on this machine instead of Stripe’s')
    .addHelpText(
      'after',
      '\nThe webhook endpoint at Stripe is https://<the school’s host>/api/v1/payments/stripe/webhook.\n\nExample:\n  npm run campus -- payments stripe --school north --key sk_live_… --webhook-secret whsec_…',
    )
    .action(async (options: Options) => {
      check(options);
      const { key, webhookSecret, account = null, address = null } = options;
      await withCampus(signal, async ({ pool, tokens }) => {
        const school = await selectSchool(pool, await findSchool(pool, options.school));
        const name = await inTransaction(pool, { school: school.school_id }, async (db) => {
          const club = options.club === undefined ? null : await selectClubOfCode(db, options.club);
          if (club === undefined)
            throw new CommandError(`${options.school} has no club ${options.club}.`);
          await setUpStripe(
            { db, school, tokens, clock: systemClock },
            { key, webhookSecret, account, address, club: club?.id ?? null },
          );
          await appendEntry(db, systemClock.now(), null, 'payment_settings_changed', {
            providers: ['stripe'],
          });
          return club?.name ?? options.school;
        });
        print(`Payments of ${name} go through Stripe${account === null ? '' : ` to ${account}`}.`);
        if (address !== null) print(`Calls go to ${address}, not to Stripe.`);
      });
    });
}
