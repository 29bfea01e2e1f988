import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { financeLimits as limits } from '#contract/finances/limits.ts';
import { minorUnits } from '#contract/finances/money.ts';
import { planParts, type PlanPart } from '#contract/finances/plan.ts';
import type { StudentFinances } from '#contract/finances/staff.endpoints.ts';
import { addPlan, readStudent } from '#contract/finances/calls.ts';
import { dateFieldsOf } from '../../kit/date-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { todayText } from '../../lib/today-text.ts';
import { useAccountName } from './balance-card.tsx';
import { MoneyText } from './money.tsx';

interface Draft {
  account: string;
  title: string;
  amount: string;
  count: string;
  first: string | null;
}
const { TextField, Select } = fieldsOf<Draft>();
const { DatePicker } = dateFieldsOf<Draft>();

/** Adds an installment plan to an account without one, with a preview of the installments. */
export function AddPlanDialog({
  student: { person, accounts },
  onClose,
}: {
  student: StudentFinances;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const [clientId] = useState(newClientId);
  const possible = accounts.filter(({ plan }) => plan.length === 0);
  const [initial] = useState<Draft>(() => ({
    account: possible[0]?.id ?? '',
    title: t('financesAdmin.planName'),
    amount: '',
    count: '4',
    first: todayText(),
  }));
  const currencyOf = (id: string) => possible.find((one) => one.id === id)?.currency ?? '';
  const amountOf = ({ account, amount }: Draft) => {
    const minor = minorUnits(amount, currencyOf(account));
    return minor === null || minor === 0 || minor > limits.amount ? null : minor;
  };
  const countOf = ({ count }: Draft) => {
    const number = /^\d{1,2}$/.test(count.trim()) ? Number(count) : 0;
    return number >= 2 && number <= limits.planParts ? number : null;
  };
  const partsOf = (draft: Draft): PlanPart[] | null => {
    const [amount, count] = [amountOf(draft), countOf(draft)];
    return amount === null || count === null || draft.first === null
      ? null
      : planParts(amount, count, draft.first);
  };
  return (
    <FormDialog<Draft>
      title={t('financesAdmin.addPlan')}
      submitLabel={t('financesAdmin.save')}
      defaultValues={initial}
      isComplete={({ title, amount }) => title.trim() !== '' && amount.trim() !== ''}
      validate={(draft) => ({
        count:
          countOf(draft) === null
            ? t('financesAdmin.planCountWrong', { max: limits.planParts })
            : undefined,
        first: draft.first === null ? t('financesAdmin.dateMissing') : undefined,
        amount:
          amountOf(draft) === null || (countOf(draft) !== null && partsOf(draft) === null)
            ? t('financesAdmin.amountWrong')
            : undefined,
      })}
      save={(draft) =>
        call(addPlan, {
          uid: person.uid,
          clientId,
          account: draft.account,
          title: draft.title,
          amount: amountOf(draft) ?? 0,
          currency: currencyOf(draft.account),
          count: countOf(draft) ?? 0,
          first: draft.first ?? '',
        })
      }
      invalidates={[readStudent]}
      success={t('financesAdmin.planAdded')}
      onClose={onClose}
    >
      {(draft) => {
        const parts = partsOf(draft);
        const currency = currencyOf(draft.account);
        return <PlanFields possible={possible} currency={currency} parts={parts} />;
      }}
    </FormDialog>
  );
}

interface PlanFieldsProps {
  possible: StudentFinances['accounts'];
  currency: string;
  parts: readonly PlanPart[] | null;
}

function PlanFields({ possible, currency, parts }: PlanFieldsProps) {
  const { t } = useMessages();
  const nameOf = useAccountName();
  return (
    <>
      <p className="text-ink-2 text-pretty">{t('financesAdmin.planBody')}</p>
      {possible.length > 1 && (
        <Select
          name="account"
          label={t('finances.account')}
          options={possible.map((one) => ({ value: one.id, label: nameOf(one) }))}
        />
      )}
      <TextField name="title" label={t('financesAdmin.planTitle')} maxLength={limits.title - 8} />
      <TextField
        name="amount"
        label={t('financesAdmin.planTotal', { currency })}
        inputMode="decimal"
        dir="ltr"
        maxLength={18}
      />
      <TextField
        name="count"
        label={t('financesAdmin.planCount')}
        inputMode="numeric"
        dir="ltr"
        maxLength={2}
      />
      <DatePicker name="first" label={t('financesAdmin.planFirst')} />
      {parts !== null && <PlanParts parts={parts} currency={currency} />}
    </>
  );
}

function PlanParts({ parts, currency }: { parts: readonly PlanPart[]; currency: string }) {
  const { t, day } = useMessages();
  return (
    <ol aria-label={t('financesAdmin.planParts')} className="grid divide-y divide-line text-sm">
      {parts.map(({ date, amount }) => (
        <li key={date} className="flex justify-between gap-4 py-1.5">
          <time dateTime={date}>{day(date, 'medium')}</time>
          <MoneyText money={{ amount, currency }} />
        </li>
      ))}
    </ol>
  );
}
