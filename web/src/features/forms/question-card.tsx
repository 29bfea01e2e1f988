import { ArrowDown, ArrowUp, Circle, Copy, Plus, Split, Square, Trash2, X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { FormDefinition, Question } from '#contract/forms/definition.ts';
import {
  isChoice,
  unfinishedPart,
  withoutBlankOptions,
  type UnfinishedPart,
} from '#contract/forms/form-rules.ts';
import { formLimits } from '#contract/forms/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AnswerField } from './answer-field.tsx';
import { newId } from './builder-rules.ts';
import { conditionText } from './condition-fields.tsx';
import { kindIcons } from './question-kinds.ts';

interface QuestionCardProps {
  definition: FormDefinition;
  question: Question;
  isOpen: boolean;
  /** True if it is unfinished, shown after an attempt to publish. */
  isWrong: boolean;
  onOpen: () => void;
  onChange: (question: Question) => void;
  onMove: (by: 1 | -1) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** Returns the missing part of the question, as in the error when publishing. */
const missingPartOf = (definition: FormDefinition, { id }: Question): UnfinishedPart | null => {
  const question = withoutBlankOptions(definition).questions.find((one) => one.id === id);
  return question === undefined ? null : unfinishedPart(question);
};

/** A question in the builder: editable when open, otherwise a preview. Its condition is shown above it. */
export function QuestionCard(props: QuestionCardProps) {
  const { definition, question, isOpen, isWrong, onOpen } = props;
  const messages = useMessages();
  const { t } = messages;
  const number = definition.questions.indexOf(question) + 1;
  const Icon = kindIcons[question.kind];
  const missingPart = isWrong ? missingPartOf(definition, question) : null;
  const isShownIf = question.conditions.length > 0;
  return (
    <div className={isShownIf ? 'relative ms-7 max-sm:ms-4' : ''}>
      {isShownIf && (
        // The line from the question that it depends on.
        <span
          aria-hidden
          className="absolute -start-4 -top-4 h-12 w-4 rounded-es-card border-s-2 border-b-2 border-brand-text max-sm:-start-3 max-sm:w-3"
        />
      )}
      <div
        className={`card overflow-hidden ${isOpen ? 'border-brand-text! outline-1 outline-brand-text' : missingPart !== null ? 'border-bad!' : ''}`}
      >
        {isShownIf && (
          <p className="flex items-start gap-2 bg-brand-soft px-4 py-2 text-sm text-brand-text">
            <Split size={18} aria-hidden className="mt-px shrink-0" />
            <span className="wrap-anywhere">
              {t('forms.shownIf', {
                what: messages.list(
                  question.conditions.map((one) => conditionText(definition, one, messages)),
                ),
              })}
            </span>
          </p>
        )}
        {isOpen ? (
          <Open {...props} number={number} />
        ) : (
          <div className="relative grid gap-3 p-4 hover:bg-fill">
            <div className="flex items-start gap-3">
              <span aria-hidden className="text-sm font-bold text-ink-2 tabular-nums">
                {number}
              </span>
              <div className="min-w-0 flex-1">
                <AsAnswered question={question} />
              </div>
              <span
                aria-hidden
                className="flex shrink-0 items-center gap-1.5 text-sm text-ink-2 max-sm:hidden"
              >
                <Icon size={16} />
                {t(`forms.kind_${question.kind}`)}
              </span>
            </div>
            <button
              type="button"
              onClick={onOpen}
              className="absolute inset-0 rounded-card text-start -outline-offset-2"
            >
              <span className="sr-only">
                {number} {question.title || t('forms.untitled')}
                {question.isRequired && `, ${t('forms.required')}`},{' '}
                {t(`forms.kind_${question.kind}`)}
              </span>
            </button>
            {missingPart !== null && (
              <p className="ps-6 text-sm text-bad">{t(`forms.lacks_${missingPart}`)}</p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

const noNames = { files: [], people: [] };
const ignore = () => undefined;

/** The question with the control that people will answer it with. It takes no input here. */
function AsAnswered({ question }: { question: Question }) {
  const { t } = useMessages();
  return (
    <div inert>
      <AnswerField
        question={{ ...question, title: question.title || t('forms.untitled') }}
        value={undefined}
        error={undefined}
        names={noNames}
        onChange={ignore}
      />
    </div>
  );
}

function Open({
  definition,
  question,
  number,
  isWrong,
  onChange,
  onMove,
  onCopy,
  onRemove,
}: QuestionCardProps & { number: number }) {
  const { t } = useMessages();
  const name = question.title || t('forms.untitled');
  const missingPart = isWrong ? missingPartOf(definition, question) : null;
  return (
    <div className="grid gap-4 p-4">
      <TextField
        label={t('forms.questionNumber', { number })}
        value={question.title}
        maxLength={formLimits.title}
        placeholder={t(question.kind === 'statement' ? 'forms.statementHint' : 'forms.titleHint')}
        data-title={question.id}
        error={missingPart === 'title' ? t('forms.lacks_title') : undefined}
        onChange={(title) => onChange({ ...question, title })}
      />
      <TextField
        label={t('forms.help')}
        value={question.help}
        maxLength={formLimits.help}
        onChange={(help) => onChange({ ...question, help })}
      />
      {isChoice(question) && (
        <Options
          question={question}
          error={
            missingPart === 'options' || missingPart === 'option'
              ? t(`forms.lacks_${missingPart}`)
              : null
          }
          onChange={onChange}
        />
      )}
      {question.kind !== 'statement' && (
        <div className="grid gap-2 rounded-control bg-fill p-3.5">
          <p className="text-xs font-bold text-ink-2">{t('forms.asAnswered')}</p>
          <AsAnswered question={question} />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-end gap-1">
        <IconButton
          label={t('forms.moveUp', { name })}
          icon={ArrowUp}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t('forms.moveDown', { name })}
          icon={ArrowDown}
          disabled={number === definition.questions.length}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={t('forms.copy', { name })}
          icon={Copy}
          disabled={definition.questions.length >= formLimits.questions}
          onClick={onCopy}
        />
        <IconButton label={t('forms.remove', { name })} icon={Trash2} onClick={onRemove} />
      </div>
    </div>
  );
}

function Options({
  question,
  error,
  onChange,
}: {
  question: Extract<Question, { kind: 'one' | 'several' }>;
  error: string | null;
  onChange: (question: Question) => void;
}) {
  const { t } = useMessages();
  const { options } = question;
  const OptionIcon = question.kind === 'one' ? Circle : Square;
  const put = (next: typeof options) => onChange({ ...question, options: next });
  const box = useRef<HTMLFieldSetElement>(null);
  const errorId = useId();
  const add = () => {
    put([...options, { id: newId(options.map(({ id }) => id)), label: '' }]);
    // Focus a new option immediately.
    requestAnimationFrame(() =>
      [...(box.current?.querySelectorAll('input') ?? [])].at(-1)?.focus(),
    );
  };
  return (
    <fieldset
      ref={box}
      className="grid gap-2"
      {...(error !== null && { 'aria-describedby': errorId })}
    >
      <legend className="mb-1 text-sm font-bold">{t('forms.options')}</legend>
      {options.map((option, at) => (
        <div key={option.id} className="flex items-center gap-2">
          <OptionIcon size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
          <div className="min-w-0 flex-1">
            <TextField
              label={t('forms.option', { number: at + 1 })}
              isLabelHidden
              value={option.label}
              maxLength={formLimits.option}
              placeholder={t('forms.option', { number: at + 1 })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                const next = box.current?.querySelectorAll('input')[at + 1];
                if (next) next.focus();
                else if (options.length < formLimits.options) add();
              }}
              onChange={(label) =>
                put(options.map((one) => (one.id === option.id ? { ...one, label } : one)))
              }
            />
          </div>
          <IconButton
            label={t('forms.removeOption', { number: at + 1 })}
            icon={X}
            onClick={() => put(options.filter(({ id }) => id !== option.id))}
          />
        </div>
      ))}
      {options.length < formLimits.options && (
        <Button size="sm" variant="quiet" icon={Plus} className="justify-self-start" onClick={add}>
          {t('forms.addOption')}
        </Button>
      )}
      {error !== null && (
        <p id={errorId} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
