import { Plus, Trash2 } from 'lucide-react';
import type { BookingQuestion } from '#contract/booking/endpoints.ts';
import { bookingLimits as limits } from '#contract/booking/limits.ts';
import { newClientId } from '#contract/client-id.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TagField } from '../../ui/tag-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { DraftKind } from './offer-draft.ts';

type Values = Omit<DraftKind, 'id' | 'questions' | 'minutes' | 'groupSize'> & {
  minutes: number | null;
  groupSize: number | null;
  questions: readonly BookingQuestion[];
};
const { TextField: NamedText, Switch, OwnField } = fieldsOf<Values>();
const { NumberField } = ariaFieldsOf<Values>();

interface KindDialogProps {
  kind: DraftKind;
  onSave: (kind: DraftKind) => void;
  onClose: () => void;
}

/** Edits a meeting type. It is saved together with the hours. */
export function KindDialog({ kind, onSave, onClose }: KindDialogProps) {
  const { t } = useMessages();
  return (
    <FormDialog<Values, DraftKind>
      title={t(kind.name === '' ? 'booking.addKind' : 'booking.kind')}
      submitLabel={t('booking.done_kind')}
      defaultValues={{ ...kind }}
      isComplete={({ name, minutes, questions }) =>
        name.trim() !== '' &&
        minutes !== null &&
        questions.every(({ label }) => label.trim() !== '')
      }
      validate={({ link }) =>
        link === '' || /^https?:\/\/\S+$/.test(link) ? {} : { link: t('booking.linkWrong') }
      }
      save={async ({ minutes, groupSize, ...values }) => {
        const saved: DraftKind = {
          ...values,
          id: kind.id,
          minutes: minutes ?? kind.minutes,
          groupSize: groupSize ?? 1,
          questions: [...values.questions],
        };
        onSave(saved);
        return saved;
      }}
      onClose={onClose}
    >
      <NamedText name="name" label={t('booking.name')} maxLength={limits.name} required />
      <NumberField
        name="minutes"
        label={t('booking.length')}
        min={limits.minutesMin}
        max={limits.minutesMax}
      />
      <NamedText
        name="place"
        label={t('booking.place')}
        description={t('booking.placeBody')}
        maxLength={limits.place}
      />
      <NamedText
        name="link"
        label={t('booking.meetingLink')}
        description={t('booking.meetingLinkBody')}
        maxLength={limits.link}
        inputMode="url"
        dir="ltr"
      />
      <NumberField
        name="groupSize"
        label={t('booking.groupSize')}
        description={t('booking.groupSizeBody')}
        min={1}
        max={limits.group}
      />
      <Switch
        name="needsConfirmation"
        label={t('booking.needsConfirmation')}
        description={t('booking.needsConfirmationBody')}
      />
      <OwnField name="questions">
        {({ value, onChange }) => (
          <Questions questions={value as readonly BookingQuestion[]} onChange={onChange} />
        )}
      </OwnField>
    </FormDialog>
  );
}

interface QuestionsProps {
  questions: readonly BookingQuestion[];
  onChange: (questions: readonly BookingQuestion[]) => void;
}

export function Questions({ questions, onChange }: QuestionsProps) {
  const { t } = useMessages();
  const put = (id: string, more: Partial<BookingQuestion>) =>
    onChange(questions.map((one) => (one.id === id ? { ...one, ...more } : one)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-sm font-bold">{t('booking.questions')}</legend>
      {questions.map((one) => (
        <div key={one.id} className="grid gap-3 rounded-card border border-line p-3">
          <TextField
            label={t('booking.question')}
            value={one.label}
            maxLength={limits.question}
            onChange={(label) => put(one.id, { label })}
          />
          <TagField
            label={t('booking.options')}
            description={t('booking.optionsBody')}
            values={one.options}
            options={[]}
            max={limits.options}
            maxLength={limits.option}
            onChange={(options) => put(one.id, { options: [...options] })}
          />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Checkbox
              label={t('booking.required')}
              isChecked={one.isRequired}
              onChange={(isRequired) => put(one.id, { isRequired })}
            />
            <IconButton
              label={t('booking.removeQuestion', { label: one.label })}
              icon={Trash2}
              variant="quiet"
              onClick={() => onChange(questions.filter(({ id }) => id !== one.id))}
            />
          </div>
        </div>
      ))}
      {questions.length < limits.questions && (
        <Button
          variant="outline"
          size="sm"
          icon={Plus}
          className="justify-self-start"
          onClick={() =>
            onChange([
              ...questions,
              { id: newClientId(), label: '', isRequired: false, options: [] },
            ])
          }
        >
          {t('booking.addQuestion')}
        </Button>
      )}
    </fieldset>
  );
}
