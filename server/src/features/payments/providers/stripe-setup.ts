import type { Context } from '../../../kernel/context.ts';
import { encryptSecrets } from './provider-settings.ts';
import { upsertProvider } from './providers.queries.ts';

/** What the operator enters for a school's or club's account at Stripe. */
export interface StripeSetup {
  readonly key: string;
  readonly webhookSecret: string;
  /** The connected account in whose name calls are made. */
  readonly account: string | null;
  /** The club whose payments go to the account. Null for the school. */
  readonly club: number | null;
  /** An address on this machine instead of Stripe's, for tests. */
  readonly address: string | null;
}

/** Returns whether calls can go to an address instead of Stripe: only to this machine, so that a key never leaves it. */
export const isTestAddress = (address: string): boolean => {
  const match = /^http:\/\/127\.0\.0\.1:(\d{1,5})$/.exec(address);
  const port = Number(match?.[1]);
  return port > 0 && port <= 65_535;
};

/** Stores an account at Stripe and turns it on. */
export const setUpStripe = async (
  { db, school, tokens, clock }: Pick<Context, 'db' | 'school' | 'tokens' | 'clock'>,
  { key, webhookSecret, account, club, address }: StripeSetup,
): Promise<void> => {
  if (address !== null && !isTestAddress(address)) throw new Error('the address is not allowed');
  await upsertProvider(
    db,
    school.school_id,
    { provider: 'stripe', club },
    {
      is_on: true,
      account,
      address,
      ...encryptSecrets({ tokens, school }, club, { key, webhookSecret }),
    },
    clock.now(),
  );
};
