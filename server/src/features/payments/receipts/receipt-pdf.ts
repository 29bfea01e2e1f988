import type { Paper } from '#contract/schools/paper.ts';
import type { PdfDocument } from '../../../kernel/documents/pdf-content.ts';
import type { OrderLineRow, OrderRow, PaymentRow } from '../orders/orders.queries.ts';
import { inLine, pdfMoney, pdfTag } from '../../../kernel/documents/pdf-format.ts';
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

/** Returns the definition of the receipt's PDF. */
export const receiptPdf = (
  { order, lines, payment, school, zone, paper, madeAt }: Receipt,
  language: ReceiptLanguage,
): PdfDocument => {
  const words = receiptWords[language];
  const { currency } = order;
  const money = pdfMoney(language, currency);
  const days = new Intl.DateTimeFormat(pdfTag(language), { dateStyle: 'medium', timeZone: zone });
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
            line.kind === 'donation'
              ? words.donation
              : line.detail['guests'] === undefined
                ? inLine(line.title)
                : `${inLine(line.title)} • ${words.guests}`,
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
