import { useQuery } from '@tanstack/react-query';
import { Download, SearchX, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { cancelOrder, checkPayment, downloadReceipt } from '#contract/payments/calls.ts';
import type { Order } from '#contract/payments/shapes.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { useParams } from '../../../lib/page.tsx';
import { saveBase64 } from '../../../lib/save-file.ts';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { OrderState } from '../order-state.tsx';
import { PayChoice } from '../pay-choice.tsx';
import { orderQuery, staleOrders } from '../payments.data.ts';
import { OrderFiles } from './order-files.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderLines } from './order-lines.tsx';
import { RefundRequestDialog } from './refund-request-dialog.tsx';
import english from '../messages/en.json';

addEnglish(english);

/** One order: what was ordered, what was paid and refunded, and what happened. */
export function OrderPage() {
  const { t } = useMessages();
  const { orderId = '' } = useParams();
  const order = useQuery({
    ...orderQuery(orderId),
    // Someone who comes back from the provider's page waits for it.
    refetchInterval: ({ state }) =>
      state.data?.payments.some(({ state: one }) => one === 'open') ? 5_000 : false,
  });
  const title =
    order.data === undefined
      ? t('payments.order')
      : t('payments.orderNumber', { number: order.data.number });
  return (
    <Page>
      <PageHeader
        title={title}
        back={
          order.data && (
            <BackLink
              to={paths.club}
              params={{ clubId: order.data.club.id }}
              search={{ tab: 'store' }}
            >
              <bdi>{order.data.club.name}</bdi>
            </BackLink>
          )
        }
      />
      <QueryBoundary
        query={order}
        isPage
        skeleton={['h-24', 'h-72']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: SearchX,
            title: t('payments.notFound'),
            body: t('payments.notFoundBody'),
          },
        }}
      >
        {(data) => <Shown order={data} />}
      </QueryBoundary>
    </Page>
  );
}

function Shown({ order }: { order: Order }) {
  const { t, date, locale } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const check = useAction((id: string) => call(checkPayment, { id }), {
    invalidates: staleOrders,
    isQuiet: true,
  });
  const open = order.payments.find(({ state }) => state === 'open');
  // Once, when the page opens: the buyer may come back from the provider's page.
  const ask = useEffectEvent(() => {
    if (open?.provider === 'stripe') check.run(open.id);
  });
  useEffect(() => ask(), []);
  const cancel = useAction(() => call(cancelOrder, { id: order.id }), {
    confirm: () => ({
      title: t('payments.cancelTitle'),
      body: t('payments.cancelBody'),
      confirmLabel: t('payments.cancelOrder'),
      cancelLabel: t('payments.keepOrder'),
      isDanger: true,
    }),
    invalidates: staleOrders,
    success: t('payments.canceledToast'),
  });
  const receipt = useAction(() => call(downloadReceipt, { id: order.id, language: locale }), {
    onSuccess: ({ name, content, mediaType }) => saveBase64(name, content, mediaType),
  });
  const isPaid = order.state === 'paid' || order.state === 'fulfilled';
  const waiting = order.refunds.filter(({ state }) => state === 'pending');
  const declined = order.refundRequests.findLast(({ state }) => state === 'declined');
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <OrderState order={order} />
        <span className="text-sm text-ink-2">{date(order.createdAt, 'moment')}</span>
        <span className="ms-auto flex flex-wrap gap-2">
          {isPaid && (
            <Button icon={Download} isPending={receipt.isPending} onClick={() => receipt.run()}>
              {t('payments.receipt')}
            </Button>
          )}
          {order.can.requestRefund && (
            <Button icon={Undo2} onClick={() => setAsking(true)}>
              {t('payments.askRefund')}
            </Button>
          )}
          {order.can.cancel && (
            <Button isPending={cancel.isPending} onClick={() => cancel.run()}>
              {t('payments.cancelOrder')}
            </Button>
          )}
        </span>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          {order.state === 'pending' && (
            <Card>
              <div className="grid gap-4">
                {open === undefined && (
                  <Note
                    tone="brand"
                    title={t('payments.heldUntil', { date: date(order.expiresAt, 'moment') })}
                  >
                    {t('payments.heldBody')}
                  </Note>
                )}
                {open?.provider === 'stripe' && (
                  <p role="status" className="text-sm text-ink-2">
                    {t('payments.asking')}
                  </p>
                )}
                {order.can.pay && <PayChoice key={order.version} order={order} />}
              </div>
            </Card>
          )}
          {order.state === 'expired' && (
            <Note title={t('payments.expiredTitle')}>{t('payments.expiredBody')}</Note>
          )}
          {waiting.map(({ id, amount }) => (
            <Note key={id} tone="brand" title={t('payments.refundPending')}>
              {t('payments.refundPendingBody', { amount: moneyText(locale, amount) })}
            </Note>
          ))}
          {declined !== undefined && !order.hasRefundRequest && (
            <Note tone="warn" title={t('payments.refundDeclined')}>
              <p dir="auto">{declined.answer}</p>
            </Note>
          )}
          <OrderLines order={order} />
          {isPaid && <OrderFiles order={order.id} />}
          {order.pickUpCode !== null && order.state === 'paid' && (
            <Card>
              <div className="flex flex-wrap items-center justify-between gap-4">
                <div className="grid min-w-0 gap-1">
                  <h2 className="text-lg!">{t('payments.pickUp')}</h2>
                  <p className="text-sm text-ink-2">
                    {t(order.readyAt === null ? 'payments.pickUpLater' : 'payments.pickUpNow')}
                  </p>
                </div>
                <bdi className="text-2xl font-bold tracking-[0.15em]">{order.pickUpCode}</bdi>
              </div>
            </Card>
          )}
        </div>
        <OrderHistory order={order} />
      </div>
      {isAsking && <RefundRequestDialog order={order} onClose={() => setAsking(false)} />}
    </>
  );
}
