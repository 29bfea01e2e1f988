import { createDuesPlan, updateDuesPlan } from '#contract/dues/calls.ts';
import type { DuesPlan } from '#contract/dues/endpoints.ts';
import { duesLimits as limits } from '#contract/dues/limits.ts';
import { decimalText, minorUnits } from '#contract/finances/money.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { staleDues } from '../dues.data.ts';

interface Draft {
  name: string;
  amount: string;
  months: string;
  grace: string;
}
const { TextField } = fieldsOf<Draft>();

/** Returns a whole number within bounds, or null. */
const wholeOf = (text: string, min: number, max: number): number | null => {
  const value = /^\d{1,4}$/u.test(text.trim()) ? Number(text.trim()) : null;
  return value !== null && value >= min && value <= max ? value : null;
};

/** Creates or edits a plan of dues. */
export function PlanForm({
  club,
  currency,
  plan,
  onClose,
}: {
  club: string;
  currency: string;
  plan: DuesPlan | null;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const amountOf = (text: string) => minorUnits(text, currency);
  return (
    <FormDialog<Draft>
      size="sm"
      title={t(plan === null ? 'dues.newPlan' : 'dues.editPlan')}
      submitLabel={t(plan === null ? 'dues.createPlan' : 'dues.savePlan')}
      defaultValues={{
        name: plan?.name ?? '',
        amount: plan === null ? '' : decimalText(plan.amount),
        months: String(plan?.months ?? 12),
        grace: String(plan?.graceDays ?? limits.graceDaysDefault),
      }}
      isComplete={({ name, amount }) => name.trim() !== '' && amount.trim() !== ''}
      validate={({ amount, months, grace }) => ({
        amount: (amountOf(amount) ?? 0) < 1 ? t('dues.amountWrong') : undefined,
        months:
          wholeOf(months, 1, limits.months) === null
            ? t('dues.monthsWrong', { max: limits.months })
            : undefined,
        grace:
          wholeOf(grace, 0, limits.graceDays) === null
            ? t('dues.graceWrong', { max: limits.graceDays })
            : undefined,
      })}
      save={({ name, amount, months, grace }, clientId) => {
        const body = {
          name: name.trim(),
          amount: { amount: amountOf(amount) ?? 0, currency },
          months: wholeOf(months, 1, limits.months) ?? 1,
          graceDays: wholeOf(grace, 0, limits.graceDays) ?? 0,
        };
        return plan === null
          ? call(createDuesPlan, { id: club, clientId, ...body })
          : call(updateDuesPlan, { id: plan.id, version: plan.version, ...body });
      }}
      invalidates={staleDues}
      success={t(plan === null ? 'dues.planCreated' : 'dues.planSaved')}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('dues.planName')}
        description={t('dues.planNameHint')}
        maxLength={limits.name}
      />
      <TextField
        name="amount"
        label={t('dues.amount', { currency })}
        inputMode="decimal"
        dir="ltr"
        maxLength={18}
      />
      <TextField name="months" label={t('dues.months')} inputMode="numeric" maxLength={3} />
      <TextField
        name="grace"
        label={t('dues.grace')}
        description={t('dues.graceHint')}
        inputMode="numeric"
        maxLength={3}
      />
    </FormDialog>
  );
}
