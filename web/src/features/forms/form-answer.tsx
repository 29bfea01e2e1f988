import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { FormAnswers, FormDefinition, Question } from '#contract/forms/definition.ts';
import { checkAnswers, shownPages, type AnswerProblem } from '#contract/forms/form-rules.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import kitEnglish from '../../kit/messages/en.json';
import { AnswerField, withAnswer, type AnswerNames } from './answer-field.tsx';
import english from './messages/en.json';

addEnglish(english);
addEnglish(kitEnglish);

/** Returns the error text of an answer. */
function problemText({ code, limit }: AnswerProblem, { t, date, number }: Messages): string {
  const amount = typeof limit === 'number' ? number(limit) : '';
  switch (code) {
    case 'too_long':
    case 'too_small':
    case 'too_large':
    case 'too_many_files':
      return t(`forms.problem_${code}`, { limit: amount });
    case 'too_early':
    case 'too_late':
      return t(`forms.problem_${code}`, { limit: date(`${limit ?? ''}T12:00:00`) });
    default:
      return t(`forms.problem_${code}`);
  }
}

interface FormAnswerProps {
  definition: FormDefinition;
  answers: FormAnswers;
  onChange: (answers: FormAnswers) => void;
  /** Files and people that the answers refer to. */
  names: AnswerNames;
  onNames: (names: AnswerNames) => void;
  /** The answers that the server rejected. */
  refused?: readonly AnswerProblem[];
  /** The text of an error that isn't about a question. */
  failure?: string | null;
  submit: string;
  isPending?: boolean;
  /** Submits the answers, after they pass the definition's checks. */
  onSubmit: (answers: FormAnswers) => void;
  /** Shown next to the buttons, such as when the draft was saved. */
  foot?: ReactNode;
}

/** Fills in a form page by page, with errors at the questions. Other features embed it in their pages. */
export function FormAnswer({
  definition,
  answers,
  onChange,
  names,
  onNames,
  refused = [],
  failure = null,
  submit,
  isPending = false,
  onSubmit,
  foot,
}: FormAnswerProps) {
  const messages = useMessages();
  const { t } = messages;
  const pages = shownPages(definition, answers);
  const [at, setAt] = useState(0);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const form = useRef<HTMLFormElement>(null);
  const page = pages[Math.min(at, pages.length - 1)] ?? [];
  const position = Math.min(at, Math.max(0, pages.length - 1));
  const isLast = position >= pages.length - 1;
  const problems = checkAnswers(definition, answers).problems;
  const problemOf = ({ id }: Question) =>
    (checked.has(id) ? problems.find(({ question }) => question === id) : undefined) ??
    refused.find(({ question }) => question === id);

  const focusProblem = () =>
    requestAnimationFrame(() => {
      const first = form.current?.querySelector<HTMLElement>('[data-problem]');
      first?.scrollIntoView({ block: 'center' });
      first?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
    });
  const go = (to: number) => {
    setAt(to);
    requestAnimationFrame(() => form.current?.focus());
    window.scrollTo({ top: 0 });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const asked = page.map(({ id }) => id);
    setChecked(new Set([...checked, ...asked]));
    if (problems.some(({ question }) => asked.includes(question))) return focusProblem();
    if (!isLast) return go(position + 1);
    const first = pages.findIndex((some) =>
      some.some(({ id }) => problems.some(({ question }) => question === id)),
    );
    if (first >= 0) {
      setChecked(new Set(definition.questions.map(({ id }) => id)));
      setAt(first);
      return focusProblem();
    }
    if (!isPending) onSubmit(checkAnswers(definition, answers).answers);
  };
  return (
    <form ref={form} noValidate tabIndex={-1} onSubmit={send} className="grid gap-6 outline-none">
      {pages.length > 1 && <PageProgress page={position + 1} pages={pages.length} />}
      {page.map((question) => {
        const problem = problemOf(question);
        return (
          <div key={question.id} {...(problem && { 'data-problem': true })}>
            <AnswerField
              question={question}
              value={answers[question.id]}
              error={problem && problemText(problem, messages)}
              names={names}
              onChange={(value, more) => {
                if (more) onNames({ ...names, ...more });
                onChange(withAnswer(answers, question.id, value));
              }}
            />
          </div>
        );
      })}
      {failure !== null && <Failure>{failure}</Failure>}
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        {position > 0 && (
          <Button icon={ArrowLeft} onClick={() => go(position - 1)}>
            {t('forms.back')}
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          isPending={isPending}
          {...(!isLast && { icon: ArrowRight })}
        >
          {isLast ? submit : t('forms.next')}
        </Button>
        {foot}
      </div>
    </form>
  );
}

function PageProgress({ page, pages }: { page: number; pages: number }) {
  const { t } = useMessages();
  return (
    <div className="grid gap-1.5">
      <p className="text-sm text-ink-2" aria-live="polite">
        {t('forms.page', { page: page, pages: pages })}
      </p>
      <ProgressBar label={t('forms.progress')} share={page / pages} />
    </div>
  );
}
