import type { Paper } from '#contract/schools/paper.ts';
import { currencyDigits, decimalText } from '#contract/finances/money.ts';
import type { PdfDocument } from '../../../kernel/documents/pdf-content.ts';
import type { OrderLineRow, OrderRow, PaymentRow } from '../orders/orders.queries.ts';
import { receiptWords, type ReceiptLanguage } from './receipt-words.ts';

/** A paid order as its receipt shows it. */
export interface Receipt {
  readonly order: OrderRow;
  readonly lines: readonly OrderLineRow[];
  readonly payment: PaymentRow | undefined;
  readonly school: string;
  readonly zone: string;
  readonly paper: Paper;
  readonly madeAt: Date;
}

/** Western digits in every language, so that columns line up. */
const tag = (language: ReceiptLanguage) => `${language}-u-nu-latn`;

/** Replaces line breaks, which would push a heading into the table. */
const inLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Returns the definition of the receipt's PDF. */
export const receiptPdf = (
  { order, lines, payment, school, zone, paper, madeAt }: Receipt,
  language: ReceiptLanguage,
): PdfDocument => {
  const words = receiptWords[language];
  const { currency } = order;
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat(tag(language), {
    style: 'currency',
    currency,
    // In right-to-left text a symbol such as US$ would be split, and letters are not.
    currencyDisplay: language === 'ar' ? 'code' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const money = (amount: number) =>
    format
      .format(decimalText({ amount, currency }) as Intl.StringNumericLiteral)
      .replaceAll(/[\u200e\u200f\u061c]/g, '');
  const days = new Intl.DateTimeFormat(tag(language), { dateStyle: 'medium', timeZone: zone });
  const buyer = order.buyer === null ? '' : `${order.buyer.first_name} ${order.buyer.last_name}`;
  const sums = [
    ...(order.discount > 0 ? [{ label: words.discount, value: money(-order.discount) }] : []),
    { label: words.total, value: money(order.total) },
    ...(order.tax > 0 ? [{ label: words.tax, value: money(order.tax) }] : []),
    ...(order.refunded > 0 ? [{ label: words.refunded, value: money(order.refunded) }] : []),
  ];
  return {
    title: `${words.title} ${order.number}`,
    author: school,
    language,
    createdAt: madeAt,
    paper,
    footer: `${school} · ${words.title} ${order.number}`,
    content: [
      { kind: 'text', text: school, size: 11, muted: true },
      { kind: 'text', text: words.title, size: 20, bold: true },
      { kind: 'space', height: 10 },
      {
        kind: 'facts',
        items: [
          { label: words.order, value: order.number },
          { label: words.seller, value: inLine(order.club_name ?? school) },
          { label: words.buyer, value: inLine(buyer) },
          { label: words.date, value: days.format(order.paid_at ?? order.created_at) },
          ...(payment === undefined
            ? []
            : [{ label: words.paidBy, value: words.providers[payment.provider] }]),
        ],
      },
      { kind: 'space', height: 12 },
      {
        kind: 'table',
        columns: [
          { title: words.item, share: 6 },
          { title: words.quantity, share: 1.6, align: 'end' },
          { title: words.price, share: 2.2, align: 'end' },
          { title: words.amount, share: 2.2, align: 'end' },
        ],
        rows: lines.map((line) => ({
          cells: [
            inLine(line.title),
            String(line.quantity),
            money(line.unit_price),
            money(line.unit_price * line.quantity),
          ],
        })),
      },
      { kind: 'space', height: 12 },
      { kind: 'facts', items: sums },
    ],
  };
};
