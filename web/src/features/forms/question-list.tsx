import type { FormDefinition } from '#contract/forms/definition.ts';
import { isChoice } from '#contract/forms/form-rules.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { conditionText } from './condition-fields.tsx';
import english from './messages/en.json';
import { kindIcons } from './question-kinds.ts';

addEnglish(english);

/** The questions of a form, read-only. */
export function QuestionList({ definition }: { definition: FormDefinition }) {
  const messages = useMessages();
  const { t, list } = messages;
  return (
    <ol className="card divide-y divide-line">
      {definition.questions.map((question, at) => {
        const Icon = kindIcons[question.kind];
        const lines = [
          ...(question.conditions.length > 0
            ? [
                t('forms.shownIf', {
                  what: list(
                    question.conditions.map((one) => conditionText(definition, one, messages)),
                  ),
                }),
              ]
            : []),
          ...(isChoice(question) ? [list(question.options.map(({ label }) => label))] : []),
        ];
        return (
          <li key={question.id} className="flex items-start gap-3 p-4">
            <span className="text-ink-2 tabular-nums">{at + 1}</span>
            <div className="grid min-w-0 flex-1 gap-1">
              <p dir="auto" className="page-start font-bold wrap-anywhere">
                {question.title}
              </p>
              {lines.map((line) => (
                <p key={line} dir="auto" className="page-start text-sm text-ink-2 wrap-anywhere">
                  {line}
                </p>
              ))}
            </div>
            <span className="flex shrink-0 items-center gap-1.5 text-sm text-ink-2">
              <Icon size={16} aria-hidden />
              <span className="max-sm:sr-only">{t(`forms.kind_${question.kind}`)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
