import type { FormDefinition, Question } from '#contract/forms/definition.ts';
import { isChoice } from '#contract/forms/form-rules.ts';
import { formLimits, questionKinds, type QuestionKind } from '#contract/forms/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { DatePicker } from '../../ui/date-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ConditionFields } from './condition-fields.tsx';

interface QuestionSettingsProps {
  definition: FormDefinition;
  question: Question;
  isAnonymous: boolean;
  onChange: (question: Question) => void;
  onKind: (kind: QuestionKind) => void;
}

/** The settings of a question. */
export function QuestionSettings({
  definition,
  question,
  isAnonymous,
  onChange,
  onKind,
}: QuestionSettingsProps) {
  const { t } = useMessages();
  // Files show their owner, so an anonymous form can't ask for them.
  const kinds = questionKinds.filter((kind) => kind !== 'file' || !isAnonymous);
  const isFirst = definition.questions[0]?.id === question.id;
  return (
    <div className="grid gap-4">
      <Select
        label={t('forms.kind')}
        value={question.kind}
        options={kinds.map((value) => ({ value, label: t(`forms.kind_${value}`) }))}
        onChange={onKind}
      />
      <KindSettings question={question} onChange={onChange} />
      {question.kind !== 'statement' && (
        <Switch
          label={t('forms.required')}
          isOn={question.isRequired}
          onChange={(isRequired) => onChange({ ...question, isRequired })}
        />
      )}
      {isChoice(question) && (
        <Switch
          label={t('forms.hasOther', { other: t('forms.other') })}
          isOn={question.hasOther}
          onChange={(hasOther) => onChange({ ...question, hasOther })}
        />
      )}
      {!isFirst && (
        <Switch
          label={t('forms.startsPage')}
          isOn={question.startsPage}
          onChange={(startsPage) => onChange({ ...question, startsPage })}
        />
      )}
      <div className="border-t border-line pt-4">
        <ConditionFields
          definition={definition}
          question={question}
          onChange={(conditions) => onChange({ ...question, conditions })}
        />
      </div>
    </div>
  );
}

function KindSettings({
  question,
  onChange,
}: Pick<QuestionSettingsProps, 'question' | 'onChange'>) {
  const { t } = useMessages();
  switch (question.kind) {
    case 'scale':
      return (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Select
              label={t('forms.from')}
              value={String(question.from)}
              options={['0', '1'].map((value) => ({ value, label: value }))}
              onChange={(value) => onChange({ ...question, from: Number(value) })}
            />
            <Select
              label={t('forms.to')}
              value={String(question.to)}
              options={Array.from({ length: formLimits.scaleMax - 1 }, (_, nth) => ({
                value: String(nth + 2),
                label: String(nth + 2),
              }))}
              onChange={(value) => onChange({ ...question, to: Number(value) })}
            />
          </div>
          <TextField
            label={t('forms.lowLabel', { step: question.from })}
            value={question.lowLabel}
            maxLength={formLimits.label}
            onChange={(lowLabel) => onChange({ ...question, lowLabel })}
          />
          <TextField
            label={t('forms.highLabel', { step: question.to })}
            value={question.highLabel}
            maxLength={formLimits.label}
            onChange={(highLabel) => onChange({ ...question, highLabel })}
          />
        </>
      );
    case 'number':
      return (
        <>
          <NumberField
            label={t('forms.min')}
            value={question.min}
            onChange={(min) => onChange({ ...question, min })}
          />
          <NumberField
            label={t('forms.max')}
            value={question.max}
            onChange={(max) => onChange({ ...question, max })}
          />
          <Switch
            label={t('forms.isWhole')}
            isOn={question.isWhole}
            onChange={(isWhole) => onChange({ ...question, isWhole })}
          />
        </>
      );
    case 'date':
      return (
        <>
          <DatePicker
            label={t('forms.earliest')}
            value={question.earliest}
            onChange={(earliest) => onChange({ ...question, earliest })}
          />
          <DatePicker
            label={t('forms.latest')}
            value={question.latest}
            onChange={(latest) => onChange({ ...question, latest })}
          />
        </>
      );
    case 'file':
      return (
        <NumberField
          label={t('forms.maxFiles')}
          value={question.maxFiles}
          min={1}
          max={formLimits.files}
          onChange={(maxFiles) => onChange({ ...question, maxFiles: maxFiles ?? 1 })}
        />
      );
    default:
      return null;
  }
}
