/* Amounts of money. No zod here: the browser imports these at run time. */

/** An amount in minor units of a currency (ISO 4217): 1250 of USD are 12.50 dollars. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

const none = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);
const three = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** Decimal places of a currency (ISO 4217, minor units), as `currency_digits()` of the database has them. */
export const currencyDigits = (currency: string): number =>
  none.has(currency) ? 0 : three.has(currency) ? 3 : 2;

/** An amount as files and statements have it: `12.50`, `-0.05`; of a currency without minor units `1250`. Exact. */
export const decimalText = ({ amount, currency }: Money): string => {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const sign = amount < 0 ? '-' : '';
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-digits)}`;
};

/** Minor units of an amount that somebody has typed, such as `12.50` or `12`; null where it is none, or has more decimal places than the currency. */
export const minorUnits = (text: string, currency: string): number | null => {
  const match = /^(\d{1,13})(?:\.(\d{1,3}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', part = ''] = match;
  const digits = currencyDigits(currency);
  if (part.length > digits) return null;
  return Number(`${whole}${part.padEnd(digits, '0')}`);
};
