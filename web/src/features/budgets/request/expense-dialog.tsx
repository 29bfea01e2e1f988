import { useState } from 'react';
import { createBudgetExpense } from '#contract/budgets/calls.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import { minorUnits } from '#contract/finances/money.ts';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { todayText } from '../../../lib/today-text.ts';
import { useAmount } from '../amount.tsx';
import { staleMoney } from '../budgets.data.ts';
import { FileField } from './file-field.tsx';

interface Draft {
  line: string;
  amount: string;
  date: string | null;
  vendor: string;
  files: readonly { id: string; name: string }[];
}
const { TextField, Select, OwnField } = fieldsOf<Draft>();
const { DatePicker } = dateFieldsOf<Draft>();

/** Records money that was spent on an item. */
export function ExpenseDialog({
  request,
  onClose,
}: {
  request: BudgetRequest;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const amount = useAmount();
  const { currency } = request.account;
  const rests = request.lines
    .map((line) => ({ line, rest: (line.granted?.amount ?? 0) - line.spent.amount }))
    .filter(({ rest }) => rest > 0);
  const [initial] = useState<Draft>(() => ({
    line: rests[0]?.line.id ?? '',
    amount: '',
    date: todayText(),
    vendor: rests[0]?.line.vendor ?? '',
    files: [],
  }));
  const minor = ({ amount: text }: Draft) => {
    const value = minorUnits(text, currency);
    return value === null || value === 0 ? null : value;
  };
  return (
    <FormDialog<Draft, BudgetRequest>
      title={t('budgets.recordExpense')}
      submitLabel={t('budgets.record')}
      defaultValues={initial}
      isComplete={(draft) => draft.line !== '' && draft.amount.trim() !== ''}
      validate={(draft) => ({
        amount: minor(draft) === null ? t('error.amount_invalid') : undefined,
        date: draft.date === null ? t('budgets.dateMissing') : undefined,
      })}
      errorFields={{ expense_too_large: 'amount', amount_invalid: 'amount' }}
      save={(draft, clientId) =>
        call(createBudgetExpense, {
          id: request.id,
          clientId,
          line: draft.line,
          amount: minor(draft) ?? 0,
          date: draft.date ?? '',
          vendor: draft.vendor.trim(),
          files: draft.files.map(({ id }) => id),
        })
      }
      success={t('budgets.recorded_done')}
      invalidates={staleMoney}
      onClose={onClose}
    >
      <Select
        name="line"
        label={t('budgets.item')}
        options={rests.map(({ line, rest }) => ({
          value: line.id,
          label: t('budgets.itemLeft', {
            title: line.title,
            amount: amount({ amount: rest, currency }),
          }),
        }))}
      />
      <TextField
        name="amount"
        label={t('budgets.amountIn', { currency })}
        inputMode="decimal"
        dir="ltr"
        maxLength={16}
      />
      <DatePicker name="date" label={t('budgets.date')} />
      <TextField name="vendor" label={t('budgets.vendor')} maxLength={budgetLimits.vendor} />
      <OwnField name="files">
        {({ value, onChange }) => (
          <FileField files={value} choose={t('budgets.addReceipt')} onChange={onChange} />
        )}
      </OwnField>
      <p className="text-sm text-ink-2">{t('budgets.final')}</p>
    </FormDialog>
  );
}
