import { useQueries } from '@tanstack/react-query';
import type { EventPage } from '#contract/events/endpoints.ts';
import { editScopes, eventLimits, type EditScope } from '#contract/events/limits.ts';
import { cancelEvent } from '#contract/events/calls.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { cancellation, staleEvent } from '../events.data.ts';
import english from '../messages/en.json';

addEnglish(english);

interface Draft {
  scope: EditScope;
  reason: string;
}
const { RadioGroup, TextArea } = fieldsOf<Draft>();

/** Cancels an event or some of its dates. Attendees are notified, and get the money for their tickets back. */
export function CancelDialog({ event, onClose }: { event: EventPage; onClose: () => void }) {
  const { t, locale } = useMessages();
  const { id, occurrence, isRecurring, title } = event;
  const sellsTickets = event.ticketKinds.some(({ price }) => price !== null);
  const scopes: readonly EditScope[] = isRecurring ? editScopes : ['all'];
  const previews = useQueries({
    queries: scopes.map((scope) => ({
      ...cancellation(id, scope, scope === 'all' ? undefined : occurrence),
      enabled: sellsTickets,
    })),
  });
  /** What canceling does to the orders, and the sum to refund. */
  const ordersOf = (scope: EditScope) => {
    const preview = previews[scopes.indexOf(scope)]?.data;
    const amount = (preview?.refunds ?? []).map((money) => moneyText(locale, money)).join(' + ');
    return { preview, amount };
  };
  return (
    <FormDialog<Draft>
      title={t('events.cancelEventTitle', { title })}
      submitLabel={({ scope }) => {
        const { amount } = ordersOf(scope);
        return amount === '' ? t('events.cancelEvent') : t('events.cancelAndRefund', { amount });
      }}
      isDanger
      defaultValues={{ scope: isRecurring ? 'this' : 'all', reason: '' }}
      save={({ scope, reason }) =>
        call(cancelEvent, {
          id,
          scope,
          reason,
          ...(scope !== 'all' && { occurrence }),
        })
      }
      success={t('events.eventCanceled')}
      invalidates={staleEvent}
      onClose={onClose}
    >
      {({ scope }) => {
        const { preview, amount } = ordersOf(scope);
        return (
          <>
            {isRecurring && (
              <RadioGroup
                name="scope"
                label={t('events.scope')}
                options={editScopes.map((value) => ({ value, label: t(`events.scope_${value}`) }))}
              />
            )}
            <p className="text-ink-2">{t('events.cancelEventBody')}</p>
            {preview !== undefined && (
              <div className="flex flex-col gap-1" aria-live="polite">
                {preview.orders > 0 && (
                  <p>{t('events.cancelRefunds', { orders: preview.orders, amount })}</p>
                )}
                {preview.byHand > 0 && (
                  <p className="text-ink-2">
                    {t('events.cancelByHand', { orders: preview.byHand })}
                  </p>
                )}
                {preview.unpaid > 0 && (
                  <p className="text-ink-2">
                    {t('events.cancelUnpaid', { orders: preview.unpaid })}
                  </p>
                )}
              </div>
            )}
            <TextArea
              name="reason"
              label={t('events.cancelReason')}
              rows={3}
              maxLength={eventLimits.reason}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
