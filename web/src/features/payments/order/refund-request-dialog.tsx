import { useState } from 'react';
import { requestRefund } from '#contract/payments/calls.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import type { Order } from '#contract/payments/shapes.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { lineTitle } from './order-lines.tsx';
import { staleOrders } from '../payments.data.ts';

interface Draft {
  reason: string;
  lines: readonly string[];
}
const { TextArea, OwnField } = fieldsOf<Draft>();

/** Asks the club for a refund of some or all lines. */
export function RefundRequestDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, locale } = useMessages();
  const [initial] = useState<Draft>(() => ({
    reason: '',
    lines: order.lines.map(({ id }) => id),
  }));
  return (
    <FormDialog<Draft>
      title={t('payments.askTitle')}
      submitLabel={t('payments.askSubmit')}
      defaultValues={initial}
      isComplete={({ reason, lines }) => reason.trim() !== '' && lines.length > 0}
      save={({ reason, lines }, clientId) =>
        call(requestRefund, {
          id: order.id,
          clientId,
          reason: reason.trim(),
          ...(lines.length < order.lines.length && {
            lines: order.lines
              .filter(({ id }) => lines.includes(id))
              .map(({ id, quantity, restocked }) => ({ line: id, quantity: quantity - restocked })),
          }),
        })
      }
      invalidates={staleOrders}
      success={t('payments.askSent')}
      onClose={onClose}
    >
      <p className="text-ink-2 text-pretty">{t('payments.askBody')}</p>
      <OwnField name="lines">
        {({ value, onChange }) => (
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-sm font-bold">{t('payments.askLines')}</legend>
            {order.lines.map((line) => (
              <Checkbox
                key={line.id}
                label={`${lineTitle(line, t)} (${moneyText(locale, line.total)})`}
                isChecked={value.includes(line.id)}
                onChange={(isChecked) =>
                  onChange(isChecked ? [...value, line.id] : value.filter((one) => one !== line.id))
                }
              />
            ))}
          </fieldset>
        )}
      </OwnField>
      <TextArea
        name="reason"
        label={t('payments.reason')}
        maxLength={paymentLimits.reason}
        rows={3}
      />
    </FormDialog>
  );
}
