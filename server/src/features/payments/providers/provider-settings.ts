import { paymentLimits, type PaymentProvider } from '#contract/payments/limits.ts';
import type { Scope } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { selectProviders, type ProviderColumns, type ProviderRow } from './providers.queries.ts';

type Encrypting = Pick<Scope, 'tokens'> & { readonly school: { readonly school_id: number } };
type Secret = 'key' | 'webhook';

/** Encryption is bound to the place, so that a copied row of another school can't be used. */
const contextOf = ({ school }: Encrypting, secret: Secret, club: number | null): string =>
  `payment-provider:${school.school_id}:${club ?? 'school'}:${secret}`;

/** Returns the start and end of a key, so that people recognize it. Short keys of tests have no hint. */
const hintOf = (key: string): string =>
  key.length < 24 ? '…' : `${key.slice(0, 8)}…${key.slice(-4)}`;

/** Returns the stored forms of new secrets of a Stripe account. */
export const encryptSecrets = (
  scope: Encrypting,
  club: number | null,
  { key, webhookSecret }: { key?: string | undefined; webhookSecret?: string | undefined },
): ProviderColumns => ({
  ...(key !== undefined && {
    secret_key: scope.tokens.encrypt(contextOf(scope, 'key', club), key),
    key_hint: hintOf(key),
  }),
  ...(webhookSecret !== undefined && {
    webhook_secret: scope.tokens.encrypt(contextOf(scope, 'webhook', club), webhookSecret),
  }),
});

const open = (scope: Encrypting, row: ProviderRow, secret: Secret): string | null => {
  const encrypted = secret === 'key' ? row.secret_key : row.webhook_secret;
  return encrypted === null
    ? null
    : scope.tokens.decrypt(contextOf(scope, secret, row.club_id), encrypted);
};

export const secretKeyOf = (scope: Encrypting, row: ProviderRow): string | null =>
  open(scope, row, 'key');
export const webhookSecretOf = (scope: Encrypting, row: ProviderRow): string | null =>
  open(scope, row, 'webhook');

/** How a provider is set up for a club. */
export interface ProviderSetup {
  readonly isOn: boolean;
  /** Null for providers without stored settings. */
  readonly row: ProviderRow | null;
  readonly holdHours: number;
}

const holdDefaults: Readonly<Record<PaymentProvider, number>> = {
  stripe: 0,
  school: 0,
  desk: paymentLimits.deskHours,
  invoice: paymentLimits.invoiceHours,
};

/** Returns the setup of each provider for a club. A club's own account at Stripe comes before the school's. */
export const setupsFrom = (
  rows: readonly ProviderRow[],
  club: number | null,
): ((provider: PaymentProvider) => ProviderSetup) => {
  const find = (provider: PaymentProvider): ProviderRow | null => {
    const all = rows.filter((row) => row.provider === provider);
    const own = all.find((row) => row.club_id !== null && row.club_id === club);
    const ofSchool = all.find((row) => row.club_id === null);
    // The key can be the school's, with the club's connected account.
    return own ?? ofSchool ?? null;
  };
  return (provider) => {
    const row = find(provider);
    const isOn =
      provider === 'stripe'
        ? row !== null && row.is_on && row.secret_key !== null
        : (row?.is_on ?? provider === 'desk');
    return { isOn, row, holdHours: row?.hold_hours ?? holdDefaults[provider] };
  };
};

export const readSetups = async (db: Db, club: number | null) =>
  setupsFrom(await selectProviders(db, club), club);
