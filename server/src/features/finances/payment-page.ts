import type { FinanceAccount } from '#contract/finances/shapes.ts';
import { problem } from '../../kernel/http/problem.ts';
import { orNotFound } from '../../kernel/sql.ts';
import type { PlaceRow } from './finances.queries.ts';
import type { PaymentOrder } from './payment-reference.ts';

/** Null: what is stored is no address, as a school could enter earlier. The payment page is then as if it was not set up. */
const hostOf = (url: string): string | null => URL.parse(url)?.host ?? null;

type Place = Pick<PlaceRow, 'pay_url' | 'pay_key'>;

/** The host of the school's payment page; null where there is none. */
export const paysAt = ({ pay_url: url, pay_key: key }: Place): string | null =>
  url === null || key === null ? null : hostOf(url);

/** The school's payment page; refused where there is none. */
export const paymentPage = (place: Place) => {
  const host = paysAt(place);
  if (place.pay_url === null || place.pay_key === null || host === null)
    throw problem('no_payment_page');
  return { page: { url: place.pay_url, encryptedKey: place.pay_key }, host };
};

/** What is to be paid of an account, or of the first: what is due now, else all that is owed. 404 where nothing is. */
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
