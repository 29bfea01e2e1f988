import { useId } from 'react';
import type { AnswerValue, FormAnswers, Question } from '#contract/forms/definition.ts';
import { formLimits } from '#contract/forms/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { PersonPicker } from '../../kit/person-picker.tsx';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DatePicker } from '../../ui/date-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { FileAnswer, type AnswerFile } from './file-answer.tsx';

/** Names of files and people that answers refer to by ID. */
export interface AnswerNames {
  readonly files: readonly AnswerFile[];
  readonly people: readonly Face[];
}

interface AnswerFieldProps {
  question: Question;
  value: AnswerValue | undefined;
  error: string | undefined;
  names: AnswerNames;
  onChange: (value: AnswerValue | undefined, names?: Partial<AnswerNames>) => void;
}

const isOptions = (value: AnswerValue | undefined) =>
  typeof value === 'object' && 'options' in value ? value : { options: [], other: null };

/** A question with the input for its type. */
export function AnswerField({ question, value, error, names, onChange }: AnswerFieldProps) {
  const { t } = useMessages();
  const id = useId();
  const label = question.isRequired
    ? t('forms.requiredLabel', { title: question.title })
    : question.title;
  const texts = {
    label,
    error,
    ...(question.help !== '' && { description: question.help }),
  };
  const text = typeof value === 'string' ? value : '';
  switch (question.kind) {
    case 'statement':
      return (
        <div className="grid gap-1">
          <p dir="auto" className="page-start font-bold wrap-anywhere">
            {question.title}
          </p>
          {question.help !== '' && (
            <p dir="auto" className="page-start whitespace-pre-line text-ink-2 wrap-anywhere">
              {question.help}
            </p>
          )}
        </div>
      );
    case 'short':
      return (
        <TextField {...texts} value={text} maxLength={formLimits.shortText} onChange={onChange} />
      );
    case 'long':
      return (
        <TextArea
          {...texts}
          value={text}
          maxLength={formLimits.longText}
          rows={4}
          onChange={onChange}
        />
      );
    case 'one':
    case 'several':
      return <ChoiceField {...{ question, value, error, label, onChange }} />;
    case 'scale':
      return <ScaleField {...{ question, value, error, label, onChange }} />;
    case 'number':
      return (
        <NumberField
          {...texts}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(next ?? undefined)}
          {...(question.min !== null && { min: question.min })}
          {...(question.max !== null && { max: question.max })}
          {...(question.isWhole && { step: 1 })}
          format={{ maximumFractionDigits: question.isWhole ? 0 : 6 }}
        />
      );
    case 'date':
      return (
        <DatePicker
          {...texts}
          value={text === '' ? null : text}
          onChange={(next) => onChange(next ?? undefined)}
          {...(question.earliest !== null && { min: question.earliest })}
          {...(question.latest !== null && { max: question.latest })}
        />
      );
    case 'person': {
      const uid = typeof value === 'object' && 'person' in value ? value.person : '';
      return (
        <PersonPicker
          label={label}
          error={error}
          {...(question.help !== '' && { description: question.help })}
          people={names.people.filter((one) => one.uid === uid)}
          max={1}
          onChange={([one]) =>
            onChange(
              one && { person: one.uid },
              one && {
                people: [...names.people.filter(({ uid: other }) => other !== one.uid), one],
              },
            )
          }
        />
      );
    }
    case 'file':
      return (
        <FileAnswer
          id={id}
          label={label}
          help={question.help}
          error={error}
          maxFiles={question.maxFiles}
          ids={typeof value === 'object' && 'files' in value ? value.files : []}
          files={names.files}
          onChange={(ids, files) =>
            onChange(ids.length === 0 ? undefined : { files: [...ids] }, { files })
          }
        />
      );
  }
}

interface PartProps<K extends Question['kind']> {
  question: Extract<Question, { kind: K }>;
  value: AnswerValue | undefined;
  error: string | undefined;
  label: string;
  onChange: (value: AnswerValue | undefined) => void;
}

/** The value of "Other" among the options. No option has an empty ID. */
const other = '';

function ChoiceField({ question, value, error, label, onChange }: PartProps<'one' | 'several'>) {
  const { t } = useMessages();
  const id = useId();
  const given = isOptions(value);
  const put = (options: string[], words: string | null) =>
    onChange(options.length === 0 && words === null ? undefined : { options, other: words });
  const options = [
    ...question.options.map((option) => ({ value: option.id, label: option.label })),
    ...(question.hasOther ? [{ value: other, label: t('forms.other') }] : []),
  ];
  const words = given.other !== null && (
    <div className="ps-8">
      <TextField
        label={t('forms.otherLabel', { title: question.title })}
        isLabelHidden
        value={given.other}
        maxLength={formLimits.shortText}
        placeholder={t('forms.otherHint')}
        onChange={(text) => put(given.options, text)}
      />
    </div>
  );
  if (question.kind === 'one')
    return (
      <div className="grid gap-1">
        <RadioGroup
          label={label}
          error={error}
          {...(question.help !== '' && { description: question.help })}
          value={given.other !== null ? other : (given.options[0] ?? null)}
          options={options}
          onChange={(next) => (next === other ? put([], '') : put([next], null))}
        />
        {words}
      </div>
    );
  return (
    <fieldset
      className="grid gap-1"
      aria-describedby={
        [error && `${id}-error`, question.help && `${id}-help`].filter(Boolean).join(' ') ||
        undefined
      }
    >
      <legend className="mb-1 text-sm font-bold">{label}</legend>
      {question.help !== '' && (
        <p id={`${id}-help`} className="text-sm text-ink-2">
          {question.help}
        </p>
      )}
      {options.map((option) => (
        <div key={option.value} className="-mx-2 rounded-control px-2 hover:bg-fill">
          <Checkbox
            label={option.label}
            isChecked={
              option.value === other ? given.other !== null : given.options.includes(option.value)
            }
            onChange={(isOn) =>
              option.value === other
                ? put(given.options, isOn ? '' : null)
                : put(
                    question.options
                      .map((one) => one.id)
                      .filter((one) => (one === option.value ? isOn : given.options.includes(one))),
                    given.other,
                  )
            }
          />
        </div>
      ))}
      {words}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A row of steps with labels at both ends. */
function ScaleField({ question, value, error, label, onChange }: PartProps<'scale'>) {
  const id = useId();
  const steps = Array.from(
    { length: question.to - question.from + 1 },
    (_, nth) => question.from + nth,
  );
  return (
    <fieldset
      className="grid min-w-0 gap-2"
      aria-describedby={
        [error && `${id}-error`, question.help && `${id}-help`].filter(Boolean).join(' ') ||
        undefined
      }
    >
      <legend className="mb-1 text-sm font-bold">{label}</legend>
      {question.help !== '' && (
        <p id={`${id}-help`} className="text-sm text-ink-2">
          {question.help}
        </p>
      )}
      <div className="grid w-fit max-w-full gap-2">
        <div className="flex flex-wrap gap-1.5">
          {steps.map((step) => {
            const end =
              step === question.from
                ? question.lowLabel
                : step === question.to
                  ? question.highLabel
                  : '';
            return (
              <label
                key={step}
                className="relative grid size-11 cursor-pointer place-items-center rounded-control border border-line-field bg-surface font-medium tabular-nums hover:bg-fill has-checked:border-brand-edge has-checked:bg-brand has-checked:font-bold has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-text forced-colors:has-checked:outline-2"
              >
                <input
                  type="radio"
                  name={id}
                  checked={value === step}
                  onChange={() => onChange(step)}
                  {...(end !== '' && { 'aria-label': `${step}, ${end}` })}
                  className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
                />
                {step}
              </label>
            );
          })}
        </div>
        {(question.lowLabel !== '' || question.highLabel !== '') && (
          <p className="flex flex-wrap justify-between gap-x-6 text-sm text-ink-2" aria-hidden>
            {question.lowLabel !== '' && (
              <span>
                {question.from}: <bdi>{question.lowLabel}</bdi>
              </span>
            )}
            {question.highLabel !== '' && (
              <span>
                {question.to}: <bdi>{question.highLabel}</bdi>
              </span>
            )}
          </p>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Returns the answers with one changed or removed. */
export const withAnswer = (
  answers: FormAnswers,
  id: string,
  value: AnswerValue | undefined,
): FormAnswers => {
  const { [id]: _, ...others } = answers;
  return value === undefined ? others : { ...others, [id]: value };
};
