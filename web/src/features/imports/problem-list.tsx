import { Download } from 'lucide-react';
import type { RowProblem } from '#contract/imports/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { saveProblems } from './problem-csv.ts';

const shown = 20;

/** Rows with errors or warnings: the first ones on the page, and all listed ones as a download. */
export function ProblemList({
  problems,
  total,
  fileName,
}: {
  problems: readonly RowProblem[];
  total: number;
  fileName: string;
}) {
  const { t } = useMessages();
  const hidden = problems.length - Math.min(shown, problems.length);
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line rounded-control border border-line">
        {problems.slice(0, shown).map(({ file, line, column, reason }, index) => (
          <li
            key={`${file}:${line}:${column}:${index}`}
            className="grid gap-x-4 gap-y-0.5 px-3 py-2 text-sm md:grid-cols-[20rem_minmax(0,1fr)]"
          >
            <span className="text-ink-2">
              <bdi className="font-medium text-ink">{file}</bdi>
              {` • ${t('imports.line', { line })} • `}
              <bdi>{column === '' ? t('imports.whole') : column}</bdi>
            </span>
            <span className="wrap-anywhere" dir="ltr" lang="en">
              {reason}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-2">
          {hidden > 0 && t('imports.more', { count: hidden })}
          {hidden > 0 && total > problems.length && ' • '}
          {total > problems.length && t('imports.moreCounted', { count: total - problems.length })}
        </p>
        <Button size="sm" icon={Download} onClick={() => saveProblems(problems, fileName)}>
          {t('imports.download')}
        </Button>
      </div>
    </div>
  );
}
