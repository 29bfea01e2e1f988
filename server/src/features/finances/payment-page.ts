import type { FinanceAccount } from '#contract/finances/shapes.ts';
import { problem } from '../../kernel/http/problem.ts';
import { orNotFound } from '../../kernel/sql.ts';
import type { FinanceContextRow } from './finances.queries.ts';
import type { PaymentOrder } from './payment-reference.ts';

/**
 * Returns null if the stored text isn't a valid address, which was possible in earlier versions. The payment page then counts as not
 * configured.
 */
const hostOf = (url: string): string | null => URL.parse(url)?.host ?? null;

type PaymentSettings = Pick<FinanceContextRow, 'pay_url' | 'pay_key'>;

/** Returns the host of the school's payment page, or null if it isn't configured. */
export const paysAt = ({ pay_url: url, pay_key: key }: PaymentSettings): string | null =>
  url === null || key === null ? null : hostOf(url);

/** Returns the school's payment page. Throws if it isn't configured. */
export const paymentPage = (settings: PaymentSettings) => {
  const host = paysAt(settings);
  if (settings.pay_url === null || settings.pay_key === null || host === null)
    throw problem('no_payment_page');
  return { page: { url: settings.pay_url, encryptedKey: settings.pay_key }, host };
};

/**
 * Returns the amount to pay for an account, by default the first: what is due now, or otherwise the whole balance. Throws 404 if nothing is
 * owed.
 */
export const balanceOrder = (
  accounts: readonly FinanceAccount[],
  id: string | undefined,
  student: string,
): PaymentOrder => {
  const account = orNotFound(accounts.find((one) => id === undefined || one.id === id));
  const { balance, dueNow, isMain, name } = account;
  const money = dueNow.amount > 0 ? dueNow : balance;
  if (money.amount <= 0) throw problem('not_found');
  return { student, account: isMain ? '' : name, money, hold: null };
};
