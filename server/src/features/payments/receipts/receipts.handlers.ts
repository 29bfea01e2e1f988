import * as payments from '#contract/payments/endpoints.ts';
import { paymentRates } from '#contract/payments/limits.ts';
import { transact } from '../../../kernel/context.ts';
import { paperOf } from '../../../kernel/documents/paper.ts';
import { pdfOf } from '../../../kernel/documents/pdf.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { idOf } from '../../../kernel/sql.ts';
import { readSeenOrder } from '../orders/order-access.ts';
import { selectLines } from '../orders/orders.queries.ts';
import { selectPaidPayment } from '../orders/payments.queries.ts';
import { receiptPdf, type Receipt } from './receipt-pdf.ts';
import { selectZone } from './receipts.queries.ts';

export const receiptsHandlers = [
  handleWithoutTransaction(payments.downloadReceipt, async (call, { id, language }) => {
    const { me, now, school } = call;
    await countUse(call, `payments-receipt:${me.userId}`, paymentRates.receipt);
    const receipt = await transact(
      call,
      async (context): Promise<Receipt> => {
        const { row } = await readSeenOrder({ ...context, me }, idOf(id));
        if (row.state !== 'paid' && row.state !== 'fulfilled') throw problem('order_not_paid');
        return {
          order: row,
          lines: await selectLines(context.db, row.id),
          payment: await selectPaidPayment(context.db, row.id),
          school: school.name,
          zone: await selectZone(context.db),
          paper: paperOf(school),
          madeAt: now,
        };
      },
      { readOnly: true },
    );
    return {
      name: `receipt-${receipt.order.number}.pdf`,
      mediaType: 'application/pdf',
      content: (await pdfOf(receiptPdf(receipt, language))).toString('base64'),
    };
  }),
];
