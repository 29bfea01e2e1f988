import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ImportRun } from '#contract/imports/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { ChangesList } from './changes-list.tsx';
import { ProblemList } from './problem-list.tsx';

const codes = ['interrupted', 'unconfirmed', 'crossed', 'broken'] as const;
const looks = {
  done: { icon: CircleCheck, color: 'text-good' },
  cancelled: { icon: CircleX, color: 'text-ink-2' },
  refused: { icon: TriangleAlert, color: 'text-bad' },
  failed: { icon: TriangleAlert, color: 'text-bad' },
} as const;

/** The result of the latest import, with next steps. */
export function FinishedCard({ run, state }: { run: ImportRun; state: keyof typeof looks }) {
  const { t, ago } = useMessages();
  const canInvite = useHasPermission('imports.manage');
  const { kind, source, report, reason } = run;
  const { icon: Icon, color } = looks[state];
  const code = codes.find((one) => one === reason);
  const isUndo = kind === 'undo';
  const title = (() => {
    if (state === 'done')
      return t(
        isUndo ? 'imports.undone' : run.importId === null ? 'imports.doneNothing' : 'imports.done',
        { source },
      );
    if (state === 'refused')
      return t(isUndo ? 'imports.undoRefused' : 'imports.refused', { source });
    return t(state === 'failed' ? 'imports.failed' : 'imports.cancelled', { source });
  })();
  const problems =
    state === 'refused' && report !== null && report.problemTotal > 0 ? report : null;
  return (
    <Card>
      <div className="grid gap-4">
        <div className="flex items-start gap-3" role="status">
          <Icon size={24} strokeWidth={1.9} aria-hidden className={`mt-0.5 shrink-0 ${color}`} />
          <div className="grid min-w-0 gap-0.5">
            <h2 className="text-base wrap-anywhere">{title}</h2>
            <p className="text-sm text-ink-2">
              {problems ? `${t('imports.problems', { count: problems.problemTotal })} • ` : ''}
              {run.endedAt && ago(run.endedAt)}
            </p>
            {code && <p>{t(`imports.why_${code}`)}</p>}
          </div>
        </div>
        {reason !== null && code === undefined && (
          <ul className="grid list-disc gap-1 ps-5 text-sm wrap-anywhere" dir="ltr" lang="en">
            {reason.split('\n').map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {problems && (
          <>
            <p>{t('imports.problemsBody', { source })}</p>
            <ProblemList
              problems={problems.problems}
              total={problems.problemTotal}
              fileName={`problems-${run.id}.csv`}
            />
          </>
        )}
        {state === 'done' && report !== null && <ChangesList changes={report.changes} />}
        {state === 'done' && !isUndo && canInvite && (
          <p>
            {run.invites && `${t('imports.inviting')} `}
            <Link to={paths.adminInvitations} className="text-link touch:-my-3 touch:py-3">
              {t('imports.notSignedIn')}
            </Link>
          </p>
        )}
      </div>
    </Card>
  );
}
