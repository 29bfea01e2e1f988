import { answerRefundRequest } from '#contract/payments/calls.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import type { Order } from '#contract/payments/shapes.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { staleOrders } from '../payments.data.ts';

interface Draft {
  reason: string;
}
const { TextArea } = fieldsOf<Draft>();

/** Declines a refund request with a reason that the buyer reads. */
export function DeclineDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useMessages();
  const request = order.refundRequests.find(({ state }) => state === 'open');
  return (
    <FormDialog<Draft>
      size="sm"
      title={t('payments.declineTitle')}
      submitLabel={t('payments.decline')}
      defaultValues={{ reason: '' }}
      isComplete={({ reason }) => reason.trim() !== ''}
      save={({ reason }) =>
        call(answerRefundRequest, {
          id: request?.id ?? '',
          state: 'declined',
          reason: reason.trim(),
        })
      }
      invalidates={staleOrders}
      success={t('payments.declinedToast')}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label={t('payments.toBuyer')}
        maxLength={paymentLimits.reason}
        rows={3}
      />
    </FormDialog>
  );
}
