import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '#contract/call.ts';
import type { EventPage } from '#contract/events/endpoints.ts';
import { cancelRegistration, previewUnregistering } from '#contract/events/calls.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { addEnglish, useMessages, type Messages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { cancelPreview, occurrenceOf, staleRegistration } from '../events.data.ts';
import { shortWhen } from '../event-times.ts';
import english from '../messages/en.json';

addEnglish(english);

type Preview = ReplyOf<typeof previewUnregistering>;

/** Returns the text about the refund for canceling. */
const bodyOf = (messages: Messages, { until, refund, isByHand }: Preview, event: EventPage) => {
  const { t, locale } = messages;
  if (refund !== null)
    return [
      t('events.cancelPaidRefund', { amount: moneyText(locale, refund) }),
      isByHand ? t('events.cancelPaidHand') : '',
    ]
      .filter(Boolean)
      .join(' ');
  if (until === null) return t('events.cancelPaidBody');
  const times = { ...event, isAllDay: false, dateStart: until, dateEnd: until };
  return t('events.cancelPaidLate', { when: shortWhen(messages, times) });
};

/** Cancels a registration whose ticket is paid. It shows the refund, or links to a refund request if there is none. */
export function CancelPaidDialog({ event, onClose }: { event: EventPage; onClose: () => void }) {
  const messages = useMessages();
  const { t, locale } = messages;
  const occurrence = occurrenceOf(event);
  const preview = useQuery(cancelPreview(event.id, occurrence));
  const { id, title } = event;
  const cancel = useAction(
    () => call(cancelRegistration, { id, ...(occurrence !== undefined && { occurrence }) }),
    {
      invalidates: staleRegistration,
      success: t('events.canceledDone', { title }),
      isQuiet: true,
      onSuccess: onClose,
    },
  );
  const refund = preview.data?.refund ?? null;
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t('events.cancelTitle', { title })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('events.keep')}</Button>
          <Button
            variant="danger"
            disabled={preview.data === undefined}
            isPending={cancel.isPending}
            onClick={() => cancel.run()}
          >
            {refund === null
              ? t('events.cancelYes')
              : t('events.cancelAndRefund', { amount: moneyText(locale, refund) })}
          </Button>
        </>
      }
    >
      <QueryBoundary query={preview} skeleton={['h-12']} isEmpty={() => false}>
        {(data) => (
          <div className="grid justify-items-start gap-3">
            <p className="text-pretty">{bodyOf(messages, data, event)}</p>
            {data.refund === null && data.order !== null && (
              <Link
                to={paths.order}
                params={{ orderId: data.order }}
                className={buttonClass({ variant: 'outline', size: 'sm' })}
              >
                {t('events.refundAsk')}
              </Link>
            )}
          </div>
        )}
      </QueryBoundary>
      {cancel.error && (
        <div className="mt-3">
          <Failure>{errorText(cancel.error, messages)}</Failure>
        </div>
      )}
    </Dialog>
  );
}
