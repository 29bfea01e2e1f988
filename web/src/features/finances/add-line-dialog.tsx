import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { financeLimits as limits, lineKinds, type LineKind } from '#contract/finances/limits.ts';
import { minorUnits } from '#contract/finances/money.ts';
import type { StudentFinances } from '#contract/finances/staff.endpoints.ts';
import { addLine, readStudent } from '#contract/finances/calls.ts';
import { dateFieldsOf } from '../../kit/date-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { todayText } from '../../lib/today-text.ts';
import { useAccountName } from './balance-card.tsx';

interface Draft {
  account: string;
  kind: LineKind;
  title: string;
  detail: string;
  amount: string;
  date: string | null;
  due: string | null;
  term: string;
}
const { TextField, Select } = fieldsOf<Draft>();
const { DatePicker } = dateFieldsOf<Draft>();

/** Adds a transaction manually. */
export function AddLineDialog({
  student: { person, accounts, terms, currency: schoolCurrency },
  onClose,
}: {
  student: StudentFinances;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const [clientId] = useState(newClientId);
  const [initial] = useState<Draft>(() => ({
    account: accounts[0]?.id ?? '',
    kind: 'charge',
    title: '',
    detail: '',
    amount: '',
    date: todayText(),
    due: null,
    term: terms[0]?.code ?? '',
  }));
  const currencyOf = (id: string) =>
    accounts.find((one) => one.id === id)?.currency ?? schoolCurrency;
  const amountOf = ({ account, amount }: Draft) => {
    const minor = minorUnits(amount, currencyOf(account));
    return minor === null || minor === 0 || minor > limits.amount ? null : minor;
  };
  return (
    <FormDialog<Draft>
      title={t('financesAdmin.addLine')}
      submitLabel={t('financesAdmin.save')}
      defaultValues={initial}
      isComplete={({ title, amount }) => title.trim() !== '' && amount.trim() !== ''}
      validate={(draft) => ({
        amount: amountOf(draft) === null ? t('financesAdmin.amountWrong') : undefined,
        date: draft.date === null ? t('financesAdmin.dateMissing') : undefined,
      })}
      save={(draft) =>
        call(addLine, {
          uid: person.uid,
          clientId,
          kind: draft.kind,
          title: draft.title,
          detail: draft.detail,
          amount: amountOf(draft) ?? 0,
          currency: currencyOf(draft.account),
          date: draft.date ?? '',
          ...(draft.account !== '' && { account: draft.account }),
          ...(draft.kind === 'charge' && draft.due !== null && { due: draft.due }),
          ...(draft.term !== '' && { term: draft.term }),
        })
      }
      invalidates={[readStudent]}
      success={t('financesAdmin.lineAdded')}
      onClose={onClose}
    >
      {({ account, kind }) => (
        <>
          {accounts.length > 1 && (
            <Select
              name="account"
              label={t('finances.account')}
              options={accounts.map((one) => ({ value: one.id, label: nameOf(one) }))}
            />
          )}
          <Select
            name="kind"
            label={t('financesAdmin.kind')}
            options={lineKinds.map((value) => ({ value, label: t(`finances.kind_${value}`) }))}
          />
          <TextField name="title" label={t('financesAdmin.lineTitle')} maxLength={limits.title} />
          <TextField name="detail" label={t('financesAdmin.detail')} maxLength={limits.detail} />
          <TextField
            name="amount"
            label={t('financesAdmin.amount', { currency: currencyOf(account) })}
            inputMode="decimal"
            dir="ltr"
            maxLength={18}
          />
          <DatePicker name="date" label={t('financesAdmin.date')} />
          {kind === 'charge' && <DatePicker name="due" label={t('financesAdmin.due')} />}
          <Select
            name="term"
            label={t('finances.term')}
            options={[
              { value: '', label: t('finances.noTerm') },
              ...terms.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
          <p className="text-sm text-ink-2">{t('financesAdmin.final')}</p>
        </>
      )}
    </FormDialog>
  );
}
