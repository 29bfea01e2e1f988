import { useQuery } from '@tanstack/react-query';
import type { BookingQuestion } from '#contract/booking/endpoints.ts';
import { bookingLimits as limits } from '#contract/booking/limits.ts';
import type { ManagedOffice } from '#contract/booking/offices.endpoints.ts';
import { newClientId } from '#contract/client-id.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { useState } from 'react';
import {
  createOffice,
  getManagedOffice,
  listOffices,
  updateOffice,
} from '#contract/booking/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { officeSettings } from './booking.data.ts';
import { Questions } from './kind-dialog.tsx';

interface Values {
  name: string;
  note: string;
  isOpen: boolean;
  people: readonly Face[];
  kindName: string;
  minutes: number | null;
  place: string;
  link: string;
  needsConfirmation: boolean;
  questions: readonly BookingQuestion[];
}
const { TextField, TextArea, Switch, OwnField } = fieldsOf<Values>();
const { NumberField, PersonPicker } = ariaFieldsOf<Values>();

const fresh: Values = {
  name: '',
  note: '',
  isOpen: true,
  people: [],
  kindName: '',
  minutes: 30,
  place: '',
  link: '',
  needsConfirmation: false,
  questions: [],
};

const valuesOf = ({ kind, people, ...office }: ManagedOffice): Values => ({
  name: office.name,
  note: office.note,
  isOpen: office.isOpen,
  people,
  kindName: kind.name,
  minutes: kind.minutes,
  place: kind.place,
  link: kind.link,
  needsConfirmation: kind.needsConfirmation,
  questions: kind.questions,
});

interface OfficeDialogProps {
  /** Null for a new office. */
  id: string | null;
  onClose: () => void;
}

/** Edits an office, which loads first. */
export function OfficeDialog({ id, onClose }: OfficeDialogProps) {
  const query = useQuery({ ...officeSettings(id ?? ''), enabled: id !== null });
  if (id === null) return <OfficeForm office={null} onClose={onClose} />;
  return query.data === undefined ? null : <OfficeForm office={query.data} onClose={onClose} />;
}

function OfficeForm({ office, onClose }: { office: ManagedOffice | null; onClose: () => void }) {
  const { t } = useMessages();
  const [clientId] = useState(newClientId);
  return (
    <FormDialog<Values>
      title={t(office === null ? 'booking.newOffice' : 'booking.editOffice')}
      submitLabel={t('booking.saveOffice')}
      defaultValues={office === null ? fresh : valuesOf(office)}
      isComplete={({ name, people, minutes }) =>
        name.trim() !== '' && people.length > 0 && minutes !== null
      }
      validate={({ link }) =>
        link === '' || /^https?:\/\/\S+$/.test(link) ? {} : { link: t('booking.linkWrong') }
      }
      save={({ name, note, isOpen, people, kindName, minutes, ...kind }) => {
        const sent = {
          name,
          note,
          isOpen,
          people: people.map(({ uid }) => uid),
          kind: {
            ...kind,
            questions: [...kind.questions],
            name: kindName.trim() === '' ? name : kindName,
            minutes: minutes ?? 30,
          },
        };
        return office === null
          ? call(createOffice, { ...sent, clientId })
          : call(updateOffice, {
              ...sent,
              id: office.id,
              version: office.version,
            });
      }}
      invalidates={[listOffices, getManagedOffice]}
      success={t('booking.officeSaved')}
      onClose={onClose}
    >
      <TextField name="name" label={t('booking.officeName')} maxLength={limits.name} required />
      <PersonPicker
        name="people"
        label={t('booking.officePeople')}
        description={t('booking.officePeopleBody')}
        max={limits.officePeople}
      />
      <TextField
        name="kindName"
        label={t('booking.officeKind')}
        description={t('booking.officeKindBody')}
        maxLength={limits.name}
      />
      <NumberField
        name="minutes"
        label={t('booking.length')}
        min={limits.minutesMin}
        max={limits.minutesMax}
      />
      <TextField name="place" label={t('booking.place')} maxLength={limits.place} />
      <TextField
        name="link"
        label={t('booking.meetingLink')}
        description={t('booking.meetingLinkBody')}
        maxLength={limits.link}
        inputMode="url"
        dir="ltr"
      />
      <TextArea name="note" label={t('booking.note')} rows={3} maxLength={limits.note} />
      <Switch name="needsConfirmation" label={t('booking.officeConfirms')} />
      <Switch name="isOpen" label={t('booking.isOpen')} />
      <OwnField name="questions">
        {({ value, onChange }) => (
          <Questions questions={value as readonly BookingQuestion[]} onChange={onChange} />
        )}
      </OwnField>
    </FormDialog>
  );
}
