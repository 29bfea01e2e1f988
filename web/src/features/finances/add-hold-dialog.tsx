import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import {
  financeLimits as limits,
  holdActions,
  holdKinds,
  type HoldAction,
  type HoldKind,
} from '#contract/finances/limits.ts';
import { minorUnits } from '#contract/finances/money.ts';
import type { StudentFinances } from '#contract/finances/staff.endpoints.ts';
import { addHold, readStudent } from '#contract/finances/calls.ts';
import { dateFieldsOf } from '../../kit/date-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { todayText } from '../../lib/today-text.ts';
import { ContactFields, type Contact } from './contact-fields.tsx';
import { settingsQuery } from './finances.data.ts';

interface Draft extends Contact {
  kind: HoldKind;
  office: string;
  since: string | null;
  reason: string;
  blocks: readonly HoldAction[];
  howToClear: string;
  amount: string;
}
const { TextField, TextArea, Select, CheckboxGroup } = fieldsOf<Draft>();
const { DatePicker } = dateFieldsOf<Draft>();

const fresh = (): Draft => ({
  kind: 'financial',
  office: '',
  since: todayText(),
  reason: '',
  blocks: ['registration'],
  howToClear: '',
  amount: '',
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  bookingOffice: '',
});

/** Capitalizes a word. Within sentences, it is lowercase. */
const inFront = (word: string, locale: string): string =>
  word.slice(0, 1).toLocaleUpperCase(locale) + word.slice(1);

/** Adds a hold to a student. */
export function AddHoldDialog({
  student: { person, currency },
  onClose,
}: {
  student: StudentFinances;
  onClose: () => void;
}) {
  const { t, locale } = useMessages();
  const [clientId] = useState(newClientId);
  const [initial] = useState(fresh);
  const offices = useQuery(settingsQuery()).data?.offices ?? [];
  const isAmount = (amount: string) =>
    amount.trim() === '' || (minorUnits(amount, currency) ?? 0) > 0;
  return (
    <FormDialog<Draft>
      title={t('financesAdmin.addHold')}
      submitLabel={t('financesAdmin.save')}
      defaultValues={initial}
      isComplete={({ office, reason }) => office.trim() !== '' && reason.trim() !== ''}
      validate={({ amount, since }) => ({
        amount: isAmount(amount) ? undefined : t('financesAdmin.amountWrong'),
        since: since === null ? t('financesAdmin.dateMissing') : undefined,
      })}
      save={({ amount, since, blocks, bookingOffice, ...draft }) => {
        const minor = minorUnits(amount, currency);
        return call(addHold, {
          ...draft,
          uid: person.uid,
          clientId,
          since: since ?? '',
          blocks: [...blocks],
          ...(minor !== null && { amount: minor }),
          ...(bookingOffice !== '' && { bookingOffice }),
        });
      }}
      invalidates={[readStudent]}
      success={t('financesAdmin.holdAdded')}
      onClose={onClose}
    >
      <Select
        name="kind"
        label={t('financesAdmin.holdKind')}
        options={holdKinds.map((value) => ({ value, label: t(`finances.hold_${value}`) }))}
      />
      <TextField name="office" label={t('financesAdmin.office')} maxLength={limits.office} />
      <DatePicker name="since" label={t('financesAdmin.since')} />
      <TextArea
        name="reason"
        label={t('financesAdmin.reason')}
        description={t('financesAdmin.reasonBody')}
        rows={2}
        maxLength={limits.holdReason}
      />
      <CheckboxGroup
        name="blocks"
        label={t('financesAdmin.blocks')}
        options={holdActions.map((value) => ({
          value,
          label: inFront(t(`finances.action_${value}`), locale),
        }))}
      />
      <TextArea
        name="howToClear"
        label={t('financesAdmin.howToClear')}
        rows={2}
        maxLength={limits.howToClear}
      />
      <TextField
        name="amount"
        label={t('financesAdmin.holdAmount', { currency })}
        inputMode="decimal"
        dir="ltr"
        maxLength={18}
      />
      <ContactFields offices={offices} />
    </FormDialog>
  );
}
