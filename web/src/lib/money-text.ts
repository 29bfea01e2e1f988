import { currencyDigits, decimalText, type Money } from '#contract/finances/money.ts';
import { memoized } from '#contract/memoized.ts';
import { regionOf } from './date-format.ts';
import type { Locale } from './messages.ts';

const formatter = memoized(Intl.NumberFormat);

/** Direction marks, which some languages use in amounts. */
const marks = /[\u200e\u200f\u061c]/g;

/**
 * Formats an amount exactly, without binary fractions. It is isolated and left-to-right, so that its sign and currency stay
 * in position in right-to-left languages too.
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
