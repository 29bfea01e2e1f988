import { afterAll, beforeAll } from 'vitest';
import { createTestStripe } from './test-stripe.ts';

/** Runs a test Stripe for a test file. */
export const inStripe = () => {
  const stripe = createTestStripe();
  beforeAll(() => stripe.start());
  afterAll(() => stripe.stop());
  return stripe;
};
