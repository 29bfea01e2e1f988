import { currencyDigits, decimalText, type Money } from '#contract/finances/money.ts';
import { memoized, regionOf } from './date-format.ts';
import type { Locale } from './messages.ts';

const formatter = memoized(Intl.NumberFormat);

/** Marks of direction, with which some languages write amounts. */
const marks = /[\u200e\u200f\u061c]/g;

/**
 * An amount in the reader's language, exact: it never goes through binary fractions. It stands apart from the text around it and is read
 * from the left, so that its sign and currency stay where they belong also in languages that are read from the right.
 */
export const moneyText = (locale: Locale, money: Money): string => {
  const digits = currencyDigits(money.currency);
  const text = formatter(regionOf(locale), {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(decimalText(money) as Intl.StringNumericLiteral);
  return locale === 'ar' ? `\u2066${text.replaceAll(marks, '')}\u2069` : text;
};
