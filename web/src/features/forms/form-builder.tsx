import { CornerDownRight, Plus, Settings2, Undo2 } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { FormDefinition, Question } from '#contract/forms/definition.ts';
import { formLimits, questionKinds } from '#contract/forms/limits.ts';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useMinWidth } from '../../lib/media.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { showToast } from '../../ui/toasts.ts';
import {
  addQuestion,
  changeKind,
  changeQuestion,
  copyQuestion,
  dependentsOf,
  moveQuestion,
  removeQuestion,
  sortQuestions,
} from './builder-rules.ts';
import english from './messages/en.json';
import { QuestionCard } from './question-card.tsx';
import { kindIcons } from './question-kinds.ts';
import { QuestionSettings } from './question-settings.tsx';

addEnglish(english);

/** Maximum number of undo steps. */
const historyMax = 100;

/** Returns the only question whose text changed, or null if anything else changed. */
const typedAt = (before: FormDefinition, after: FormDefinition): string | null => {
  const shape = ({ questions }: FormDefinition) =>
    JSON.stringify(questions, (name, value: unknown) =>
      name === 'title' || name === 'help' || name === 'label' ? '' : value,
    );
  const changed = after.questions.filter((one, at) => one !== before.questions[at]);
  return changed.length === 1 && shape(before) === shape(after) ? (changed[0]?.id ?? null) : null;
};

interface FormBuilderProps {
  definition: FormDefinition;
  onChange: (definition: FormDefinition) => void;
  /** True if the form is anonymous, so that it can't ask for files. */
  isAnonymous: boolean;
  /** The unfinished question, after an attempt to publish. */
  wrong?: string | null;
  /** True if there are responses. Then changing a question's type creates a new question. */
  isAnswered?: boolean;
  /** True if space is limited: the settings open in a sheet, and there is no outline. */
  isNarrow?: boolean;
}

/** Edits a form: outline, questions, and the settings of the open one. Other features embed it in their pages. */
export function FormBuilder({
  definition,
  onChange,
  isAnonymous,
  wrong = null,
  isAnswered = false,
  isNarrow = false,
}: FormBuilderProps) {
  const { t } = useMessages();
  const { questions } = definition;
  const [chosen, setChosen] = useState<string | null>(questions[0]?.id ?? null);
  const [hasSheet, setSheet] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isWide = useMinWidth('xl') && !isNarrow;
  const isPhone = !useMinWidth('md');
  const open = questions.find(({ id }) => id === chosen) ?? null;

  const { put, undo, history } = useUndo(definition, onChange);
  // A toast outlives the render that it was made in.
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  const focusTitle = (id: string) =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-title="${id}"]`)?.focus(),
    );
  const choose = (id: string) => {
    setChosen(id);
    focusTitle(id);
  };
  const add = (kind: Question['kind'], after: string | null = chosen) => {
    if (questions.length >= formLimits.questions) return;
    const added = addQuestion(definition, kind, after);
    put(added.definition);
    choose(added.id);
  };
  const move = (id: string, by: 1 | -1) => {
    const moved = moveQuestion(definition, id, by);
    if (moved !== null) put(moved);
    else if (questions[questions.findIndex((one) => one.id === id) + by] !== undefined)
      showToast({ message: t('forms.moveBlocked') });
  };
  const copy = (id: string) => {
    const copied = copyQuestion(definition, id);
    if (copied === null) return;
    put(copied.definition);
    choose(copied.id);
  };
  const remove = useAction(
    (id: string) => {
      const at = questions.findIndex((one) => one.id === id);
      put(removeQuestion(definition, id));
      showToast({
        message: t('forms.removed'),
        action: {
          label: t('forms.undo'),
          run: () => {
            latest.current(definition);
            setChosen(id);
          },
        },
      });
      setChosen((questions[at + 1] ?? questions[at - 1])?.id ?? null);
      return Promise.resolve();
    },
    {
      confirm: (id) => {
        const dependents = dependentsOf(definition, id);
        return dependents.length === 0
          ? null
          : {
              title: t('forms.removeTitle'),
              body: t('forms.removeBody', { count: dependents.length }),
              confirmLabel: t('forms.removeAction'),
              isDanger: true,
            };
      },
    },
  );

  useBuilderShortcuts({ isPhone, add, open, chosen, move, undo, box });

  const addMenu = (after: string | null, label: string) => (
    <AddQuestionMenu label={label} isAnonymous={isAnonymous} onAdd={(kind) => add(kind, after)} />
  );
  const settings = open && (
    <QuestionSettings
      key={open.id}
      definition={definition}
      question={open}
      isAnonymous={isAnonymous}
      onChange={(next) => put(changeQuestion(definition, next))}
      onKind={(kind) => {
        const changed = changeKind(definition, open, kind, isAnswered);
        put(changed.definition);
        setChosen(changed.id);
      }}
    />
  );
  const number = open === null ? 0 : questions.indexOf(open) + 1;
  return (
    <div
      ref={box}
      role="group"
      aria-label={t('forms.builder')}
      className={`grid grid-cols-[minmax(0,1fr)] gap-5 ${isNarrow ? '' : 'lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)_20rem]'}`}
    >
      <nav
        aria-label={t('forms.outline')}
        className={`grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1 ${isNarrow ? 'hidden' : 'max-lg:hidden'}`}
      >
        <Outline
          questions={questions}
          chosen={chosen}
          onChoose={choose}
          onSort={(sorted) => {
            const next = sortQuestions(sorted);
            if (next !== null) put(next);
            else showToast({ message: t('forms.moveBlocked') });
          }}
        />
        <div className="flex flex-wrap items-center gap-1 border-t border-line pt-2">
          {questions.length < formLimits.questions && addMenu(null, t('forms.add'))}
          <Button
            variant="quiet"
            size="sm"
            icon={Undo2}
            disabled={history.length === 0}
            onClick={undo}
          >
            {t('forms.undo')}
          </Button>
        </div>
      </nav>
      <div className="grid min-w-0 content-start gap-4">
        {questions.length === 0 && (
          <div className="card grid justify-items-center gap-3 p-8 text-center">
            <p className="font-bold">{t('forms.empty')}</p>
            <p className="text-ink-2">{t(isPhone ? 'forms.emptyPhone' : 'forms.emptyBody')}</p>
            {!isPhone && addMenu(null, t('forms.addFirst'))}
          </div>
        )}
        {questions.map((question) => (
          <Fragment key={question.id}>
            {question.startsPage && (
              <p className="flex items-center gap-3 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
                {t('forms.newPage')}
              </p>
            )}
            <QuestionCard
              definition={definition}
              question={question}
              isOpen={question.id === chosen}
              isWrong={question.id === wrong}
              onOpen={() => choose(question.id)}
              onChange={(next) => put(changeQuestion(definition, next))}
              onMove={(by) => move(question.id, by)}
              onCopy={() => copy(question.id)}
              onRemove={() => remove.run(question.id)}
            />
            {question.id === chosen && !isPhone && (
              <div className="flex flex-wrap items-center justify-center gap-2">
                {!isWide && (
                  <Button icon={Settings2} onClick={() => setSheet(true)}>
                    {t('forms.settingsOf', { number })}
                  </Button>
                )}
                {questions.length < formLimits.questions &&
                  addMenu(question.id, t('forms.addHere'))}
              </div>
            )}
          </Fragment>
        ))}
        {isPhone && questions.length > 0 && (
          <p className="text-sm text-ink-2">{t('forms.phoneNote')}</p>
        )}
      </div>
      {isWide && (
        <aside className="grid content-start">
          {open && (
            <section className="card sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto p-4 sm:p-5">
              <h2 className="mb-4">{t('forms.questionNumber', { number })}</h2>
              {settings}
            </section>
          )}
        </aside>
      )}
      {!isWide && open && (
        <Dialog
          title={t('forms.questionNumber', { number })}
          isOpen={hasSheet}
          onClose={() => setSheet(false)}
          footer={
            <Button variant="primary" onClick={() => setSheet(false)}>
              {t('forms.done')}
            </Button>
          }
        >
          {settings}
        </Dialog>
      )}
    </div>
  );
}

/** Keeps earlier versions of the form, so that changes can be undone. */
function useUndo(definition: FormDefinition, onChange: (definition: FormDefinition) => void) {
  const [history, setHistory] = useState<readonly FormDefinition[]>([]);
  const [lastTyped, setLastTyped] = useState<string | null>(null);
  const put = (next: FormDefinition) => {
    // Typing at one question is a single undo step.
    const typed = typedAt(definition, next);
    if (typed === null || typed !== lastTyped)
      setHistory([...history, definition].slice(-historyMax));
    setLastTyped(typed);
    onChange(next);
  };
  const undo = () => {
    const before = history.at(-1);
    if (before === undefined) return;
    setHistory(history.slice(0, -1));
    setLastTyped(null);
    onChange(before);
  };
  return { put, undo, history };
}

interface AddQuestionMenuProps {
  label: string;
  isAnonymous: boolean;
  onAdd: (kind: Question['kind']) => void;
}

function AddQuestionMenu({ label, isAnonymous, onAdd }: AddQuestionMenuProps) {
  const { t } = useMessages();
  return (
    <MenuButton
      label={label}
      icon={Plus}
      variant="quiet"
      items={questionKinds
        .filter((kind) => kind !== 'file' || !isAnonymous)
        .map((kind) => ({ id: kind, label: t(`forms.kind_${kind}`), icon: kindIcons[kind] }))}
      onAction={onAdd}
    >
      {label}
    </MenuButton>
  );
}

interface OutlineProps {
  questions: readonly Question[];
  chosen: string | null;
  onChoose: (id: string) => void;
  onSort: (questions: readonly Question[]) => void;
}

/** All questions by title, to open and to reorder. Conditional questions are indented. */
function Outline({ questions, chosen, onChoose, onSort }: OutlineProps) {
  const { t } = useMessages();
  return (
    <SortableList
      label={t('forms.outline')}
      items={questions}
      idOf={({ id }) => id}
      nameOf={({ title }) => title || t('forms.untitled')}
      onSort={onSort}
      isCompact
    >
      {(question) => {
        const Icon = kindIcons[question.kind];
        return (
          <div className={question.conditions.length > 0 ? 'ps-4' : ''}>
            <button
              type="button"
              aria-current={question.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(question.id)}
              className="flex min-h-9 w-full min-w-0 items-center gap-2.5 rounded-control px-2 text-start text-sm touch:min-h-11 text-ink-2 hover:bg-fill aria-current:bg-brand-soft aria-current:font-bold aria-current:text-brand-text"
            >
              {question.conditions.length > 0 && (
                <CornerDownRight size={14} aria-hidden className="shrink-0 rtl:-scale-x-100" />
              )}
              <Icon size={18} aria-hidden className="shrink-0" />
              <span dir="auto" className="page-start min-w-0 truncate">
                {question.title || t('forms.untitled')}
              </span>
            </button>
          </div>
        );
      }}
    </SortableList>
  );
}

interface BuilderShortcutsOptions {
  isPhone: boolean;
  add: (kind: Question['kind']) => void;
  open: Question | null;
  chosen: string | null;
  move: (id: string, by: 1 | -1) => void;
  undo: () => void;
  box: RefObject<HTMLElement | null>;
}

/** Keyboard shortcuts that work anywhere inside the form builder. */
function useBuilderShortcuts({
  isPhone,
  add,
  open,
  chosen,
  move,
  undo,
  box,
}: BuilderShortcutsOptions) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const isTyping =
      event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isCommand && event.key === 'Enter' && !isPhone) add(open?.kind ?? 'short');
    else if (event.altKey && event.key === 'ArrowUp' && chosen !== null) move(chosen, -1);
    else if (event.altKey && event.key === 'ArrowDown' && chosen !== null) move(chosen, 1);
    else if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'z' && !isTyping) undo();
    else return;
    event.preventDefault();
  });
  // Its shortcuts work wherever the focus is inside it.
  useEffect(() => {
    const element = box.current;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [box]);
}
