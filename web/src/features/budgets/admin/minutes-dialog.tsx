import type { ReplyOf } from '#contract/call.ts';
import { exportBudgetMinutes } from '#contract/budgets/calls.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import type { BudgetPeriod } from '#contract/budgets/staff.endpoints.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { saveBase64 } from '../../../lib/save-file.ts';
import { todayText } from '../../../lib/today-text.ts';
import { Chip } from '../../../ui/chip.tsx';
import { DateRange, type Days } from '../../../ui/date-field.tsx';

interface Draft {
  title: string;
  days: Days | null;
  format: 'pdf' | 'csv';
}
const { TextField, RadioGroup, OwnField } = fieldsOf<Draft>();
const formats = ['pdf', 'csv'] as const;

interface MinutesDialogProps {
  periods: readonly BudgetPeriod[];
  onClose: () => void;
}

/** Downloads the decisions of a meeting or a longer time. */
export function MinutesDialog({ periods, onClose }: MinutesDialogProps) {
  const { t, locale } = useMessages();
  const today = todayText();
  const choices = [
    { id: 'today', name: t('budgets.today'), from: today, until: today },
    ...periods.map(({ id, name, from, to }) => ({ id, name, from, until: to })),
  ];
  return (
    <FormDialog<Draft, ReplyOf<typeof exportBudgetMinutes>>
      title={t('budgets.minutes')}
      submitLabel={t('budgets.download')}
      defaultValues={{ title: '', days: { from: today, until: today }, format: 'pdf' }}
      validate={({ days }) => ({ days: days === null ? t('budgets.daysMissing') : undefined })}
      errorFields={{ minutes_dates: 'days', minutes_too_long: 'days' }}
      save={({ title, days, format }) =>
        call(exportBudgetMinutes, {
          from: days?.from ?? '',
          to: days?.until ?? '',
          format,
          language: locale,
          ...(title.trim() !== '' && { title: title.trim() }),
        })
      }
      onSuccess={({ name, content, mediaType }) => saveBase64(name, content, mediaType)}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('budgets.minutesAbout')}</p>
      <OwnField name="days">
        {({ value, error, onChange }) => (
          <div className="grid gap-2">
            <DateRange label={t('budgets.days')} value={value} error={error} onChange={onChange} />
            <div role="group" aria-label={t('budgets.periods')} className="flex flex-wrap gap-2">
              {choices.slice(0, 6).map(({ id, name, from, until }) => {
                const isOn = value?.from === from && value.until === until;
                return (
                  <Chip
                    key={id}
                    isOn={isOn}
                    aria-pressed={isOn}
                    onClick={() => onChange({ from, until })}
                  >
                    {name}
                  </Chip>
                );
              })}
            </div>
          </div>
        )}
      </OwnField>
      <TextField
        name="title"
        label={t('budgets.minutesTitle')}
        placeholder={t('budgets.minutesTitlePlaceholder')}
        maxLength={budgetLimits.minutesTitle}
      />
      <RadioGroup
        name="format"
        label={t('budgets.format')}
        options={formats.map((value) => ({
          value,
          label: t(`budgets.format_${value}`),
          description: t(`budgets.minutesAbout_${value}`),
        }))}
      />
    </FormDialog>
  );
}
