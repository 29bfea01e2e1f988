import { payOrder, recordReceipt } from '#contract/payments/calls.ts';
import { deskMethods, type DeskMethod } from '#contract/payments/limits.ts';
import type { Order } from '#contract/payments/shapes.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { staleOrders } from '../payments.data.ts';

interface Draft {
  method: DeskMethod;
}
const { RadioGroup } = fieldsOf<Draft>();

/** Records money that the buyer paid at the desk. */
export function TakePaymentDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, locale } = useMessages();
  const total = moneyText(locale, order.total);
  return (
    <FormDialog<Draft>
      size="sm"
      title={t('payments.takeTitle', { total })}
      submitLabel={t('payments.takeSubmit', { total })}
      defaultValues={{ method: 'cash' }}
      isComplete={() => true}
      save={async ({ method }, clientId) => {
        // Returns the open payment if there is one.
        const { id } = await call(payOrder, { id: order.id, clientId, provider: 'desk' });
        return call(recordReceipt, { id, clientId, method });
      }}
      invalidates={staleOrders}
      success={t('payments.taken')}
      onClose={onClose}
    >
      <RadioGroup
        name="method"
        label={t('payments.method')}
        options={deskMethods.map((value) => ({ value, label: t(`payments.method_${value}`) }))}
      />
    </FormDialog>
  );
}
