import type { ImportRun } from '#contract/imports/endpoints.ts';
import { cancelRun } from '#contract/imports/calls.ts';
import { call } from '../../lib/call.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { saveRun } from './imports.data.ts';
import { useAction } from '../../kit/use-action.ts';

/** Returns the current stage as text. */
function stageOf({ kind, state, source, progress }: ImportRun, { t }: Messages): string {
  if (state === 'collecting') return t('imports.elsewhere', { source });
  if (state === 'waiting' || state === 'confirmed') return t('imports.waiting');
  if (kind === 'undo') return t('imports.undoing', { source });
  if (progress === null) return t('imports.waiting');
  if (progress.part === 'pictures') return t('imports.pictures');
  if (progress.part === 'storing')
    return t(state === 'checking' ? 'imports.comparing' : 'imports.storing');
  return t('imports.reading', { part: progress.part });
}

/** A running import: stage, rows, rate, and a cancel button. */
export function RunCard({ run }: { run: ImportRun }) {
  const messages = useMessages();
  const { t } = messages;
  const { progress } = run;
  const cancel = useAction(() => call(cancelRun, { id: run.id }), {
    onSuccess: (answer) => saveRun(answer.run),
  });
  const stage = stageOf(run, messages);
  const share = progress === null || progress.total === 0 ? null : progress.done / progress.total;
  const rate =
    progress === null || progress.seconds < 1 ? 0 : Math.round(progress.rows / progress.seconds);
  const figures = [
    ...(progress !== null && progress.rows > 0
      ? [t('imports.rows', { count: progress.rows })]
      : []),
    ...(rate > 0 && progress?.part !== 'storing' ? [t('imports.rate', { count: rate })] : []),
  ];
  return (
    <Card
      title={run.source}
      {...(run.by && {
        description: t('imports.by', { name: `${run.by.firstName} ${run.by.lastName}`.trim() }),
      })}
    >
      <div className="grid gap-3">
        <p aria-live="polite" className="font-medium">
          {stage}
        </p>
        {run.state !== 'collecting' && <ProgressBar label={stage} share={share} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-ink-2">
            {[...figures, ...(run.state === 'collecting' ? [] : [t('imports.mayLeave')])].join(
              ' • ',
            )}
          </p>
          <Button isPending={cancel.isPending} onClick={() => cancel.run()}>
            {t('imports.cancel')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
