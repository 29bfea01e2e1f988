import { afterAll, beforeAll } from 'vitest';
import { setUpStripe } from '#server/features/payments/providers/stripe-setup.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { createTestStripe } from './test-stripe.ts';
import type { World } from './world.ts';

/** Runs a test Stripe for a test file. */
export const inStripe = () => {
  const stripe = createTestStripe();
  beforeAll(() => stripe.start());
  afterAll(() => stripe.stop());
  return stripe;
};

interface StripeSettings {
  readonly school?: SchoolId;
  readonly code?: string;
  readonly key?: string;
  readonly webhookSecret?: string;
  readonly account?: string | null;
  readonly club?: number | null;
}

/** Connects a school or a club, by default the first school, to the test Stripe, as the operator's command does. */
export const connectStripe = (
  world: World,
  stripe: ReturnType<typeof createTestStripe>,
  {
    school = world.school,
    code = 'demo',
    key = 'sk_test_0123456789abcdefghijklmn',
    webhookSecret = 'whsec_own',
    account = null,
    club = null,
  }: StripeSettings = {},
) =>
  inTransaction(world.pool, { school }, (db) =>
    setUpStripe(
      {
        db,
        // Secrets are bound to the school's id.
        school: { school_id: school, code } as never,
        tokens: world.tokens,
        clock: world.clock,
      },
      { key, webhookSecret, account, club, address: stripe.state.url },
    ),
  );
