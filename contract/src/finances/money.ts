/* Amounts of money. This file doesn't import zod because the browser uses it at run time. */

/** An amount in minor units of a currency (ISO 4217): 1250 in USD is 12.50 dollars. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

const none = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);
const three = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** Returns the decimal places of a currency (ISO 4217, minor units). Must match `currency_digits()` in the database. */
export const currencyDigits = (currency: string): number =>
  none.has(currency) ? 0 : three.has(currency) ? 3 : 2;

/**
 * Returns an exact decimal text for files and statements, such as `12.50` or `-0.05`, or `1250` for a currency without minor
 * units.
 */
export const decimalText = ({ amount, currency }: Money): string => {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const sign = amount < 0 ? '-' : '';
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-digits)}`;
};

/**
 * Parses a typed amount, such as `12.50` or `12`, into minor units. Null if it isn't an amount or has more decimal places than
 * the currency.
 */
export const minorUnits = (text: string, currency: string): number | null => {
  const match = /^(\d{1,13})(?:\.(\d{1,3}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', part = ''] = match;
  const digits = currencyDigits(currency);
  if (part.length > digits) return null;
  return Number(`${whole}${part.padEnd(digits, '0')}`);
};
