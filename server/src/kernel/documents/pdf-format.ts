import { currencyDigits, decimalText, type Money } from '#contract/finances/money.ts';

/* Formats of texts in PDFs. */

/** The language with Western digits: they match invoices, and columns of them line up. */
export const pdfTag = (language: string): string => `${language}-u-nu-latn`;

/** Replaces line breaks, which would push a heading into a table. */
export const inLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Returns a function that formats amounts of a currency from decimal text, so that they are never binary fractions. */
export const pdfMoney = (language: string, currency: string): ((amount: number) => string) => {
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat(pdfTag(language), {
    style: 'currency',
    currency,
    // In right-to-left text a symbol such as US$ would be split, and letters are not.
    currencyDisplay: language === 'ar' ? 'code' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (amount) =>
    format
      .format(decimalText({ amount, currency } satisfies Money) as Intl.StringNumericLiteral)
      .replaceAll(/[\u200e\u200f\u061c]/g, '');
};
