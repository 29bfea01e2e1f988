import { Plus, X } from 'lucide-react';
import type { Condition, FormDefinition, Question } from '#contract/forms/definition.ts';
import { isChoice } from '#contract/forms/form-rules.ts';
import { formLimits, type ConditionTest } from '#contract/forms/limits.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { conditionOn, conditionSources } from './builder-rules.ts';

const nameOf = (definition: FormDefinition, question: Question, { t }: Messages): string => {
  const number = definition.questions.indexOf(question) + 1;
  return t('forms.numbered', { number, title: question.title || t('forms.untitled') });
};

const testsOf = (on: Question | undefined): readonly ConditionTest[] =>
  on === undefined || on.kind === 'statement'
    ? []
    : isChoice(on)
      ? ['is', 'is_not', 'answered']
      : on.kind === 'scale' || on.kind === 'number'
        ? ['is', 'at_least', 'at_most', 'answered']
        : ['answered'];

/** Returns a condition as text. */
export const conditionText = (
  definition: FormDefinition,
  { question, test, value }: Condition,
  messages: Messages,
): string => {
  const { t } = messages;
  const on = definition.questions.find(({ id }) => id === question);
  const title = on?.title || t('forms.untitled');
  if (test === 'answered') return t('forms.when_answered', { title });
  const words =
    on !== undefined && isChoice(on)
      ? (on.options.find(({ id }) => id === value)?.label ?? '')
      : messages.number(Number(value));
  return t(`forms.when_${test}`, { title, value: words || t('forms.untitled') });
};

interface ConditionFieldsProps {
  definition: FormDefinition;
  question: Question;
  onChange: (conditions: Condition[]) => void;
}

/** Sets the condition for showing a question: always, or depending on earlier answers. */
export function ConditionFields({ definition, question, onChange }: ConditionFieldsProps) {
  const { t } = useMessages();
  const sources = conditionSources(definition, question.id);
  const { conditions } = question;
  const first = sources.at(-1);
  if (first === undefined) return <p className="text-sm text-ink-2">{t('forms.noSources')}</p>;
  const put = (at: number, next: Condition) =>
    onChange(conditions.map((one, nth) => (nth === at ? next : one)));
  const index = definition.questions.indexOf(question);
  const following = definition.questions[index + 1];
  return (
    <div className="grid gap-3">
      <RadioGroup
        label={t('forms.show')}
        value={conditions.length > 0 ? 'if' : 'always'}
        options={[
          { value: 'always', label: t('forms.showAlways') },
          { value: 'if', label: t('forms.showIf') },
        ]}
        onChange={(value) => onChange(value === 'if' ? [conditionOn(first)] : [])}
      />
      {conditions.map((condition, at) => {
        return (
          // Conditions have no names, and keep their order.
          <ConditionRow
            // eslint-disable-next-line react/no-array-index-key
            key={at}
            at={at}
            condition={condition}
            sources={sources}
            definition={definition}
            put={put}
            onRemove={() => onChange(conditions.filter((_, nth) => nth !== at))}
          />
        );
      })}
      {conditions.length > 0 && (
        <>
          {conditions.length < formLimits.conditions && (
            <Button
              size="sm"
              variant="quiet"
              icon={Plus}
              className="justify-self-start"
              onClick={() => onChange([...conditions, conditionOn(first)])}
            >
              {t('forms.andAlso')}
            </Button>
          )}
          <p className="text-sm text-ink-2">
            {following === undefined
              ? t('forms.othersFinish')
              : t('forms.othersGoOn', { number: index + 2 })}
          </p>
        </>
      )}
    </div>
  );
}

interface ConditionRowProps {
  at: number;
  condition: Condition;
  sources: readonly Question[];
  definition: FormDefinition;
  put: (at: number, next: Condition) => void;
  onRemove: () => void;
}

/** A condition: question, test and value. */
function ConditionRow({ at, condition, sources, definition, put, onRemove }: ConditionRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const on = sources.find(({ id }) => id === condition.question);
  return (
    <div className="grid gap-2 rounded-card bg-fill p-3">
      <div className="flex items-end gap-1">
        <div className="min-w-0 flex-1">
          <Select
            label={t('forms.conditionQuestion')}
            isLabelHidden
            value={condition.question}
            options={sources.map((one) => ({
              value: one.id,
              label: nameOf(definition, one, messages),
            }))}
            onChange={(id) => {
              const next = sources.find((one) => one.id === id);
              if (next) put(at, conditionOn(next));
            }}
          />
        </div>
        <IconButton label={t('forms.removeCondition')} icon={X} onClick={onRemove} />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Select
          label={t('forms.conditionTest')}
          isLabelHidden
          value={condition.test}
          options={testsOf(on).map((test) => ({
            value: test,
            label: t(`forms.test_${test}`),
          }))}
          onChange={(test) => {
            const fresh = on && conditionOn(on);
            put(at, {
              ...condition,
              test,
              value: test === 'answered' ? null : (condition.value ?? fresh?.value ?? null),
            });
          }}
        />
        {condition.test !== 'answered' && on !== undefined && isChoice(on) && (
          <Select
            label={t('forms.conditionValue')}
            isLabelHidden
            value={String(condition.value)}
            options={on.options.map((option) => ({
              value: option.id,
              label: option.label || t('forms.untitled'),
            }))}
            onChange={(value) => put(at, { ...condition, value })}
          />
        )}
      </div>
      {condition.test !== 'answered' && on !== undefined && !isChoice(on) && (
        <NumberField
          label={t('forms.conditionValue')}
          value={typeof condition.value === 'number' ? condition.value : 0}
          min={-formLimits.number}
          max={formLimits.number}
          onChange={(value) => put(at, { ...condition, value: value ?? 0 })}
        />
      )}
    </div>
  );
}
