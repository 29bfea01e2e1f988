import type { AnsweredForm } from '#contract/forms/results.ts';
import { FileRow } from '../../ui/file-row.tsx';

/** A person's answers, with the questions as they were at that time. */
export function AnswersList({ questions, files }: Pick<AnsweredForm, 'questions' | 'files'>) {
  return (
    <>
      <dl className="grid gap-3">
        {questions.map(({ id, title, answer: text }) => (
          <div key={id} className="grid gap-0.5">
            <dt dir="auto" className="page-start text-sm text-ink-2 wrap-anywhere">
              {title}
            </dt>
            <dd dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
              {text}
            </dd>
          </div>
        ))}
      </dl>
      {files.map((file) => (
        <FileRow key={file.id} file={file} className="p-1" />
      ))}
    </>
  );
}
