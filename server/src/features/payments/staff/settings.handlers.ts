import * as staff from '#contract/payments/staff.endpoints.ts';
import type { PaymentSettings } from '#contract/payments/staff.endpoints.ts';
import type { Context } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { encryptSecrets, setupsFrom } from '../providers/provider-settings.ts';
import {
  selectClubAccounts,
  selectProviders,
  selectSettingsVersion,
  updateSettingsVersion,
  upsertProvider,
} from '../providers/providers.queries.ts';

const settingsView = async ({ db, origin }: Context): Promise<PaymentSettings> => {
  const [rows, accounts, version] = await Promise.all([
    selectProviders(db, null),
    selectClubAccounts(db),
    selectSettingsVersion(db),
  ]);
  const of = setupsFrom(rows, null);
  const { row: stripe } = of('stripe');
  const [desk, invoice, school] = [of('desk'), of('invoice'), of('school')];
  return {
    stripe: {
      isOn: of('stripe').isOn,
      keyHint: stripe?.key_hint ?? null,
      hasWebhookSecret: stripe !== null && stripe.webhook_secret !== null,
      account: stripe?.account ?? null,
      webhookUrl: `${origin}${staff.receiveStripeEvent.path}`,
      fee: { basisPoints: stripe?.fee_basis_points ?? 0, fixed: stripe?.fee_fixed ?? 0 },
    },
    clubAccounts: accounts.map(({ id, name, account }) => ({
      club: { id: String(id), name },
      account,
    })),
    desk: { isOn: desk.isOn, holdHours: desk.holdHours },
    invoice: { isOn: invoice.isOn, holdHours: invoice.holdHours },
    school: { isOn: school.isOn },
    version,
  };
};

export const settingsHandlers = [
  handle(staff.getPaymentSettings, async (call) => settingsView(call)),

  handle(staff.updatePaymentSettings, async (call, { version, stripe, desk, invoice, school }) => {
    const { db, schoolId, now } = call;
    if (stripe?.key !== undefined && !/^(?:sk|rk)_\w+$/.test(stripe.key))
      throw problem('payment_key_invalid');
    if (!(await updateSettingsVersion(db, schoolId, version)))
      throw problem('payment_settings_changed');
    const set = (
      provider: 'stripe' | 'desk' | 'invoice' | 'school',
      columns: Parameters<typeof upsertProvider>[3],
    ) => upsertProvider(db, schoolId, { provider, club: null }, columns, now);
    if (stripe !== undefined)
      await set('stripe', {
        is_on: stripe.isOn,
        account: stripe.account,
        fee_basis_points: stripe.fee?.basisPoints,
        fee_fixed: stripe.fee?.fixed,
        ...encryptSecrets(call, null, stripe),
        // An address of a test must never receive the key of a live account.
        ...(stripe.key !== undefined && { address: null }),
      });
    if (desk !== undefined) await set('desk', { is_on: desk.isOn, hold_hours: desk.holdHours });
    if (invoice !== undefined)
      await set('invoice', { is_on: invoice.isOn, hold_hours: invoice.holdHours });
    if (school !== undefined) await set('school', { is_on: school.isOn });
    await record(call, 'payment_settings_changed', {
      providers: Object.entries({ stripe, desk, invoice, school })
        .filter(([, value]) => value !== undefined)
        .map(([name]) => name),
    });
    return settingsView(call);
  }),
];
